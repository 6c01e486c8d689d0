"""What a finished game is worth to each player: "win", "score", or a function of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sf_env.core.rules import Array

Reward = str | Callable[[Array, Array], Any]

SCORE_SCALE = 10
ILLEGAL_REWARD = -1.0  # of whoever ends a game by an illegal action


def win(points: Array, winners: Array) -> Array:
    """Zero-sum: 1 shared by the winners, -1 shared by the others; all 0 if all win."""
    count = winners.sum(axis=1, keepdims=True)
    others = winners.shape[1] - count
    shares = np.where(winners, 1 / count, -1 / np.maximum(others, 1))
    return np.where(others == 0, 0.0, shares)


def score(points: Array, winners: Array) -> Array:
    """Zero-sum: own points less the mean of the others', divided by 10."""
    others = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    margins: Array = points - others
    return margins / SCORE_SCALE


NAMED: dict[str, Callable[[Array, Array], Array]] = {"win": win, "score": score}


def check_reward(reward: Any) -> Callable[[Array, Array], Any]:
    """Return the function ``(points, winners) -> (n, players)`` that this stands for."""
    if callable(reward):
        return reward  # type: ignore[no-any-return]
    if isinstance(reward, str) and reward in NAMED:
        return NAMED[reward]
    raise ValueError(f"reward={reward!r} is not allowed; allowed: 'win', 'score', or a function")


def rewards_of(reward: Callable[[Array, Array], Any], points: Array, winners: Array) -> Array:
    """Return the rewards of finished games: (n, players) float64."""
    result = np.asarray(reward(points.copy(), winners.copy()), np.float64)
    if result.shape != points.shape:
        raise ValueError(f"the reward function returned {result.shape}; expected {points.shape}")
    return result
