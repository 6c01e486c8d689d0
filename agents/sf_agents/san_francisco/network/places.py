"""The layout of observations that the networks read, and where its pieces are.

All of it follows from that layout, not from the latest of the game: where
the game has a later one, it keeps this one as an earlier layout, and networks stay as they are.
"""

from __future__ import annotations

from math import prod

from sf_env.games.san_francisco.engine.constants import COLUMNS, SPACES
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

LAYOUT_HASH = "d04bb775db48179b"
LAYOUT = SAN_FRANCISCO.layout_of(LAYOUT_HASH)

_PLAYERS = 2  # that the pieces are counted with
_SHAPES = {name: shape for name, shape, _, _ in LAYOUT.pieces(_PLAYERS)}
_NAMES = list(_SHAPES)
_AT = {
    name: sum(prod(_SHAPES[before]) for before in _NAMES[:number])
    for number, name in enumerate(_NAMES)
}

# Pieces of the seats come first: planes of spaces, then numbers, then numbers of districts.
PLANES = _NAMES[: _NAMES.index("to_move")]
NUMBERS = _NAMES[_NAMES.index("to_move") : _NAMES.index("filled")]
DISTRICTS = _NAMES[_NAMES.index("filled") : _NAMES.index("phase")]
SLOTS, FEATURES = _SHAPES["taken_cards"]  # cards that are seen, and what is seen of each
PLANE_COUNT, NUMBER_COUNT, DISTRICT_COUNT = len(PLANES), len(NUMBERS), len(DISTRICTS)

CELLS_OF_ROW = PLANE_COUNT * SPACES
ROW_FEATURES = CELLS_OF_ROW + DISTRICT_COUNT  # of a row: its cells plane by plane, its numbers
COLUMN_FEATURES = FEATURES + 1  # of a column besides its cards: their sum and number
OFFERED = COLUMNS * SLOTS  # cards of the columns; the taken cards follow, then the drawn one
CARDS = OFFERED + SLOTS + 1

# Where the pieces of a seat begin, times the number of seats.
NUMBERS_AT = _AT["to_move"] // _PLAYERS
DISTRICTS_AT = _AT["filled"] // _PLAYERS
SEAT_SIZE = _AT["phase"] // _PLAYERS
# Where those of the table begin, after the seats.
_TABLE = {name: at - _AT["phase"] for name, at in _AT.items()}
COLUMN_COUNT_AT = _TABLE["column_count"]
COLUMN_SUMS_AT = _TABLE["column_sums"]
UNDRAWN_AT = _TABLE["undrawn_sums"]
CARDS_AT = _TABLE["column_cards"]
# The table's numbers are those before the columns and those between the columns and the cards.
FIRST_AT, FIRST_END = _TABLE["phase"], COLUMN_COUNT_AT
LAST_AT, LAST_END = _TABLE["taken_count"], CARDS_AT
TABLE_NUMBERS = FIRST_END - FIRST_AT + LAST_END - LAST_AT
