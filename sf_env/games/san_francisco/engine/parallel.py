"""The loops of batch.py that are worth several threads; each row is still a game of its own."""

from __future__ import annotations

import numpy as np
from numba import prange

from sf_env.core.compiled.jit import jit_parallel
from sf_env.games.san_francisco.engine.batch import observer, settle
from sf_env.games.san_francisco.engine.observe import observe
from sf_env.games.san_francisco.engine.step import step


@jit_parallel
def step_rows(
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
        state = states[row]
        step(state, int(actions[number]))
        lengths[row] += 1
        settle(state, row, skip_forced, legal, lengths, over)


@jit_parallel
def observe_rows(states: np.ndarray, rows: np.ndarray, seats: np.ndarray, out: np.ndarray) -> None:
    """Write what the player on each of ``seats`` sees into ``out``."""
    for number in prange(rows.shape[0]):
        state = states[rows[number]]
        observe(state, observer(state, int(seats[number])), out[number])
