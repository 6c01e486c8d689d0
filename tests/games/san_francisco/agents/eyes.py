"""The evaluation as tests look through it."""

from __future__ import annotations

import numpy as np

from sf_agents.san_francisco.evaluation.evaluation import evaluate
from sf_agents.san_francisco.evaluation.outlook import OUTLOOK
from sf_agents.san_francisco.evaluation.weights import WEIGHTS


def chance(state: np.void, seat: int) -> float:
    """Return the chance of a seat to win, as the tuned evaluation sees it."""
    weights = WEIGHTS.load(int(state["players"]))
    return float(evaluate(state, seat, weights[0], np.zeros(1, OUTLOOK)[0]))


def chances(states: np.ndarray) -> np.ndarray:
    """Return the chances (n, players) of all seats."""
    players = int(states["players"][0])
    return np.array([[chance(state, seat) for seat in range(players)] for state in states])
