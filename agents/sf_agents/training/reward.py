"""What a game is worth to the learner, and what the games were like that have ended."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.rewards import margins, score, shares, win
from sf_env.core.rules import Array


class Reward:
    """What a game is worth: the win, with a share of the margin in points at the beginning."""

    def __init__(self, margin: float, scale: float) -> None:
        """Take the share of the margin, and what the game divides margins by."""
        self.margin = margin
        self._scale = scale

    def __call__(self, points: Array, winners: Array) -> Array:
        """Return rewards (n, players)."""
        rewards: Array = (1 - self.margin) * win(points, winners)
        return rewards + self.margin * score(points, winners, self._scale)


def means_of_games(ended: list[dict[str, Any]]) -> dict[str, float]:
    """Return what games that have ended were like for the learner, by their infos."""
    if not ended:
        return {}
    seats = np.array([info["seat"] for info in ended])
    points = np.array([info["scores"] for info in ended])
    winners = np.array([info["winners"] for info in ended])
    rows = np.arange(len(ended))
    return {
        "games/finished": len(ended),
        "games/win_share": float(shares(winners)[rows, seats].mean()),
        "games/points": float(points[rows, seats].mean()),
        "games/margin": float(margins(points)[rows, seats].mean()),
        "games/length": float(np.mean([info["length"] for info in ended])),
    }
