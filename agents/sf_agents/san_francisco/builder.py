"""Random, but it takes a column when it can, and builds what it has taken.

It draws only if no column may be taken, never discards a card that fits, never defers, and chooses
everything else at random: the column, the row, the bonus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sf_env.core.arrays import readable
from sf_env.core.compiled.bits import count_bits, nth_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, mix
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import COLUMNS_TO_TAKE, DISCARD, ROWS_TO_BUILD
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.contract import as_keys


@dataclass(frozen=True)
class Builder:
    """Random, but takes a column and builds a card whenever it can."""

    games = ("san_francisco",)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state, 0 where a game is over."""
        states = readable(SAN_FRANCISCO, states, legal)
        actions = np.zeros(len(states), np.int64)
        _act(states, as_keys(states, keys), actions)
        return actions


@jit
def _act(states: Array, keys: Array, actions: Array) -> None:
    for row in range(states.shape[0]):
        actions[row] = build_or_take(wide(states[row]["legal"]), int(keys[row]))


@jit
def build_or_take(legal: int, key: Word) -> int:
    """Return a random action of the liveliest kind, 0 if there is none."""
    for kind in (COLUMNS_TO_TAKE, ROWS_TO_BUILD, 1 << DISCARD):
        if legal & kind:
            legal &= kind
    if legal == 0:
        return 0
    return nth_bit(legal, below(mix(advance(key)), count_bits(legal)))
