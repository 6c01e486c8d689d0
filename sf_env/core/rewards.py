"""The reward of a finished game for each player: "win", "score", or a function of your own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from sf_env.core.rules import Array

Reward = str | Callable[[Array, Array], Any]

ILLEGAL_REWARD = -1.0  # of whoever ends a game by an illegal action


def win(points: Array, winners: Array) -> Array:
    """Zero-sum: 1 shared by the winners, -1 shared by the others; all 0 if all win."""
    count = winners.sum(axis=1, keepdims=True)
    others = winners.shape[1] - count
    shares = np.where(winners, 1 / count, -1 / np.maximum(others, 1))
    return np.where(others == 0, 0.0, shares)


def score(points: Array, winners: Array, scale: float = 1.0) -> Array:
    """Zero-sum: own points minus the mean of the others', divided by the game's scale."""
    return margins(points) / scale


def margins(points: Array) -> Array:
    """Return each seat's points minus the mean of the others': (n, players)."""
    others = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    result: Array = points - others
    return result


def shares(winners: Array) -> Array:
    """Return each seat's share of the win (n, players): 1, shared by the winners."""
    result: Array = winners / winners.sum(axis=1, keepdims=True)
    return result


def check_reward(reward: Any, scale: float) -> Callable[[Array, Array], Any]:
    """Return the function ``(points, winners) -> (n, players)`` for a reward.

    "score" divides margins by ``scale``.
    """
    if callable(reward):
        return reward  # type: ignore[no-any-return]
    if isinstance(reward, str) and reward == "win":
        return win
    if isinstance(reward, str) and reward == "score":
        return partial(score, scale=scale)
    raise ValueError(f"reward={reward!r} is not allowed; allowed: 'win', 'score', or a function")


def rewards_of(reward: Callable[[Array, Array], Any], points: Array, winners: Array) -> Array:
    """Return the rewards of finished games: (n, players) float64."""
    result = np.asarray(reward(points.copy(), winners.copy()), np.float64)
    if result.shape != points.shape:
        raise ValueError(f"the reward function returned {result.shape}; expected {points.shape}")
    return result
