"""The 44 action numbers (RULES 7), the same for every deck and number of players."""

from __future__ import annotations

from typing import Final

from sf_env.games.san_francisco.engine.constants import CELLS, COLUMNS, ROWS

DRAW: Final = 0
FINALIZE: Final = 1  # + column
PUT: Final = FINALIZE + COLUMNS  # + column
ROW: Final = PUT + COLUMNS  # + row
DISCARD: Final = ROW + ROWS
DEFER: Final = DISCARD + 1
TAKE_DISTRICT_BONUS: Final = DEFER + 1
TAKE_TRACK_BONUS: Final = TAKE_DISTRICT_BONUS + 1
CELL: Final = TAKE_TRACK_BONUS + 1  # + 5 * row + space
WAIVE: Final = CELL + CELLS - 1  # + contracts discarded, 1 or 2
END_TURN: Final = WAIVE + 3
ACTIONS: Final = END_TURN + 1

# Kinds of actions as sets of bits.
COLUMNS_TO_TAKE: Final = ((1 << COLUMNS) - 1) << FINALIZE
ROWS_TO_BUILD: Final = ((1 << ROWS) - 1) << ROW
