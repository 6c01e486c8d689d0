"""The 44 actions by number, name and in words: ``name(9)`` is "ROW 2", ``number("ROW 2")`` is 9."""

from __future__ import annotations

from sf_env.core.action_names import ActionNames
from sf_env.games.san_francisco.engine.actions import (
    ACTIONS,
    CELL,
    DEFER,
    DISCARD,
    DRAW,
    END_TURN,
    FINALIZE,
    PUT,
    ROW,
    TAKE_DISTRICT_BONUS,
    TAKE_TRACK_BONUS,
    WAIVE,
)
from sf_env.games.san_francisco.engine.constants import CELLS, COLOUR_NAMES, COLUMNS, ROWS, SPACES

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _table() -> dict[int, tuple[str, str]]:
    """Return the name of each action and what it means."""
    actions = {
        DRAW: ("DRAW", "turn up the top card of the deck"),
        DISCARD: ("DISCARD", "discard the current card"),
        DEFER: ("DEFER", "put the current card behind the other taken cards"),
        TAKE_DISTRICT_BONUS: ("DISTRICT_BONUS", "take the district's own bonus"),
        TAKE_TRACK_BONUS: ("TRACK_BONUS", "take the tracks bonus instead"),
        END_TURN: ("END_TURN", "keep the waiver and end the turn"),
    }
    for column in range(COLUMNS):
        actions[FINALIZE + column] = (f"FINALIZE {column}", f"take all cards of column {column}")
        actions[PUT + column] = (f"COLUMN {column}", f"put the drawn card in column {column}")
    for row in range(ROWS):
        actions[ROW + row] = (f"ROW {row}", f"build in the {COLOUR_NAMES[row]} row")
    for cell in range(CELLS):
        row, space = divmod(cell, SPACES)
        place = f"{ORDINALS[space]} card of the {COLOUR_NAMES[row]} row"
        actions[CELL + cell] = (f"CELL {row} {space}", f"put the token on the {place}")
    for count, noun in ((1, "1 contract"), (2, "2 contracts")):
        actions[WAIVE + count] = (f"WAIVE {count}", f"use the waiver to discard {noun}")
    return actions


_TABLE = _table()
NAMES: tuple[str, ...] = tuple(_TABLE[action][0] for action in range(ACTIONS))
DESCRIPTIONS: tuple[str, ...] = tuple(_TABLE[action][1] for action in range(ACTIONS))
_ACTIONS = ActionNames(NAMES, DESCRIPTIONS)
name = _ACTIONS.name
number = _ACTIONS.number
describe = _ACTIONS.describe
check = _ACTIONS.check
