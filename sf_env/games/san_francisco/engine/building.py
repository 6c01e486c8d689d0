"""Building a card (RULES 4): trams, values, skyscrapers, the medal, completed districts."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.cards import symbols_of, value_of
from sf_env.games.san_francisco.engine.constants import (
    BONUS,
    BOTTOM_ROW,
    CELLS,
    COAST,
    DEPOT,
    FOUNDATION,
    PLAZA,
    PLAZA_VALUE,
    ROWS,
    SKYSCRAPER_COST,
    SPACES,
    TRACKS,
)

# The four spaces that share a side with one: above, right, below, left.
#
#            (-1, 0)
#    (0, -1)    x    (0, +1)
#            (+1, 0)
SIDES = np.array(((-1, 0), (0, 1), (1, 0), (0, -1)), dtype=np.int64)


@jit
def build(state: np.void, seat: int, row: int, card: int) -> None:
    """Put a card on the leftmost empty space of a row and settle what follows (steps 1 to 5)."""
    space = wide(state["filled"][seat, row])
    attributes = wide(state["attributes"][card])
    symbols = symbols_of(attributes)
    state["cards"][seat, row, space] = card
    state["symbols"][seat, row, space] = symbols
    state["filled"][seat, row] += 1
    state["built"][seat] += 1
    if symbols & BONUS:
        state["bonus_symbols"][seat, row] += 1
    raise_value(state, seat, row, space, value_of(attributes))
    if symbols & PLAZA and beside_tram(state, seat, row, space):
        wake_plaza(state, seat, row, space)
    if symbols & DEPOT or (symbols & TRACKS and meets_network(state, seat, row, space)):
        add_trams(state, seat, row, space)
    if symbols & COAST:
        state["coasts"][seat] += 1
        build_all_skyscrapers(state, seat)
    elif symbols & FOUNDATION:
        build_skyscraper(state, seat, row, space)
    if space == SPACES - 1 and state["completion"][row] < 0:
        state["completion"][row] = seat


@jit
def on_board(row: int, space: int) -> bool:
    return 0 <= row < ROWS and 0 <= space < SPACES


@jit
def beside_tram(state: np.void, seat: int, row: int, space: int) -> bool:
    """Whether a side-adjacent card carries a tram."""
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if on_board(near_row, near_space) and state["trams"][seat, near_row, near_space]:
            return True
    return False


@jit
def meets_network(state: np.void, seat: int, row: int, space: int) -> bool:
    """Whether tracks on this space touch the printed depot or a card with a tram (step 1)."""
    return row == BOTTOM_ROW or beside_tram(state, seat, row, space)


@jit
def add_trams(state: np.void, seat: int, row: int, space: int) -> None:
    """Put a tram on a card and let trams spread from there, breadth first (step 1).

    The queue of the search is a set of cells, one bit each: no cell is visited twice, and the
    order in which they are does not matter.
    """
    queue = 1 << (SPACES * row + space)
    while queue:
        for cell in range(CELLS):
            if queue >> cell & 1:
                queue ^= 1 << cell
                queue |= add_tram(state, seat, cell // SPACES, cell % SPACES)


@jit
def add_tram(state: np.void, seat: int, row: int, space: int) -> int:
    """Put a tram on one card, wake the plazas beside it, and return the cells it spreads to."""
    state["trams"][seat, row, space] = 1
    state["tram_count"][seat] += 1
    reached = 0
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if not on_board(near_row, near_space):
            continue
        symbols = state["symbols"][seat, near_row, near_space]
        if symbols & PLAZA:
            wake_plaza(state, seat, near_row, near_space)
        if symbols & TRACKS and not state["trams"][seat, near_row, near_space]:
            reached |= 1 << (SPACES * near_row + near_space)
    return reached


@jit
def wake_plaza(state: np.void, seat: int, row: int, space: int) -> None:
    """Give a plaza its value, once it is next to a tram; with a +2 it is 2 before (step 2)."""
    if state["values"][seat, row, space] < PLAZA_VALUE:
        raise_value(state, seat, row, space, PLAZA_VALUE)


@jit
def raise_value(state: np.void, seat: int, row: int, space: int, amount: int) -> None:
    """Raise the present value of a card, and build the skyscrapers this allows (steps 2, 3)."""
    if amount == 0:
        return
    state["values"][seat, row, space] += amount
    state["row_values"][seat, row] += amount
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if on_board(near_row, near_space):
            state["adjacent"][seat, near_row, near_space] += amount
            build_skyscraper(state, seat, near_row, near_space)


@jit
def build_all_skyscrapers(state: np.void, seat: int) -> None:
    """Look at every foundation of a city: a coast card has made skyscrapers cheaper (step 3)."""
    for row in range(ROWS):
        for space in range(wide(state["filled"][seat, row])):
            build_skyscraper(state, seat, row, space)


@jit
def build_skyscraper(state: np.void, seat: int, row: int, space: int) -> None:
    """Build a skyscraper here if there is a free foundation and its cost is met (steps 3, 4)."""
    if not state["symbols"][seat, row, space] & FOUNDATION:
        return
    if state["skyscrapers"][seat, row, space]:
        return
    if state["adjacent"][seat, row, space] + state["coasts"][seat] < SKYSCRAPER_COST:
        return
    state["skyscrapers"][seat, row, space] = 1
    state["skyscraper_count"][seat] += 1
    holder = state["medal"]
    if holder < 0 or state["skyscraper_count"][seat] > state["skyscraper_count"][holder]:
        state["medal"] = seat
