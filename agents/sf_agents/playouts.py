"""Policies that play a game to its end in microseconds, for Monte Carlo search.

``random`` takes any legal action. ``light`` has some sense: it takes a column that holds enough,
builds what fits and leaves the rest to chance, much as a hasty player would. ``sharp`` looks at
the position once a turn: it knows from the evaluation which races are open, what the columns are
worth to itself and to the next player, and takes, puts and builds accordingly.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_agents.evaluation import card_worth, look_at_table, worth_of_taking
from sf_env._jit import jit
from sf_env.engine.actions import DISCARD, DRAW, FINALIZE, PUT, ROW, ROWS_TO_BUILD, WAIVE
from sf_env.engine.bits import count_bits, lowest_bit, nth_bit
from sf_env.engine.cards import colour_of, symbols_of, value_of
from sf_env.engine.constants import (
    BLACK,
    BONUS,
    BUILD,
    COAST,
    COLUMN,
    COLUMNS,
    DEPOT,
    END,
    FOUNDATION,
    OVER,
    PLAZA,
    SPACES,
    TRACKS,
    TURN,
)
from sf_env.engine.rng import Word, advance, below, mix
from sf_env.engine.step import step
from sf_env.engine.wide import wide

POLICIES: Final = ("random", "light", "sharp")
RANDOM, LIGHT, SHARP = range(len(POLICIES))

# What a column's cards should promise before it is taken lies between these two, by chance.
LEAST = 8
MOST = 28
# The sharp policy takes a column that is worth so much; what is left for it counts in part.
WORTH_TAKING = 0.7
OWN_SHARE = 0.6
NUDGE = 1e-6  # decides between equal columns


@jit
def play_to_end(state: np.void, policy: int, weights: np.void, view: np.void, word: Word) -> None:
    """Play a game to its end; the deck should be shuffled."""
    if policy == SHARP and state["phase"] != TURN and state["phase"] != OVER:
        look_at_table(state, weights, view)
    while state["phase"] != OVER:
        word = advance(word)
        if policy == SHARP:
            action = sharp_action(state, weights, view, mix(word))
        elif policy == LIGHT:
            action = light_action(state, mix(word))
        else:
            action = any_action(wide(state["legal"]), mix(word))
        step(state, action)


@jit
def any_action(legal: int, random: Word) -> int:
    """Return one of a set of actions."""
    return nth_bit(legal, below(random, count_bits(legal)))


@jit
def light_action(state: np.void, random: Word) -> int:
    """Return what a hasty player does."""
    legal = wide(state["legal"])
    if state["phase"] == TURN:
        return take_or_draw(state, legal, LEAST + below(random, MOST - LEAST))
    if state["phase"] == BUILD:
        rows = legal & ROWS_TO_BUILD
        return any_action(rows, random) if rows else DISCARD
    return any_action(legal, random)


@jit
def take_or_draw(state: np.void, legal: int, least: int) -> int:
    """Take the column that promises most, if it promises enough, or draw."""
    action = DRAW
    for column in range(COLUMNS):
        if legal >> (FINALIZE + column) & 1:
            promise = 0
            for place in range(wide(state["column_count"][column])):
                promise += promise_of(state, wide(state["columns"][column, place]))
            if promise > least:
                least = promise
                action = FINALIZE + column
    return action


@jit
def promise_of(state: np.void, card: int) -> int:
    """Return roughly what a card is worth to the player to move, 0 if there is no space for it."""
    attributes = wide(state["attributes"][card])
    colour = colour_of(attributes)
    if colour != BLACK and state["filled"][state["to_move"], colour] == SPACES:
        return 0
    symbols = symbols_of(attributes)
    promise = 3 + 6 * value_of(attributes)
    if symbols & (TRACKS | DEPOT):
        promise += 6
    if symbols & PLAZA:
        promise += 9
    if symbols & (FOUNDATION | COAST):
        promise += 5
    if symbols & BONUS:
        promise += 4
    return promise


# The sharp policy: ``view`` is the outlook at the beginning of the turn -------------------------


@jit
def sharp_action(state: np.void, weights: np.void, view: np.void, random: Word) -> int:
    """Return what somebody does who looks at the position once a turn."""
    legal = wide(state["legal"])
    phase = state["phase"]
    if phase == TURN:
        look_at_table(state, weights, view)
        return take_by_worth(state, legal, weights, view)
    if phase == COLUMN:
        return put_for_the_next(state, weights, view, random)
    if legal & ROWS_TO_BUILD:
        return row_by_race(state, legal & ROWS_TO_BUILD, view)
    if phase == BUILD:
        return DISCARD
    if phase == END:
        return WAIVE + 2 if legal >> (WAIVE + 2) & 1 else WAIVE + 1
    return any_action(legal, random)


@jit
def take_by_worth(state: np.void, legal: int, weights: np.void, view: np.void) -> int:
    """Use a waiver to the full; else take the most worthy column, if any is worth it; or draw."""
    if legal >> (WAIVE + 2) & 1:
        return WAIVE + 2
    mover = wide(state["to_move"])
    best = WORTH_TAKING
    action = DRAW
    for column in range(COLUMNS):
        worth = worth_of_taking(state, mover, column, weights, view)
        if worth > best:
            best = worth
            action = FINALIZE + column
    return action


@jit
def put_for_the_next(state: np.void, weights: np.void, view: np.void, random: Word) -> int:
    """Put the drawn card where the next player's best column is worth least, and ours most."""
    mover = wide(state["to_move"])
    after = (mover + 1) % wide(state["players"])
    card = wide(state["drawn"])
    ours = card_worth(state, mover, card, weights, view)
    theirs = card_worth(state, after, card, weights, view)
    most = -1e9
    chosen = 0
    for column in range(COLUMNS):
        bad, taken = best_offer(state, after, column, theirs, -1, view)
        good, _ = best_offer(state, mover, column, ours, taken, view)
        worth = OWN_SHARE * good - bad + NUDGE * below(random >> (8 * column), 256)
        if worth > most:
            most = worth
            chosen = column
    return PUT + chosen


@jit
def best_offer(
    state: np.void, seat: int, put: int, card: float, gone: int, view: np.void
) -> tuple[float, int]:
    """Return the worth and the number of a seat's best column; 0 and -1 if it may take none.

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
def row_by_race(state: np.void, rows: int, view: np.void) -> int:
    """Build in the row, of several that are possible, whose race a value would change most."""
    seat = wide(state["to_move"])
    chosen = lowest_bit(rows)
    while rows:
        action = lowest_bit(rows)
        rows &= rows - 1
        if view["slopes"][seat, action - ROW] > view["slopes"][seat, chosen - ROW]:
            chosen = action
    return chosen
