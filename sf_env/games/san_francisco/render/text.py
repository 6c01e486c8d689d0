"""The board as text: all cities, the columns, tokens, whose decision it is and what is legal."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.engine.constants import BONUS_NAMES, COLOUR_NAMES, ROWS, SPACES
from sf_env.games.san_francisco.view import view
from sf_env.render.words import count_text

WIDTH = 100
MARKS = (("tracks", "="), ("depot", "D"), ("plaza", "P"), ("coast", "~"), ("bonus", "*"))
LEGEND = (
    "value, then  = tracks  D depot  P plaza  ~ coast  * bonus  + token of 2  t tram  "
    "F5/7 foundation with 5 of 7 around it  S skyscraper; beside a row its value, "
    "# completed first; > to move"
)

View = dict[str, Any]


def board(state: np.void) -> str:
    """Return the whole table as lines of text."""
    told = view(state)
    parts = [_headline(told), *_table(told), "", *_cities(told), *_points(told), ""]
    return "\n".join([*parts, textwrap.fill(LEGEND, WIDTH), "", *_decision(told)])


def _headline(told: View) -> str:
    tokens = told["foundation_tokens"]
    return (
        f"SAN FRANCISCO   {told['players']} players   {tokens} foundation tokens left   "
        f"{told['deck_left']} cards in the deck"
    )


def _table(told: View) -> list[str]:
    lines = [
        _wrapped(f"column {number}", [_card(told, card) for card in column])
        for number, column in enumerate(told["columns"])
    ]
    left = zip(BONUS_NAMES, told["bonuses_left"], strict=True)
    lines.append(_wrapped("bonuses", [f"{_plain(name)} x{count}" for name, count in left]))
    return lines


def _wrapped(title: str, items: list[str]) -> str:
    """Return a title with a list behind it, over as many lines as it needs."""
    text = " | ".join(items) or "-"
    return textwrap.fill(text, WIDTH, initial_indent=f"{title:10}", subsequent_indent=" " * 10)


def _plain(name: str) -> str:
    """Return a name in letters that every terminal and file has."""
    return name.replace("½", ".5")


def _card(told: View, card_id: int) -> str:
    return str(told["cards"][card_id])


def _cities(told: View) -> list[str]:
    """Return the cities, two beside each other where they fit."""
    cities = [_city(told, seat) for seat in range(told["players"])]
    lines: list[str] = []
    while cities:
        group = [cities.pop(0)]
        while cities and sum(len(city[0]) + 3 for city in [*group, cities[0]]) <= WIDTH + 3:
            group.append(cities.pop(0))
        lines += ["   ".join(parts).rstrip() for parts in zip(*group, strict=True)]
        lines.append("")
    return lines


def _city(told: View, seat: int) -> list[str]:
    """Return one city: a title, five rows of cards, and who owns the completion tokens."""
    cells = [[_cell(told, seat, row, space) for space in range(SPACES)] for row in range(ROWS)]
    width = max(5, *(len(cell) + 1 for row in cells for cell in row))
    lines = []
    for row, name in enumerate(COLOUR_NAMES[:ROWS]):
        cards = "|".join(f" {cell}".ljust(width) for cell in cells[row])
        mark = "#" if told["completion"][row] == seat else " "
        lines.append(f"{name:>6} |{cards}|{sum(told['values'][seat][row]):3} {mark}")
    rule = " " * 7 + "+" + "+".join(["-" * width] * SPACES) + "+" + " " * 5
    title = f"{'>' if _moves(told, seat) else ' '} player {seat}{_holdings(told, seat)}"
    size = max(len(rule), len(title))
    return [line.ljust(size) for line in (title, rule, *lines, rule)]


def _cell(told: View, seat: int, row: int, space: int) -> str:
    card_id = told["cities"][seat][row][space]
    if card_id < 0:
        return ""
    card: Card = told["cards"][card_id]
    marks = "".join(mark for symbol, mark in MARKS if getattr(card, symbol))
    marks += "=" * told["track_tokens"][seat][row][space]
    marks += "+" * told["plus2"][seat][row][space] + "t" * told["trams"][seat][row][space]
    if told["skyscrapers"][seat][row][space]:
        marks += "S"
    elif card.foundation:
        marks += f"F{told['adjacent'][seat][row][space]}/{told['costs'][seat]}"
    return f"{told['values'][seat][row][space]}{marks}"


def _holdings(told: View, seat: int) -> str:
    """Return what lies beside a city."""
    held = [count_text(told["contracts"][seat], "contract")]
    held += ["medal"] * (told["medal"] == seat) + ["waiver"] * told["waivers"][seat]
    held += ["1.5 points"] * told["point_tokens"][seat]
    return "".join(f", {thing}" for thing in held)


def _points(told: View) -> list[str]:
    """Return the score of each seat and where it comes from."""
    names = ("total", "skyscrapers", "medal", "completion", "tokens", "districts", "trams")
    lines = [" " * 9 + "".join(f"{name:>13}" for name in names)]
    for seat, score in enumerate(told["scores"]):
        parts = score | {"districts": sum(score["districts"])}
        lines.append(f"player {seat} " + "".join(f"{parts[name]:13g}" for name in names))
    return lines


def _moves(told: View, seat: int) -> bool:
    return bool(told["to_move"] == seat)


def _decision(told: View) -> list[str]:
    """Return whose decision it is, about what, and what is legal; or who has won."""
    seat = told["to_move"]
    if told["phase"] == "over":
        winners = " and ".join(f"player {winner}" for winner in told["winners"])
        return [f"The game is over: player {seat} ended it, won by {winners}."]
    lines = [f"Player {seat} decides ({told['phase']})."]
    if told["drawn"] is not None:
        lines.append(f"drawn     {_card(told, told['drawn'])}")
    if told["taken"]:
        lines.append(_wrapped("taken", [_card(told, card) for card in told["taken"]]))
    if told["bonus"] is not None:
        lines.append(f"bonus     {_plain(BONUS_NAMES[told['bonus']])}")
    lines.append(_wrapped("legal", told["actions"]))
    return lines
