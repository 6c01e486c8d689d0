"""Any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.masks import as_mask, choose
from sf_env.core.rules import Array
from sf_env.opponents.contract import as_keys


class Random:
    """Choose uniformly among the legal actions; needs only the mask and the keys."""

    def act(self, states: Array, legal: Any, keys: Any = None) -> Array:
        """Return a random legal action (n,) for each row, 0 where there is none."""
        mask = as_mask(legal)
        if len(mask) != len(states):
            raise ValueError(f"there are {len(states)} states and {len(mask)} masks")
        actions = np.zeros(len(mask), np.int64)
        _choose_all(mask, as_keys(states, keys), actions)
        return actions


@jit
def _choose_all(legal: Array, keys: Array, actions: Array) -> None:
    for row in range(legal.shape[0]):
        actions[row] = choose(legal[row], int(keys[row]))
