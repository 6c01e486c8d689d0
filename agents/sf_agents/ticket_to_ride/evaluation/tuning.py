"""How the weights of the evaluation of Ticket to Ride are fitted."""

from __future__ import annotations

import numpy as np

from sf_agents.evaluation.tuning import Tuning
from sf_agents.ticket_to_ride.evaluation.evaluation import note_chances
from sf_agents.ticket_to_ride.evaluation.plan import Plan, new_plan
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS
from sf_agents.ticket_to_ride.planner import Planner
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS, TURN
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE


def chances(states: Array, seats: Array, weights: Array) -> Array:
    """Return the chance (n,) to win that the evaluation gives each position, all hands known."""
    found = np.empty(len(states))
    _evaluate_all(states, seats, weights, new_plan(), found)
    return found


@jit
def _evaluate_all(states: Array, seats: Array, weights: Array, plan: Plan, out: Array) -> None:
    chances = np.empty(MAX_PLAYERS)
    for row in range(states.shape[0]):
        note_chances(states[row], 1.0, weights[0], plan, chances)
        out[row] = chances[seats[row]]


TUNING = Tuning(
    rules=TICKET_TO_RIDE,
    weights=WEIGHTS,
    positive=("spread", "luck", "luck_per_turn", "card_pace", "tram_pace", "claim"),
    planner=Planner,
    turn=TURN,
    chances=chances,
)
