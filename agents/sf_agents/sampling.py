"""Actions from the logits of a policy: the likeliest ones, or drawn with a temperature."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import fork
from sf_env.core.masks import check_mask
from sf_env.core.rules import Array


def sample(logits: Array, legal: Any, keys: Array, temperature: float) -> Array:
    """Return the likeliest legal action (n,), or one drawn with a temperature; 0 where none is."""
    check_mask(legal, logits.shape)
    actions = np.zeros(len(logits), np.int64)
    _sample(logits, np.require(legal, np.bool_, ("C", "W")), keys, temperature, actions)
    return actions


@jit
def _sample(logits: Array, legal: Array, keys: Array, temperature: float, actions: Array) -> None:
    """Write the likeliest legal action, each shaken by luck if there is a temperature."""
    for row in range(logits.shape[0]):
        best = -np.inf
        for action in range(logits.shape[1]):
            if legal[row, action]:
                score = float(logits[row, action])
                if temperature > 0.0:
                    # Gumbel's trick: the highest sum is drawn with the policy's probabilities.
                    word = fork(int(keys[row]), action)
                    luck = (float(word >> 11) + 0.5) / 2.0**53
                    score -= temperature * np.log(-np.log(luck))
                if score > best:
                    best = score
                    actions[row] = action
