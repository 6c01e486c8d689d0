"""Reading a deck file: one line per kind of card (RULES 2); errors name file, line and column."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from sf_env.core.errors import DeckError, shown
from sf_env.core.setups import text_in
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.engine.constants import (
    COLOUR_NAMES,
    MAX_CARDS,
    MIN_FOUNDATIONS,
    VALUES,
)

HEADER = ("count", *Card._fields)
ALLOWED_NAMES = "'standard', 'generate:SEED' or the path of a CSV file"
PLAZA_COLOURS = ("grey", "orange", "yellow")
ALLOWED = {
    "count": tuple(str(count) for count in range(1, MAX_CARDS + 1)),
    "colour": COLOUR_NAMES,
    "value": tuple(str(value) for value in range(VALUES)),
} | dict.fromkeys(HEADER[3:], ("0", "1"))


def read_cards(path: Path) -> list[Card]:
    """Return the cards of a deck file in the order of their ids."""
    cards: list[Card] = []
    for number, fields in _lines(path):
        count, card = _parse(fields, f"{path}, line {number}")
        cards += [card] * count
        if len(cards) > MAX_CARDS:
            raise DeckError(
                f"{path}, line {number}, column 'count': {fields[0]!r} makes {len(cards)} cards; "
                f"a deck has at most {MAX_CARDS}"
            )
    check_cards(cards, str(path))
    return cards


def check_cards(cards: Sequence[Card], source: str) -> None:
    """Raise DeckError unless each card and the deck as a whole are allowed."""
    for number, card in enumerate(cards):
        if not isinstance(card, Card):
            raise DeckError(f"{source}, card {number}: {card!r} is not a sf_env.Card")
        for field, value in card._asdict().items():
            text = str(int(value)) if isinstance(value, int) else str(value)
            _check_field(field, text, f"{source}, card {number}")
        _check_card(card, f"{source}, card {number}")
    if len(cards) > MAX_CARDS:
        raise DeckError(f"{source}: {len(cards)} cards; a deck has at most {MAX_CARDS}")
    foundations = sum(card.foundation for card in cards)
    if foundations < MIN_FOUNDATIONS:
        raise DeckError(
            f"{source}, column 'foundation': {foundations} foundation cards in all; a deck has at "
            f"least {MIN_FOUNDATIONS}, so that it cannot run out before the game ends"
        )


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the fields of each line that is neither blank nor the header."""
    text = text_in(path, "deck", ALLOWED_NAMES, DeckError)
    header_seen = False
    for number, line in enumerate(io.StringIO(text, newline=None), start=1):
        if not line.strip():
            continue
        fields = line.rstrip("\n").split(",")
        if header_seen:
            yield number, fields
        elif tuple(fields) == HEADER:
            header_seen = True
        else:
            raise DeckError(
                f"{path}, line {number}: the header is {shown(','.join(fields))}; "
                f"it should be {','.join(HEADER)!r}"
            )
    if not header_seen:
        raise DeckError(f"{path}, line 1: the file is empty; it should begin with a header")


def _parse(fields: list[str], where: str) -> tuple[int, Card]:
    """Return the number of copies in a line, and the card."""
    if len(fields) != len(HEADER):
        raise DeckError(f"{where}: {len(fields)} fields; there should be {len(HEADER)}")
    for column, text in zip(HEADER, fields, strict=True):
        _check_field(column, text, where)
    count, colour, value, *flags = fields
    card = Card(colour, int(value), *(flag == "1" for flag in flags))
    _check_card(card, where)
    return int(count), card


def _check_field(column: str, text: str, where: str) -> None:
    allowed = ALLOWED[column]
    if text not in allowed:
        names = f"1 to {MAX_CARDS}" if column == "count" else ", ".join(allowed)
        raise DeckError(
            f"{where}, column {column!r}: {shown(text)} is not allowed; allowed: {names}"
        )


def _check_card(card: Card, where: str) -> None:
    """Raise DeckError for a combination that no card has."""
    if card.plaza and card.colour not in PLAZA_COLOURS:
        raise DeckError(
            f"{where}, column 'plaza': '1' is not allowed on a {card.colour} card; "
            f"allowed colours: {', '.join(PLAZA_COLOURS)}"
        )
    if card.plaza and card.value != 0:
        raise DeckError(
            f"{where}, column 'value': '{card.value}' is not allowed on a plaza; allowed: 0"
        )
    if card.depot and card.tracks:
        raise DeckError(f"{where}, column 'depot': '1' is not allowed with tracks; allowed: 0")
