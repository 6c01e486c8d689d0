"""What may be done: the legal actions of each phase (RULES 7), as a set of bits.

Bit a of the set is action a; 44 actions fit in one integer. Nothing here changes a state.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import (
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
from sf_env.games.san_francisco.engine.cards import colour_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    BONUS_CHOICE,
    BUILD,
    CELLS,
    COLUMN,
    COLUMNS,
    DEPOT,
    DEPOT_CARD,
    END,
    ROWS,
    SPACES,
    TARGET,
    TRACK_BONUS,
    TRACKS,
    TURN,
    WILD4,
)


@jit
def legal_actions(state: np.void) -> int:
    """Return the set of actions that are legal in this state; empty when the game is over."""
    phase = state["phase"]
    if phase == TURN:
        return turn_actions(state)
    if phase == COLUMN:
        return ((1 << COLUMNS) - 1) << PUT
    if phase == BUILD:
        return build_actions(state)
    if phase == BONUS_CHOICE:
        return bonus_actions(state, wide(state["bonus"]))
    if phase == TARGET:
        return target_actions(state)
    if phase == END:
        return waive_actions(state) | (1 << END_TURN)
    return 0


@jit
def turn_actions(state: np.void) -> int:
    """Draw, take a column that holds more cards than one has contracts, or waive (RULES 3)."""
    contracts = state["contracts"][state["to_move"]]
    actions = 1 << DRAW
    for column in range(COLUMNS):
        if state["column_count"][column] > contracts:
            actions |= 1 << (FINALIZE + column)
    return actions | waive_actions(state)


@jit
def waive_actions(state: np.void) -> int:
    """Discard 1 or 2 contracts, at most as many as held, if one holds a waiver (RULES 3)."""
    seat = state["to_move"]
    if not state["waivers"][seat]:
        return 0
    actions = 0
    for count in range(1, min(2, wide(state["contracts"][seat])) + 1):
        actions |= 1 << (WAIVE + count)
    return actions


@jit
def build_actions(state: np.void) -> int:
    """Build the current card in a row it fits, discard it, or defer it (RULES 4 and 7)."""
    colour = colour_of(wide(state["attributes"][state["taken"][0]]))
    rows = open_rows(state, wide(state["to_move"]))
    if colour != BLACK:
        rows &= 1 << colour
    actions = (rows << ROW) | (1 << DISCARD)
    if state["defers"] < state["taken_count"] - 1:
        actions |= 1 << DEFER
    return actions


@jit
def open_rows(state: np.void, seat: int) -> int:
    """Return the set of rows of a city that have an empty space."""
    rows = 0
    for row in range(ROWS):
        if state["filled"][seat, row] < SPACES:
            rows |= 1 << row
    return rows


@jit
def bonus_actions(state: np.void, row: int) -> int:
    """The district's bonus or tracks: those with a copy left and a possible target (RULES 4.6)."""
    seat = wide(state["to_move"])
    actions = 0
    needs_space = row in (WILD4, DEPOT_CARD)
    if state["bonuses_left"][row] > 0 and not (needs_space and state["built"][seat] == CELLS):
        actions |= 1 << TAKE_DISTRICT_BONUS
    if state["bonuses_left"][TRACK_BONUS] > 0 and trackless_cells(state, seat):
        actions |= 1 << TAKE_TRACK_BONUS
    return actions


@jit
def target_actions(state: np.void) -> int:
    """Where the bonus being placed may go (RULES 5)."""
    seat = wide(state["to_move"])
    bonus = state["bonus"]
    if bonus in (WILD4, DEPOT_CARD):
        return open_rows(state, seat) << ROW
    if bonus == TRACK_BONUS:
        return trackless_cells(state, seat) << CELL
    return built_cells(state, seat) << CELL


@jit
def built_cells(state: np.void, seat: int) -> int:
    """Return the set of cells of a city that hold a card."""
    cells = 0
    for row in range(ROWS):
        count = wide(state["filled"][seat, row])
        cells |= ((1 << count) - 1) << (SPACES * row)
    return cells


@jit
def trackless_cells(state: np.void, seat: int) -> int:
    """Return the set of cells whose card has neither tracks nor a depot."""
    cells = 0
    for row in range(ROWS):
        for space in range(wide(state["filled"][seat, row])):
            if not state["symbols"][seat, row, space] & (TRACKS | DEPOT):
                cells |= 1 << (SPACES * row + space)
    return cells
