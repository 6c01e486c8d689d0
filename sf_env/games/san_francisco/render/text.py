"""The board as text: all cities, the columns, tokens, whose decision it is and what is legal."""

from __future__ import annotations

import textwrap

import numpy as np

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.engine.constants import BONUS_NAMES, COLOUR_NAMES, ROWS, SPACES
from sf_env.games.san_francisco.view import View, view_of
from sf_env.render.words import count_text

WIDTH = 100
MARKS = (("tracks", "="), ("depot", "D"), ("plaza", "P"), ("coast", "~"), ("bonus", "*"))
LEGEND = (
    "value, then  = tracks  D depot  P plaza  ~ coast  * bonus  + token of 2  t tram  "
    "F5/7 foundation with 5 of 7 around it  S skyscraper; beside a row its value, "
    "# completed first; > to move"
)


def board(state: np.void) -> str:
    """Return the whole table as lines of text."""
    view = view_of(state)
    parts = [_headline(view), *_table(view), "", *_cities(view), *_points(view), ""]
    return "\n".join([*parts, textwrap.fill(LEGEND, WIDTH), "", *_decision(view)])


def _headline(view: View) -> str:
    tokens = view["foundation_tokens"]
    return (
        f"SAN FRANCISCO   {view['players']} players   {tokens} foundation tokens left   "
        f"{view['deck_left']} cards in the deck"
    )


def _table(view: View) -> list[str]:
    lines = [
        _wrapped(f"column {number}", [_card(view, card) for card in column])
        for number, column in enumerate(view["columns"])
    ]
    left = zip(BONUS_NAMES, view["bonuses_left"], strict=True)
    lines.append(_wrapped("bonuses", [f"{_plain(name)} x{count}" for name, count in left]))
    return lines


def _wrapped(title: str, items: list[str]) -> str:
    """Return a title with a list behind it, over as many lines as it needs."""
    text = " | ".join(items) or "-"
    return textwrap.fill(text, WIDTH, initial_indent=f"{title:10}", subsequent_indent=" " * 10)


def _plain(name: str) -> str:
    """Return a name in letters that every terminal and file has."""
    return name.replace("½", ".5")


def _card(view: View, card_id: int) -> str:
    return str(view["cards"][card_id])


def _cities(view: View) -> list[str]:
    """Return the cities, side by side where they fit."""
    cities = [_city(view, seat) for seat in range(view["players"])]
    lines: list[str] = []
    while cities:
        group = [cities.pop(0)]
        while cities and sum(len(city[0]) + 3 for city in [*group, cities[0]]) <= WIDTH + 3:
            group.append(cities.pop(0))
        lines += ["   ".join(parts).rstrip() for parts in zip(*group, strict=True)]
        lines.append("")
    return lines


def _city(view: View, seat: int) -> list[str]:
    """Return one city: a title, five rows of cards, and who owns the completion tokens."""
    cells = [[_cell(view, seat, row, space) for space in range(SPACES)] for row in range(ROWS)]
    width = max(5, *(len(cell) + 1 for row in cells for cell in row))
    lines = []
    for row, name in enumerate(COLOUR_NAMES[:ROWS]):
        cards = "|".join(f" {cell}".ljust(width) for cell in cells[row])
        mark = "#" if view["completion"][row] == seat else " "
        lines.append(f"{name:>6} |{cards}|{sum(view['values'][seat][row]):3} {mark}")
    rule = " " * 7 + "+" + "+".join(["-" * width] * SPACES) + "+" + " " * 5
    title = f"{'>' if _moves(view, seat) else ' '} player {seat}{_holdings(view, seat)}"
    size = max(len(rule), len(title))
    return [line.ljust(size) for line in (title, rule, *lines, rule)]


def _cell(view: View, seat: int, row: int, space: int) -> str:
    card_id = view["cities"][seat][row][space]
    if card_id < 0:
        return ""
    card: Card = view["cards"][card_id]
    marks = "".join(mark for symbol, mark in MARKS if getattr(card, symbol))
    marks += "=" * view["track_tokens"][seat][row][space]
    marks += "+" * view["plus2"][seat][row][space] + "t" * view["trams"][seat][row][space]
    if view["skyscrapers"][seat][row][space]:
        marks += "S"
    elif card.foundation:
        marks += f"F{view['adjacent'][seat][row][space]}/{view['costs'][seat]}"
    return f"{view['values'][seat][row][space]}{marks}"


def _holdings(view: View, seat: int) -> str:
    """Return what a player holds besides the cards of the city."""
    held = [count_text(view["contracts"][seat], "contract")]
    held += ["medal"] * (view["medal"] == seat) + ["waiver"] * view["waivers"][seat]
    held += ["1.5 points"] * view["point_tokens"][seat]
    return "".join(f", {thing}" for thing in held)


def _points(view: View) -> list[str]:
    """Return the score of each seat and where it comes from."""
    names = ("total", "skyscrapers", "medal", "completion", "tokens", "districts", "trams")
    lines = [" " * 9 + "".join(f"{name:>13}" for name in names)]
    for seat, score in enumerate(view["scores"]):
        parts = score | {"districts": sum(score["districts"])}
        lines.append(f"player {seat} " + "".join(f"{parts[name]:13g}" for name in names))
    return lines


def _moves(view: View, seat: int) -> bool:
    return bool(view["to_move"] == seat)


def _decision(view: View) -> list[str]:
    """Return whose decision it is, about what, and what is legal; or who has won."""
    seat = view["to_move"]
    if view["phase"] == "over":
        winners = " and ".join(f"player {winner}" for winner in view["winners"])
        return [f"The game is over: player {seat} ended it, won by {winners}."]
    lines = [f"Player {seat} decides ({view['phase']})."]
    if view["drawn"] is not None:
        lines.append(f"drawn     {_card(view, view['drawn'])}")
    if view["taken"]:
        lines.append(_wrapped("taken", [_card(view, card) for card in view["taken"]]))
    if view["bonus"] is not None:
        lines.append(f"bonus     {_plain(BONUS_NAMES[view['bonus']])}")
    lines.append(_wrapped("legal", view["actions"]))
    return lines
