"""How the weights of San Francisco's evaluation are fitted."""

from __future__ import annotations

import numpy as np

from sf_agents.evaluation.tuning import Tuning
from sf_agents.san_francisco.evaluation.evaluation import evaluate
from sf_agents.san_francisco.evaluation.outlook import OUTLOOK
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.planner import Planner
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import TURN
from sf_env.games.san_francisco.rules import SAN_FRANCISCO


def chances(states: Array, seats: Array, weights: Array) -> Array:
    """Return the chance (n,) to win that the evaluation gives each position."""
    found = np.empty(len(states))
    _evaluate_all(states, seats, weights, np.zeros(1, OUTLOOK), found)
    return found


@jit
def _evaluate_all(states: Array, seats: Array, weights: Array, view: Array, out: Array) -> None:
    for row in range(states.shape[0]):
        out[row] = evaluate(states[row], int(seats[row]), weights[0], view[0])


TUNING = Tuning(
    rules=SAN_FRANCISCO,
    weights=WEIGHTS,
    positive=("spread", "spread_per_card", "half_life", "luck", "luck_per_card", "built_share"),
    planner=Planner,
    turn=TURN,
    chances=chances,
)
