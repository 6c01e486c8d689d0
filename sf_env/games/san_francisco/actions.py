"""The 44 actions by number, name and in words: ``name(9)`` is "ROW 2", ``number("ROW 2")`` is 9."""

from __future__ import annotations

from typing import Any

from sf_env.core.errors import IllegalAction, shown
from sf_env.core.masks import as_action
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
_NUMBERS = {name: action for action, name in enumerate(NAMES)}


def name(action: int) -> str:
    """Return the name of an action, such as "FINALIZE 2" or "CELL 3 1"."""
    return NAMES[check(action)]


def number(name: str) -> int:
    """Return the number of the action with this name; case and spacing do not matter."""
    wanted = " ".join(name.upper().split())
    if wanted not in _NUMBERS:
        raise IllegalAction(
            f"no action is called {shown(name)}; names are {NAMES[0]} to {NAMES[-1]}"
        )
    return _NUMBERS[wanted]


def describe(action: int) -> str:
    """Return what an action means, in words."""
    return DESCRIPTIONS[check(action)]


def check(action: Any) -> int:
    """Return the action as an int; raise TypeError if it is none, IllegalAction if out of range."""
    number = as_action(action)
    if not 0 <= number < ACTIONS:
        raise IllegalAction(
            f"action {shown(number)} does not exist; actions are 0 to {ACTIONS - 1}"
        )
    return number
