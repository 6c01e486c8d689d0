"""The rules over many games: one loop each, over the rows of an array of states.

``rows`` says which games are meant, so that work can be split among threads and restricted to a
few games without copying. Every loop writes into arrays of the caller.
"""

from __future__ import annotations

import numpy as np

from sf_env._jit import jit
from sf_env.engine import scoring
from sf_env.engine.bits import count_bits, lowest_bit, nth_bit
from sf_env.engine.constants import OVER
from sf_env.engine.deal import lay_deck, shuffle_deck, sort_deck
from sf_env.engine.observe import observe
from sf_env.engine.rng import advance, below, fork, mix
from sf_env.engine.step import step


@jit
def write_mask(bits: int, mask: np.ndarray) -> None:
    """Spread a set of actions over a row of booleans."""
    for action in range(mask.shape[0]):
        mask[action] = (bits >> action & 1) != 0


@jit
def deal_rows(
    states: np.ndarray, rows: np.ndarray, table: np.ndarray, seeds: np.ndarray
) -> None:
    """Start a game in each row from a laid table, in the order its seed stands for."""
    for number in range(rows.shape[0]):
        row = rows[number]
        states[row] = table[0]
        shuffle_deck(states[row], int(seeds[number]))


@jit
def step_rows(
    states: np.ndarray,
    rows: np.ndarray,
    actions: np.ndarray,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Carry out one legal action in each row; ``actions`` has one for each of ``rows``."""
    for number in range(rows.shape[0]):
        row = rows[number]
        state = states[row]
        step(state, actions[number])
        lengths[row] += 1
        if skip_forced:
            lengths[row] += play_forced(state)
        over[row] = state["phase"] == OVER
        write_mask(state["legal"], legal[row])


@jit
def play_forced(state: np.void) -> int:
    """Make decisions as long as there is a single legal action; return how many."""
    count = 0
    bits = int(state["legal"])
    while bits != 0 and bits & (bits - 1) == 0:
        step(state, lowest_bit(bits))
        bits = int(state["legal"])
        count += 1
    return count


@jit
def observe_rows(
    states: np.ndarray, rows: np.ndarray, seats: np.ndarray, out: np.ndarray
) -> None:
    for number in range(rows.shape[0]):
        observe(states[rows[number]], seats[number], out[number])


@jit
def play_randomly(states: np.ndarray, rows: np.ndarray, seed: int) -> int:
    """Play each row to its end with random legal actions; return the number of decisions."""
    decisions = 0
    for number in range(rows.shape[0]):
        row = rows[number]
        state = states[row]
        word = fork(seed, row)
        bits = int(state["legal"])
        while bits:
            word = advance(word)
            choice = below(mix(word), count_bits(bits))
            step(state, nth_bit(bits, choice))
            bits = int(state["legal"])
            decisions += 1
    return decisions
