"""What a game is worth to the learner, and what the games were like that have ended."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.rewards import score, win
from sf_env.core.rules import Array
from sf_env.games.san_francisco.rules import SAN_FRANCISCO


class Reward:
    """What a game is worth: the win, with a share of the margin in points at the beginning."""

    def __init__(self, margin: float) -> None:
        self.margin = margin

    def __call__(self, points: Array, winners: Array) -> Array:
        """Return rewards (n, players)."""
        rewards: Array = (1 - self.margin) * win(points, winners)
        return rewards + self.margin * score(points, winners, SAN_FRANCISCO.score_scale)


def means_of_games(ended: list[dict[str, Any]]) -> dict[str, float]:
    """Return what games that have ended were like for the learner, by their infos."""
    if not ended:
        return {}
    seats = np.array([info["seat"] for info in ended])
    points = np.array([info["scores"] for info in ended])
    winners = np.array([info["winners"] for info in ended], np.float64)
    rows = np.arange(len(ended))
    shares = winners / winners.sum(axis=1, keepdims=True)
    mine = points[rows, seats]
    others = (points.sum(axis=1) - mine) / (points.shape[1] - 1)
    return {
        "games/finished": len(ended),
        "games/win_share": float(shares[rows, seats].mean()),
        "games/points": float(mine.mean()),
        "games/margin": float((mine - others).mean()),
        "games/length": float(np.mean([info["length"] for info in ended])),
    }
