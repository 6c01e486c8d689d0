"""The rules over many games: loops over the rows of an array of states.

``rows`` says which games are meant, so that work can be restricted to a few without copying.
Every loop writes into arrays of the caller; arrays named in the plural of what they hold
(``actions``, ``seats``, ``seeds``) have one entry for each of ``rows``, all others one for each of
``states``.
"""

from __future__ import annotations

import numpy as np
from numba import prange

from sf_env.core.compiled.bits import count_bits, lowest_bit, nth_bit
from sf_env.core.compiled.jit import jit, jit_parallel
from sf_env.core.compiled.prefetch import prefetch
from sf_env.core.compiled.rng import Word, advance, below, fork, mix
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import OVER
from sf_env.games.san_francisco.engine.deal import lay_deck, shuffle_deck, sort_deck
from sf_env.games.san_francisco.engine.observe import observe
from sf_env.games.san_francisco.engine.scoring import (
    ORIGINS,
    half_points,
    half_points_from,
    is_winner,
    place,
)
from sf_env.games.san_francisco.engine.step import step


@jit
def deal_rows(states: np.ndarray, rows: np.ndarray, seeds: np.ndarray, table: np.ndarray) -> None:
    """Start a game in each row: lay the table, shuffle the deck as the seed says."""
    for number in range(rows.shape[0]):
        states[rows[number]] = table[0]
        shuffle_deck(states[rows[number]], int(seeds[number]))


@jit
def deal_order(states: np.ndarray, order: np.ndarray, table: np.ndarray) -> None:
    """Start a game in the first row with the deck in this order, the top card first."""
    states[0] = table[0]
    lay_deck(states[0], order)


@jit
def step_one(states: np.ndarray, action: int) -> None:
    """Carry out a legal action in the first row."""
    step(states[0], action)


def _step_rows(
    states: np.ndarray,
    rows: np.ndarray,
    actions: np.ndarray,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Carry out a legal action in each row."""
    for number in prange(rows.shape[0]):
        row = rows[number]
        prefetch(states, rows[min(number + 1, rows.shape[0] - 1)])
        state = states[row]
        step(state, int(actions[number]))
        lengths[row] += 1
        settle(state, row, skip_forced, legal, lengths, over)


step_rows = jit(_step_rows)
parallel_step_rows = jit_parallel(_step_rows)


@jit
def settle_rows(
    states: np.ndarray,
    rows: np.ndarray,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Bring everything beside the states of these rows up to date."""
    for number in range(rows.shape[0]):
        row = rows[number]
        settle(states[row], row, skip_forced, legal, lengths, over)


@jit
def settle(
    state: np.void,
    row: int,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Make the forced decisions, if asked to; then note the mask, the length, the end."""
    if skip_forced:
        lengths[row] += play_forced(state)
    over[row] = state["phase"] == OVER
    write_mask(wide(state["legal"]), legal[row])


@jit
def play_forced(state: np.void) -> int:
    """Make decisions as long as there is a single legal action; return how many."""
    count = 0
    bits = wide(state["legal"])
    while bits != 0 and bits & (bits - 1) == 0:
        step(state, lowest_bit(bits))
        bits = wide(state["legal"])
        count += 1
    return count


@jit
def write_mask(bits: int, mask: np.ndarray) -> None:
    """Spread a set of actions over a row of booleans."""
    for action in range(mask.shape[0]):
        mask[action] = (bits >> action & 1) != 0


@jit
def legal_rows(states: np.ndarray, rows: np.ndarray, legal: np.ndarray) -> None:
    for number in range(rows.shape[0]):
        write_mask(wide(states[rows[number]]["legal"]), legal[number])


def _observe_rows(states: np.ndarray, rows: np.ndarray, seats: np.ndarray, out: np.ndarray) -> None:
    """Write what the player on each of ``seats`` (-1: the one to move) sees into ``out``."""
    for number in prange(rows.shape[0]):
        prefetch(states, rows[min(number + 1, rows.shape[0] - 1)])
        state = states[rows[number]]
        observe(state, observer(state, int(seats[number])), out[number])


observe_rows = jit(_observe_rows)
parallel_observe_rows = jit_parallel(_observe_rows)


@jit
def observer(state: np.void, seat: int) -> int:
    """Return the seat, or that of the player to move instead of -1."""
    return seat if seat >= 0 else wide(state["to_move"])


@jit
def over_rows(states: np.ndarray, over: np.ndarray) -> None:
    for row in range(states.shape[0]):
        over[row] = states[row]["phase"] == OVER


@jit
def points_rows(states: np.ndarray, points: np.ndarray) -> None:
    for row in range(states.shape[0]):
        for seat in range(points.shape[1]):
            points[row, seat] = half_points(states[row], seat) / 2


@jit
def part_rows(states: np.ndarray, parts: np.ndarray) -> None:
    """Write where the points of each seat come from, and all of them behind that."""
    for row in range(states.shape[0]):
        for seat in range(parts.shape[1]):
            for origin in range(ORIGINS):
                parts[row, seat, origin] = half_points_from(states[row], seat, origin) / 2
            parts[row, seat, ORIGINS] = half_points(states[row], seat) / 2


@jit
def place_rows(states: np.ndarray, places: np.ndarray) -> None:
    for row in range(states.shape[0]):
        for seat in range(places.shape[1]):
            places[row, seat] = place(states[row], seat)


@jit
def winners_rows(states: np.ndarray, winners: np.ndarray) -> None:
    for row in range(states.shape[0]):
        for seat in range(winners.shape[1]):
            winners[row, seat] = is_winner(states[row], seat)


@jit
def conceal_rows(states: np.ndarray) -> None:
    for row in range(states.shape[0]):
        sort_deck(states[row])


@jit
def reshuffle_rows(states: np.ndarray, seeds: np.ndarray) -> None:
    for row in range(states.shape[0]):
        shuffle_deck(states[row], int(seeds[row]))


@jit
def first_illegal(states: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> int:
    """Return the number of the first illegal action, -1 if there is none."""
    for number in range(rows.shape[0]):
        action = int(actions[number])
        if action < 0 or action >= ACTIONS:
            return number
        if not wide(states[rows[number]]["legal"]) >> action & 1:
            return number
    return -1


@jit
def step_states(states: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> None:
    """Carry out a legal action in each row, and nothing else."""
    for number in range(rows.shape[0]):
        step(states[rows[number]], int(actions[number]))


@jit
def play_randomly(states: np.ndarray, seed: Word) -> int:
    """Play each game to its end with random legal actions; return the number of decisions."""
    decisions = 0
    for row in range(states.shape[0]):
        state = states[row]
        word = fork(int(seed), row)
        bits = wide(state["legal"])
        while bits:
            word = advance(word)
            step(state, nth_bit(bits, below(mix(word), count_bits(bits))))
            bits = wide(state["legal"])
            decisions += 1
    return decisions
