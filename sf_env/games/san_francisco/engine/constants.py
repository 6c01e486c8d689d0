"""The numbers of the rulebook: sizes, phases, bonuses and advantage tokens."""

from __future__ import annotations

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4

# A city has five districts (rows, from the coast at the top to the parks at the bottom)
# of five spaces each; a card's place is (row, space), or the cell 5 * row + space.
ROWS: Final = 5
SPACES: Final = 5
CELLS: Final = ROWS * SPACES
BOTTOM_ROW: Final = ROWS - 1  # the depot is printed along its lower edge

# The project board (RULES 1).
COLUMNS: Final = 3

# Cards (RULES 2). A district's row number is the number of its colour.
BLACK: Final = 5
COLOURS: Final = 6
COLOUR_NAMES: Final = ("blue", "grey", "orange", "yellow", "green", "black")
VALUES: Final = 5  # printed values are 0 to 4
MAX_CARDS: Final = 120

# Symbols of a card, one bit each; the two tokens of a city use the remaining bits of a byte.
TRACKS: Final = 1
DEPOT: Final = 2
PLAZA: Final = 4
FOUNDATION: Final = 8
COAST: Final = 16
BONUS: Final = 32
PLUS2_TOKEN: Final = 64
TRACK_TOKEN: Final = 128
SYMBOLS: Final = 6
SYMBOL_NAMES: Final = ("tracks", "depot", "plaza", "foundation", "coast", "bonus")
# A card's attributes in two bytes: its symbols, then its value, then its colour. Sorting them
# sorts by colour, value and symbols.
VALUE_SHIFT: Final = SYMBOLS
COLOUR_SHIFT: Final = VALUE_SHIFT + 3

PLAZA_VALUE: Final = 4  # beside a tram
SKYSCRAPER_COST: Final = 7  # less one per coast card
FOUNDATION_TOKENS: Final = (6, 8, 10)  # with 2, 3, 4 players
MIN_FOUNDATIONS: Final = 10  # so that no deck runs out before the game ends

# Bonuses (RULES 1 and 5). Bonus r belongs to district r; tracks belong to none.
PLUS2: Final = 0
WILD4: Final = 1
DEPOT_CARD: Final = 2
POINT_TOKEN: Final = 3
WAIVER: Final = 4
TRACK_BONUS: Final = 5
BONUSES: Final = 6
BONUS_COPIES: Final = 3
BONUS_NAMES: Final = ("+2", "wild 4", "depot card", "1½ points", "contract waiver", "tracks")

# Phases (RULES 7).
TURN: Final = 0
COLUMN: Final = 1
BUILD: Final = 2
BONUS_CHOICE: Final = 3
TARGET: Final = 4
END: Final = 5
OVER: Final = 6
PHASES: Final = 7
PHASE_NAMES: Final = ("turn", "column", "build", "bonus", "target", "end", "over")

# Scores are counted in half points inside the engine (RULES 6).
HALF_POINTS_SKYSCRAPER: Final = 2
HALF_POINTS_MEDAL: Final = 2
HALF_POINTS_COMPLETION: Final = 2
HALF_POINTS_TOKEN: Final = 3
# Advantage tokens by rank, a line for each number of players.
DISTRICT_ADVANTAGE: Final = ((4, 0, 0, 0), (4, 2, 0, 0), (4, 2, 0, -2))
TRAM_ADVANTAGE: Final = ((5, 0, 0, 0), (5, 2, 0, 0), (5, 2, 0, -2))
