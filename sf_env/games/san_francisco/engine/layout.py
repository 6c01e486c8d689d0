"""The pieces of an observation, declared once: offsets, space, views and documentation follow.

First come the pieces of the seats, each holding all seats from the observer's on in turn order,
then those of the table. Wherever cards are described or added up, it is by 13 features: six
colours, the value, six symbols.
"""

from __future__ import annotations

from sf_env.core.pieces import Piece, number, offsets
from sf_env.games.san_francisco.engine.constants import (
    BONUSES,
    COLOURS,
    COLUMNS,
    MAX_CARDS,
    PHASES,
    ROWS,
    SPACES,
    SYMBOLS,
    VALUES,
)

SLOTS = 10  # cards of a column, or of the taken ones, that are described one by one
FEATURES = COLOURS + 1 + SYMBOLS
MOST = 127  # what an int8 holds; only sums of values over thirty cards or more could exceed it


def _plane(name: str, high: int, meaning: str) -> Piece:
    return Piece(name, (ROWS, SPACES), 0, high, meaning)


def _district(name: str, low: int, high: int, meaning: str) -> Piece:
    return Piece(name, (ROWS,), low, high, meaning)


PLANES = (
    _plane("occupied", 1, "the space holds a card"),
    _plane("value", 6, "its present value, with a plaza's 4 and the +2 token"),
    _plane("tracks", 1, "it has tracks, printed or by a token"),
    _plane("depot", 1, "it is a depot"),
    _plane("plaza", 1, "it is a plaza"),
    _plane("foundation", 1, "it is a foundation"),
    _plane("coast", 1, "it is a coast card"),
    _plane("bonus_symbol", 1, "it has the bonus symbol"),
    _plane("plus2_token", 1, "it carries the +2 token"),
    _plane("track_token", 1, "it carries the tracks token"),
    _plane("tram", 1, "it carries a tram"),
    _plane("skyscraper", 1, "it carries a skyscraper"),
    _plane("adjacent_sum", 18, "the values of the side-adjacent cards, added up"),
    _plane("skyscraper_need", 7, "what a foundation without a skyscraper still needs around it"),
)
NUMBERS = (
    number("to_move", 0, 1, "the decision is this seat's"),
    number("contracts", 0, 15, "contracts held"),
    number("waiver", 0, 1, "holds the contract waiver"),
    number("point_token", 0, 1, "holds the 1½-point token"),
    number("trams", 0, 25, "trams in the city"),
    number("skyscrapers", 0, 9, "skyscrapers in the city"),
    number("coasts", 0, 25, "coast cards in the city: a skyscraper costs 7 less their number"),
    number("medal", 0, 1, "holds the master builder medal"),
    number("tram_points", -2, 5, "half points for the trams, if the game ended now"),
    number("score", -12, 60, "all half points, if the game ended now"),
)
DISTRICTS = (
    _district("filled", 0, 5, "cards in the row"),
    _district("row_value", 0, 22, "the present values of its cards, added up"),
    _district("bonus_symbols", 0, 5, "bonus symbols in the row"),
    _district("bonus_taken", 0, 1, "the row has had its second symbol: no more bonus from it"),
    _district("completion", 0, 1, "holds the district's completion token"),
    _district("district_points", -2, 4, "half points for the district, if the game ended now"),
)
SEAT_PIECES = PLANES + NUMBERS + DISTRICTS
TABLE_PIECES = (
    Piece("phase", (PHASES,), 0, 1, "turn, column, build, bonus, target, end, over: one of them"),
    number("foundation_tokens", 0, 10, "foundation tokens left"),
    Piece("bonuses_left", (BONUSES,), 0, 3, "copies left of each bonus"),
    Piece("bonus", (BONUSES,), 0, 1, "phase bonus: the row's own; phase target: the one placed"),
    number("defers_left", 0, MAX_CARDS, "how often the current card may still be deferred"),
    Piece("column_count", (COLUMNS,), 0, MAX_CARDS, "cards in each column"),
    Piece("column_sums", (COLUMNS, FEATURES), 0, MOST, "their features, added up"),
    number("taken_count", 0, MAX_CARDS, "taken cards not yet built or discarded"),
    Piece("taken_sums", (FEATURES,), 0, MOST, "their features, added up"),
    number("undrawn_count", 0, MAX_CARDS, "cards in the deck"),
    Piece("undrawn_sums", (FEATURES,), 0, MOST, "their features, added up"),
    Piece("undrawn_values", (VALUES,), 0, MAX_CARDS, "how many of them have value 0, 1, 2, 3, 4"),
    Piece(
        "column_cards",
        (COLUMNS, SLOTS, FEATURES),
        0,
        4,
        "the features of each column's first ten cards, sorted by them",
    ),
    Piece(
        "taken_cards",
        (SLOTS, FEATURES),
        0,
        4,
        "the features of the first ten taken cards, the current one first",
    ),
    Piece("drawn_card", (FEATURES,), 0, 4, "the features of the card turned up"),
)

SEAT_SIZE = sum(piece.size for piece in SEAT_PIECES)
TABLE_SIZE = sum(piece.size for piece in TABLE_PIECES)

SEAT_OFFSETS = offsets(SEAT_PIECES)  # times the number of seats
TABLE_OFFSETS = offsets(TABLE_PIECES)
