"""The sharp policy of playouts: what each column would bring to itself and to the next player.

It sees the table with the eyes of the evaluation: what a card would bring on the next space of its
row, given the races, trams and foundations. It takes the column that brings most, if that is
enough; what the next player loses by it counts in part. It puts drawn cards where they help the
next player least, and builds cards and bonuses where they bring most. It looks again at a city and
at all columns only when cards were built; in between, it adds the cards that are drawn.

A policy of playouts should play well, but above all it should take columns as often as good players
do: if nobody takes, waiting looks safe. The numbers below were found by searches with it.
"""

from __future__ import annotations

import math

import numpy as np

from sf_agents.san_francisco.evaluation.city import missing_value, sleeps, survey, waits
from sf_agents.san_francisco.evaluation.evaluation import look_at_table
from sf_agents.san_francisco.evaluation.offers import card_worth, worth_of_value, worth_on_spot
from sf_env.core.compiled.bits import lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, fork, mix
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import (
    CELL,
    COLUMNS_TO_TAKE,
    DISCARD,
    DRAW,
    FINALIZE,
    PUT,
    ROW,
    ROWS_TO_BUILD,
    TAKE_DISTRICT_BONUS,
    TAKE_TRACK_BONUS,
    WAIVE,
)
from sf_env.games.san_francisco.engine.building import SIDES, meets_network, on_board
from sf_env.games.san_francisco.engine.constants import (
    BONUS_CHOICE,
    BUILD,
    COLUMN,
    COLUMNS,
    DEPOT_CARD,
    HALF_POINTS_TOKEN,
    OVER,
    PLAZA_VALUE,
    PLUS2,
    POINT_TOKEN,
    SPACES,
    TARGET,
    TRACK_BONUS,
    TRACKS,
    TURN,
    WAIVER,
    WILD4,
)
from sf_env.games.san_francisco.engine.legal import built_cells, open_rows, trackless_cells
from sf_env.games.san_francisco.engine.step import step

# A column should bring so many points, give or take some hesitation; more if there is much to come,
# or if all others hold contracts: then everybody discards one.
WORTH_TAKING = 0.9
HESITATION = 0.9
WORTH_PER_CARD = 0.16
WORTH_OF_SHEDDING = 0.9
DENIAL = 0.8  # weight of what the next player cannot have then
OWN_SHARE = 0.6  # weight of what remains for oneself when a card is put in a column
NUDGE = 1e-6  # decides between equal columns


@jit
def play_sharply(state: np.void, weights: np.void, view: np.void, word: Word) -> None:
    """Play a game to its end, looking again at a city and at the table when cards were built.

    ``view`` holds what was seen; drawn cards are added to it.
    """
    for seat in range(wide(state["players"])):
        survey(state, seat, view)
    look_at_table(state, weights, view)
    builder = -1
    while state["phase"] != OVER:
        if state["phase"] == TURN and builder >= 0:
            survey(state, builder, view)
            look_at_table(state, weights, view)
            builder = -1
        elif state["phase"] != TURN and state["phase"] != COLUMN:
            builder = wide(state["to_move"])
        word = advance(word)
        step(state, sharp_action(state, weights, view, mix(word)))


@jit
def sharp_action(state: np.void, weights: np.void, view: np.void, random: Word) -> int:
    """Return what somebody does who sees what the columns are worth."""
    legal = wide(state["legal"])
    phase = state["phase"]
    if phase == TURN:
        return take_by_worth(state, legal, weights, view, random)
    if phase == COLUMN:
        return put_for_the_next(state, weights, view, random)
    if phase == BUILD:
        rows = legal & ROWS_TO_BUILD
        if rows & (rows - 1):
            return best_row(state, rows, wide(state["taken"][0]), weights, view)[0]
        return lowest_bit(rows) if rows else DISCARD
    if phase == BONUS_CHOICE:
        return best_bonus(state, legal, weights, view)
    if phase == TARGET:
        return best_target(state, legal, wide(state["bonus"]), weights, view)[0]
    return WAIVE + 2 if legal >> (WAIVE + 2) & 1 else WAIVE + 1


@jit
def take_by_worth(state: np.void, legal: int, weights: np.void, view: np.void, random: Word) -> int:
    """Use a waiver to the full; else take the most worthy column, if any is worth it; or draw.

    A column is worth what it brings, and something of what the next player then cannot have. What
    is enough varies from turn to turn (it is logistic), so that waiting is never quite safe.
    """
    if legal >> (WAIVE + 2) & 1:
        return WAIVE + 2
    if legal & COLUMNS_TO_TAKE == 0:
        return DRAW
    mover = wide(state["to_move"])
    after = (mover + 1) % wide(state["players"])
    offer, wanted = best_offer(state, after, -1, 0.0, -1, view)
    best = WORTH_TAKING + WORTH_PER_CARD * view["cards"]
    if all_others_hold_contracts(state, mover):
        best += WORTH_OF_SHEDDING
    luck = (below(random, 1024) + 0.5) / 1024.0
    best = max(0.0, best + HESITATION * math.log(luck / (1.0 - luck)))
    action = DRAW
    for column in range(COLUMNS):
        if legal >> (FINALIZE + column) & 1:
            worth = view["columns"][mover, column]
            if column == wanted:
                rest, _ = best_offer(state, after, -1, 0.0, column, view)
                price = weights["take_price"]
                worth += DENIAL * (max(offer - price, 0.0) - max(rest - price, 0.0))
            if worth > best:
                best = worth
                action = FINALIZE + column
    return action


@jit
def all_others_hold_contracts(state: np.void, seat: int) -> bool:
    """Whether taking a column would let everybody discard a contract."""
    for other in range(wide(state["players"])):
        if other != seat and state["contracts"][other] == 0:
            return False
    return True


@jit
def put_for_the_next(state: np.void, weights: np.void, view: np.void, random: Word) -> int:
    """Put the drawn card where the next player's best column is worth least, and ours most."""
    players = wide(state["players"])
    mover = wide(state["to_move"])
    after = (mover + 1) % players
    card = wide(state["drawn"])
    ours = card_worth(state, mover, card, weights, view)
    theirs = card_worth(state, after, card, weights, view)
    most = -1e9
    chosen = 0
    for column in range(COLUMNS):
        bad, taken = best_offer(state, after, column, theirs, -1, view)
        good, _ = best_offer(state, mover, column, ours, taken, view)
        worth = OWN_SHARE * good - bad + NUDGE * below(fork(random, column), 256)
        if worth > most:
            most = worth
            chosen = column
    view["columns"][mover, chosen] += ours
    view["columns"][after, chosen] += theirs
    for seat in range(players):
        if seat not in (mover, after):
            view["columns"][seat, chosen] += card_worth(state, seat, card, weights, view)
    return PUT + chosen


@jit
def best_offer(
    state: np.void, seat: int, put: int, card: float, gone: int, view: np.void
) -> tuple[float, int]:
    """Return the worth and the number of a seat's best column; 0 and -1 if none is worth anything.

    The drawn card, worth ``card`` to the seat, will be in column ``put``; ``gone`` will be taken.
    """
    best = 0.0
    chosen = -1
    for column in range(COLUMNS):
        worth = view["columns"][seat, column]
        count = wide(state["column_count"][column])
        if column == put:
            worth += card
            count += 1
        if column != gone and count > state["contracts"][seat] and worth > best:
            best = worth
            chosen = column
    return best, chosen


@jit
def best_row(
    state: np.void, rows: int, card: int, weights: np.void, view: np.void
) -> tuple[int, float]:
    """Return the action that builds a card where it brings most, and what it brings there."""
    seat = wide(state["to_move"])
    survey(state, seat, view)
    attributes = wide(state["attributes"][card])
    most = -1e9
    chosen = 0
    while rows:
        action = lowest_bit(rows)
        rows &= rows - 1
        worth = worth_on_spot(state, seat, action - ROW, attributes, weights, view)
        if worth > most:
            most = worth
            chosen = action
    return chosen, most


@jit
def best_bonus(state: np.void, legal: int, weights: np.void, view: np.void) -> int:
    """Take the bonus whose best place brings most."""
    own = 1 << TAKE_DISTRICT_BONUS
    if legal & own == 0 or legal == own:
        return lowest_bit(legal)
    seat = wide(state["to_move"])
    _, tracks = best_target(state, trackless_cells(state, seat) << CELL, TRACK_BONUS, weights, view)
    bonus = wide(state["bonus"])
    if bonus == POINT_TOKEN:
        worth = HALF_POINTS_TOKEN / 2
    elif bonus == WAIVER:
        worth = weights["waiver"]
    elif bonus == PLUS2:
        _, worth = best_target(state, built_cells(state, seat) << CELL, bonus, weights, view)
    else:
        _, worth = best_target(state, open_rows(state, seat) << ROW, bonus, weights, view)
    return TAKE_DISTRICT_BONUS if worth > tracks else TAKE_TRACK_BONUS


@jit
def best_target(
    state: np.void, targets: int, bonus: int, weights: np.void, view: np.void
) -> tuple[int, float]:
    """Return the action that puts a bonus where it brings most, and what it brings there."""
    if bonus in (WILD4, DEPOT_CARD):
        card = wide(state["deck_size"]) + (0 if bonus == WILD4 else 1)
        return best_row(state, targets, card, weights, view)
    most = -1e9
    chosen = 0
    while targets:
        action = lowest_bit(targets)
        targets &= targets - 1
        row = (action - CELL) // SPACES
        space = (action - CELL) % SPACES
        if bonus == PLUS2:
            worth = gain_of_value(state, row, space, 2, weights, view)
        else:
            worth = gain_of_tracks(state, row, space, weights, view)
        if worth > most:
            most = worth
            chosen = action
    return chosen, most


@jit
def gain_of_value(
    state: np.void, row: int, space: int, value: int, weights: np.void, view: np.void
) -> float:
    """Return what more value on a space brings: in its row's race, and beside foundations."""
    seat = wide(state["to_move"])
    worth = value * worth_of_value(seat, row, weights, view)
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if on_board(near_row, near_space) and waits(state, seat, near_row, near_space):
            ready = value >= missing_value(state, seat, near_row, near_space)
            worth += weights["skyscraper_card"] if ready else weights["beside_foundation"] * value
    return float(worth)


@jit
def gain_of_tracks(state: np.void, row: int, space: int, weights: np.void, view: np.void) -> float:
    """Return what tracks on a space bring: trams, if they meet the network, and value to plazas."""
    seat = wide(state["to_move"])
    if not meets_network(state, seat, row, space):
        return float(weights["idle_track_card"])
    worth = weights["track_card"]
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if on_board(near_row, near_space) and not state["trams"][seat, near_row, near_space]:
            if state["symbols"][seat, near_row, near_space] & TRACKS:
                worth += weights["track_card"]
            if sleeps(state, seat, near_row, near_space):
                worth += gain_of_value(state, near_row, near_space, PLAZA_VALUE, weights, view)
    return float(worth)
