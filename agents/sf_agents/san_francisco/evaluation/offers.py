"""What the cards on the table, and those taken but not yet built, would bring each seat.

A card is weighed on the next space of its row: by the race it would change there, the tram its
tracks would get, the foundations it would be next to. The columns are then worth something to
those who may take them next. ``view`` is an outlook, see ``outlook.py``.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of, value_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    BONUS,
    COAST,
    COLUMNS,
    DEPOT,
    FOUNDATION,
    PLAZA,
    PLAZA_VALUE,
    ROWS,
    SPACES,
    TRACKS,
    TURN,
)


@jit
def offer_cards(state: np.void, weights: np.void, view: np.void) -> None:
    """Add what the next takers may expect of the table, and the mover of cards already taken.

    The player to move takes the best column, the next player the best of the others.
    """
    mover = wide(state["to_move"])
    for place in range(wide(state["taken_count"])):
        card = wide(state["taken"][place])
        view["points"][mover] += card_worth(state, mover, card, weights, view)
    if state["phase"] != TURN:
        return
    after = (mover + 1) % wide(state["players"])
    weigh_columns(state, mover, weights, view)
    weigh_columns(state, after, weights, view)
    best = 0.0
    best_column = -1
    for column in range(COLUMNS):
        worth = worth_of_taking(state, mover, column, weights, view)
        if worth > best:
            best = worth
            best_column = column
    rest = 0.0
    for column in range(COLUMNS):
        if column != best_column:
            rest = max(rest, worth_of_taking(state, after, column, weights, view))
    view["points"][mover] += weights["next_take"] * best
    view["points"][after] += weights["second_take"] * rest


@jit
def weigh_columns(state: np.void, seat: int, weights: np.void, view: np.void) -> None:
    """Write what the cards of each column would bring a seat."""
    for column in range(COLUMNS):
        worth = 0.0
        for place in range(wide(state["column_count"][column])):
            card = wide(state["columns"][column, place])
            worth += card_worth(state, seat, card, weights, view)
        view["columns"][seat, column] = worth


@jit
def worth_of_taking(
    state: np.void, seat: int, column: int, weights: np.void, view: np.void
) -> float:
    """Return what taking a column would bring a seat, its contract paid; 0 if it may not."""
    if state["column_count"][column] <= state["contracts"][seat]:
        return 0.0
    return max(0.0, float(view["columns"][seat, column] - weights["take_price"]))


@jit
def card_worth(state: np.void, seat: int, card: int, weights: np.void, view: np.void) -> float:
    """Return what a card would bring a seat that builds it next, 0 if there is no space for it."""
    attributes = wide(state["attributes"][card])
    colour = colour_of(attributes)
    if colour != BLACK:
        if state["filled"][seat, colour] == SPACES:
            return 0.0
        return worth_on_spot(state, seat, colour, attributes, weights, view)
    best = 0.0
    for row in range(ROWS):
        if state["filled"][seat, row] < SPACES:
            best = max(best, worth_on_spot(state, seat, row, attributes, weights, view))
    return best


@jit
def worth_on_spot(
    state: np.void, seat: int, row: int, attributes: int, weights: np.void, view: np.void
) -> float:
    """Return what a card brings on the next space of a row."""
    symbols = symbols_of(attributes)
    spot = view["spots"][seat, row]
    value = value_of(attributes) + 0.0
    if symbols & PLAZA:
        value += PLAZA_VALUE if spot["tram"] else weights["plaza_card"]
    worth = weights["any_card"] + value * worth_of_value(seat, row, weights, view)
    if spot["missing"] > 0.0:
        ready = value >= spot["missing"]
        worth += weights["skyscraper_card"] if ready else weights["beside_foundation"] * value
    if symbols & DEPOT or (symbols & TRACKS and spot["meets"]):
        worth += weights["track_card"] * (1.0 + spot["tracks"])
        worth += spot["plazas"] * PLAZA_VALUE * worth_of_value(seat, row, weights, view)
    elif symbols & TRACKS:
        worth += weights["idle_track_card"]
    if symbols & FOUNDATION:
        near = wide(state["adjacent"][seat, row, state["filled"][seat, row]])
        worth += weights["foundation_card"] + weights["foundation_beside"] * near
    if symbols & COAST:
        worth += weights["coast_card"] + weights["skyscraper_card"] * view["ripe"][seat]
    if symbols & BONUS:
        if state["bonus_symbols"][seat, row] == 1:
            worth += weights["bonus_card"]
        elif state["bonus_symbols"][seat, row] == 0:
            worth += weights["first_bonus_card"]
    return float(worth)


@jit
def worth_of_value(seat: int, row: int, weights: np.void, view: np.void) -> float:
    """Return what each value more in a row brings a seat."""
    return float(weights["value_in_race"] * view["slopes"][seat, row] + weights["value"])
