"""A second opinion on an observation: its pieces from snapshot and deck, slow and in plain Python.

What each piece means is taken from the list in ``engine/layout.py``; how it is computed is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sf_env import Card, Deck
from tests.games.san_francisco.property import reference
from tests.games.san_francisco.property.reference import CELLS, Cell, City, Snapshot

COLOURS = (*reference.ROW_COLOURS, "black")
SYMBOLS = ("tracks", "depot", "plaza", "foundation", "coast", "bonus")
PHASES = ("turn", "column", "build", "bonus", "target", "end", "over")
SLOTS = 10  # cards described one by one
FEATURES = len(COLOURS) + 1 + len(SYMBOLS)
MOST = 127

Pieces = dict[str, Any]  # nested lists of numbers by name


def expected(
    snapshot: Snapshot, deck: Deck, undrawn: Iterable[int], defers: int, seat: int
) -> Pieces:
    """Return all pieces as a seat should see them.

    ``undrawn`` holds the ids in the deck, in any order; ``defers`` is what
    ``reference.legal_actions`` takes.
    """
    in_order = [(seat + turn) % snapshot["players"] for turn in range(snapshot["players"])]
    scores = reference.scores(snapshot, deck)
    by_seat = [
        {
            **planes(reference.city_of(snapshot, deck, who)),
            **numbers(snapshot, deck, who),
            **districts(snapshot, deck, who),
            **points(scores[who]),
        }
        for who in in_order
    ]
    seats = {name: [pieces[name] for pieces in by_seat] for name in by_seat[0]}
    cards = [deck.card(number) for number in undrawn]
    return {
        **seats,
        **supplies(snapshot, defers),
        **columns(snapshot, deck),
        **taken(snapshot, deck),
        **in_deck(cards),
        "drawn_card": _drawn(snapshot, deck),
    }


def features(card: Card) -> list[int]:
    """Return six colours, the value, six symbols."""
    colours = [int(card.colour == colour) for colour in COLOURS]
    return [*colours, card.value, *(int(getattr(card, symbol)) for symbol in SYMBOLS)]


def sums(cards: Iterable[Card]) -> list[int]:
    """Return the features of some cards, added up as far as an int8 can hold them."""
    added = [0] * FEATURES
    for card in cards:
        added = [total + one for total, one in zip(added, features(card), strict=True)]
    return [min(MOST, total) for total in added]


def described(cards: Iterable[Card]) -> list[list[int]]:
    """Return the features of the first ten cards, and zeros where there are none."""
    rows = [features(card) for card in cards][:SLOTS]
    return rows + [[0] * FEATURES for _ in range(SLOTS - len(rows))]


# One seat.


def planes(city: City) -> Pieces:
    with_tram, built = reference.trams(city), reference.skyscrapers(city)
    present = reference.values(city)
    printed = {symbol: _plane(_having(city, symbol)) for symbol in SYMBOLS}
    return {
        "occupied": _plane(city.cards.__contains__),
        "value": _plane(lambda cell: present.get(cell, 0)),
        **printed,
        "tracks": _plane(lambda cell: cell in city.cards and reference.has_tracks(city, cell)),
        "bonus_symbol": printed["bonus"],
        "plus2_token": _plane(city.plus2.__contains__),
        "track_token": _plane(city.track_tokens.__contains__),
        "tram": _plane(with_tram.__contains__),
        "skyscraper": _plane(built.__contains__),
        "adjacent_sum": _plane(lambda cell: reference.around(present, cell)),
        "skyscraper_need": _plane(lambda cell: _need(city, cell, built)),
    }


def _plane(function: Callable[[Cell], int]) -> list[list[int]]:
    entries = [int(function(cell)) for cell in CELLS]
    return [entries[5 * row : 5 * row + 5] for row in range(5)]


def _having(city: City, symbol: str) -> Callable[[Cell], bool]:
    return lambda cell: cell in city.cards and getattr(city.cards[cell], symbol)


def _need(city: City, cell: Cell, built: set[Cell]) -> int:
    if cell in built or cell not in city.cards or not city.cards[cell].foundation:
        return 0
    return 7 - reference.coasts(city) - reference.around(reference.values(city), cell)


def numbers(snapshot: Snapshot, deck: Deck, seat: int) -> Pieces:
    city = reference.city_of(snapshot, deck, seat)
    return {
        "to_move": int(snapshot["to_move"] == seat),
        "contracts": snapshot["contracts"][seat],
        "waiver": snapshot["waivers"][seat],
        "point_token": snapshot["point_tokens"][seat],
        "trams": len(reference.trams(city)),
        "skyscrapers": len(reference.skyscrapers(city)),
        "coasts": reference.coasts(city),
        "medal": int(snapshot["medal"] == seat),
    }


def districts(snapshot: Snapshot, deck: Deck, seat: int) -> Pieces:
    city = reference.city_of(snapshot, deck, seat)
    symbols = [reference.bonus_symbols(city, row) for row in range(5)]
    return {
        "filled": [sum(cell[0] == row for cell in city.cards) for row in range(5)],
        "row_value": [sum(row) for row in reference.value_grid(city)],
        "bonus_symbols": symbols,
        "bonus_taken": [int(count >= 2) for count in symbols],
        "completion": [int(owner == seat) for owner in snapshot["completion"]],
    }


def points(score: dict[str, Any]) -> Pieces:
    """Return half points."""
    return {
        "tram_points": int(2 * score["trams"]),
        "score": int(2 * score["total"]),
        "district_points": [int(2 * tokens) for tokens in score["districts"]],
    }


# The table.


def supplies(snapshot: Snapshot, defers: int) -> Pieces:
    building = snapshot["phase"] == "build"
    return {
        "phase": [int(snapshot["phase"] == phase) for phase in PHASES],
        "foundation_tokens": snapshot["foundation_tokens"],
        "bonuses_left": snapshot["bonuses_left"],
        "bonus": [int(snapshot["bonus"] == bonus) for bonus in range(6)],
        "defers_left": len(snapshot["taken"]) - 1 - defers if building else 0,
    }


def columns(snapshot: Snapshot, deck: Deck) -> Pieces:
    cards = [sorted_cards(deck, column) for column in snapshot["columns"]]
    return {
        "column_count": [len(column) for column in cards],
        "column_sums": [sums(column) for column in cards],
        "column_cards": [described(column) for column in cards],
    }


def sorted_cards(deck: Deck, ids: Iterable[int]) -> list[Card]:
    """Return cards sorted by colour, value, and symbols (the last of them counts most)."""
    cards = [deck.card(number) for number in ids]
    return sorted(cards, key=lambda card: (COLOURS.index(card.colour), card.value, _flags(card)))


def _flags(card: Card) -> list[bool]:
    return [getattr(card, symbol) for symbol in reversed(SYMBOLS)]


def taken(snapshot: Snapshot, deck: Deck) -> Pieces:
    cards = [deck.card(number) for number in snapshot["taken"]]
    return {
        "taken_count": len(cards),
        "taken_sums": sums(cards),
        "taken_cards": described(cards),
    }


def in_deck(cards: list[Card]) -> Pieces:
    values = [card.value for card in cards]
    return {
        "undrawn_count": len(cards),
        "undrawn_sums": sums(cards),
        "undrawn_values": [values.count(value) for value in range(5)],
    }


def _drawn(snapshot: Snapshot, deck: Deck) -> list[int]:
    if snapshot["drawn"] is None:
        return [0] * FEATURES
    return features(deck.card(snapshot["drawn"]))
