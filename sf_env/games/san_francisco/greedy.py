"""One decision ahead: try each legal action, keep the one whose position looks best.

The value of a position is the seat's points minus those of its best rival, if the game ended now,
plus a little for what will bring points later: cards and values in the city, trams, the cards taken
but not yet built. A card on the table has a value for the player who moves next and may take its
column. Contracts cost. Ties between positions are broken by the key.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.arrays import readable
from sf_env.core.compiled.bits import lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of, value_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    BONUS,
    COAST,
    COLUMNS,
    DEPOT,
    FOUNDATION,
    OVER,
    PLAZA,
    ROWS,
    SPACES,
    TRACKS,
    TURN,
)
from sf_env.games.san_francisco.engine.scoring import half_points, is_winner
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.step import step
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.contract import as_keys

# Weights, in hundredths of half a point.
WIN = 100_000
POINT = 100
CARD = 12  # in the city, whatever it is
VALUE = 14
TRAM = 22
COAST_CARD = 20
BONUS_SYMBOL = 15  # the first of its row
FREE_FOUNDATION = 20
NEAR_SKYSCRAPER = 8  # for each value beside a free foundation
ADVANTAGE = 25  # what a value or a tram may change in the ranking
CONTRACT = 70
KEPT_WAIVER = 60


class Greedy:
    """Look one decision ahead, at points and at what may bring points."""

    games = ("san_francisco",)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the best-looking legal action (n,) for each state."""
        states = readable(SAN_FRANCISCO, states, legal)
        actions = np.zeros(len(states), np.int64)
        _act(states, as_keys(states, keys), np.zeros(1, STATE), actions)
        return actions


@jit
def _act(states: Array, keys: Array, scratch: Array, actions: Array) -> None:
    for row in range(states.shape[0]):
        actions[row] = choose_best(states[row], int(keys[row]), scratch)


@jit
def choose_best(state: np.void, key: Word, scratch: Array) -> int:
    """Return the action after which the position looks best, 0 if there is none."""
    seat = wide(state["to_move"])
    best_worth = -(1 << 60)
    best = 0
    bits = wide(state["legal"])
    while bits:
        action = lowest_bit(bits)
        bits &= bits - 1
        scratch[0] = state
        step(scratch[0], action)
        # The low bits tell equal positions apart, at random.
        worth = evaluate(scratch[0], seat) << 16 | int(np.int64(fork(key, action) >> 48))
        if worth > best_worth:
            best_worth = worth
            best = action
    return best


@jit
def evaluate(state: np.void, seat: int) -> int:
    """Return what a position is worth to a seat, regardless of who is to move."""
    if state["phase"] == OVER:
        return WIN if is_winner(state, seat) else -WIN
    rival = -(1 << 30)
    for other in range(wide(state["players"])):
        if other != seat:
            rival = max(rival, POINT * half_points(state, other) + prospects(state, other))
    worth = POINT * half_points(state, seat) + prospects(state, seat) - rival
    mover = wide(state["to_move"])
    if state["phase"] != TURN:
        return worth + taken_worth(state, mover) if mover == seat else worth
    return worth - offer(state, mover) // 2


@jit
def prospects(state: np.void, seat: int) -> int:
    """Return what the city and the contracts of a seat promise."""
    worth = CARD * wide(state["built"][seat]) + TRAM * wide(state["tram_count"][seat])
    worth += COAST_CARD * wide(state["coasts"][seat])
    worth += KEPT_WAIVER * wide(state["waivers"][seat]) - CONTRACT * wide(state["contracts"][seat])
    for row in range(ROWS):
        worth += VALUE * wide(state["row_values"][seat, row])
        if state["bonus_symbols"][seat, row] == 1:
            worth += BONUS_SYMBOL
        for space in range(wide(state["filled"][seat, row])):
            foundation = state["symbols"][seat, row, space] & FOUNDATION
            if foundation and not state["skyscrapers"][seat, row, space]:
                worth += FREE_FOUNDATION
                worth += NEAR_SKYSCRAPER * wide(state["adjacent"][seat, row, space])
    return worth


@jit
def card_worth(state: np.void, seat: int, card: int) -> int:
    """Return what a card promises to a seat that could build it, 0 if its row is full."""
    attributes = wide(state["attributes"][card])
    colour = colour_of(attributes)
    if colour != BLACK and state["filled"][seat, colour] == SPACES:
        return 0
    symbols = symbols_of(attributes)
    worth = CARD + (VALUE + ADVANTAGE) * value_of(attributes)
    if symbols & (TRACKS | DEPOT):
        worth += TRAM + ADVANTAGE
    if symbols & PLAZA:
        worth += 2 * VALUE
    if symbols & FOUNDATION:
        worth += FREE_FOUNDATION
    if symbols & COAST:
        worth += COAST_CARD
    if symbols & BONUS:
        worth += 4 * BONUS_SYMBOL
    return worth


@jit
def taken_worth(state: np.void, seat: int) -> int:
    """Return what the taken cards promise."""
    worth = 0
    for place in range(wide(state["taken_count"])):
        worth += card_worth(state, seat, wide(state["taken"][place]))
    return worth


@jit
def offer(state: np.void, seat: int) -> int:
    """Return what the best column promises that a seat may take now."""
    best = 0
    for column in range(COLUMNS):
        count = wide(state["column_count"][column])
        if count > state["contracts"][seat]:
            worth = 0
            for place in range(count):
                worth += card_worth(state, seat, wide(state["columns"][column, place]))
            best = max(best, worth)
    return best
