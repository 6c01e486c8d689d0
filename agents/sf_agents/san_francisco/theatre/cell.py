"""A card of a city in a few letters: its value, its symbols and what was added to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from sf_agents.san_francisco.theatre.colours import style_of
from sf_agents.terminal.plain import FAINT
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.view import View

Cell = tuple[int, int, int]  # seat, row, space
MARKS = (("depot", "⌂"), ("plaza", "◎"), ("coast", "≈"), ("bonus", "★"))
TRACKS, TRAM_MARK, TOWER, PLUS2 = "═", "T", "♜", "+"
EMPTY = "·"
LEGEND = (
    f"A card: its value, then {TRACKS} tracks, ⌂ depot, ◎ plaza, ≈ coast, ★ bonus, "
    f"{TRAM_MARK} tram, {PLUS2} token of 2.",
    f"5/7 is a foundation with 5 around it of the 7 that it needs; {TOWER} has its skyscraper.",
)


class Parts(NamedTuple):
    """What is shown of a card in a city."""

    value: str
    rails: str
    symbols: str
    site: str  # a skyscraper, or what a foundation has and needs


def card_at(view: View, cell: Cell) -> Card | None:
    """Return the card on a space, if there is one."""
    seat, row, space = cell
    card_id = view["cities"][seat][row][space]
    return view["cards"][card_id] if card_id >= 0 else None


def built(view: View) -> Iterator[Cell]:
    """Yield the spaces with a card."""
    for seat, city in enumerate(view["cities"]):
        for row, cards in enumerate(city):
            yield from ((seat, row, space) for space, card in enumerate(cards) if card >= 0)


def length(view: View, cell: Cell) -> int:
    """Return how many letters a card in a city takes."""
    card = card_at(view, cell)
    return 1 if card is None else len(_flat(_parts(view, cell, card)))


def flat_cell(view: View, cell: Cell, room: int) -> Text:
    """Return a space of a city in one line."""
    card = card_at(view, cell)
    if card is None:
        return Text(EMPTY.center(room), FAINT)
    return _coloured(_flat(_parts(view, cell, card)).ljust(room), card.colour)


def tall_cell(view: View, cell: Cell, room: int) -> list[Text]:
    """Return a space of a city in two lines."""
    card = card_at(view, cell)
    if card is None:
        return [Text(EMPTY.center(room), FAINT), Text(" " * room)]
    value, rails, symbols, site = _parts(view, cell, card)
    above = f" {value} {' '.join(symbols)}", f"{value}{symbols}"
    below = f" {rails:1} {site}", f"{rails}{site}"
    return [_coloured(_fitting(*ways, room), card.colour) for ways in (above, below)]


def _fitting(loose: str, tight: str, room: int) -> str:
    """Return a line as loose as there is room for."""
    return (loose if len(loose) <= room else tight).ljust(room)


def _coloured(word: str, colour: str) -> Text:
    text = Text(word, style_of(colour))
    text.highlight_words([TRAM_MARK], style_of("tram"))
    text.highlight_words([TOWER], "bold")
    return text


def _parts(view: View, cell: Cell, card: Card) -> Parts:
    seat, row, space = cell
    value = f"{view['values'][seat][row][space]}{PLUS2 * view['plus2'][seat][row][space]}"
    tracks = card.tracks or view["track_tokens"][seat][row][space]
    rails = TRAM_MARK if view["trams"][seat][row][space] else TRACKS if tracks else ""
    symbols = "".join(mark for symbol, mark in MARKS if getattr(card, symbol))
    site = ""
    if view["skyscrapers"][seat][row][space]:
        site = TOWER
    elif card.foundation:
        site = f"{view['adjacent'][seat][row][space]}/{view['costs'][seat]}"
    return Parts(value, rails, symbols, site)


def _flat(parts: Parts) -> str:
    """Return a card in one line; a number never touches another."""
    word = parts.value + parts.rails + parts.symbols
    return f"{word} {parts.site}" if word == parts.value and parts.site else word + parts.site
