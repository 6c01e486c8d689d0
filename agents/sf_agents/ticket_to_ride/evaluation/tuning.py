"""How the weights of the evaluation of Ticket to Ride are fitted."""

from __future__ import annotations

import math

import numpy as np

from sf_agents.evaluation.tuning import Tuning
from sf_agents.ticket_to_ride.evaluation.evaluation import evaluate, turns_left
from sf_agents.ticket_to_ride.evaluation.plan import Plan, new_plan
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS
from sf_agents.ticket_to_ride.planner import Planner
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.sets import NO_MEMBERS
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import TURN
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE


def chances(states: Array, seats: Array, weights: Array) -> Array:
    """Return the chance (n,) to win that the evaluation gives each position, all hands known."""
    found = np.empty(len(states))
    _evaluate_all(states, seats, weights, new_plan(), found)
    return found


@jit
def _evaluate_all(states: Array, seats: Array, weights: Array, plan: Plan, out: Array) -> None:
    for row in range(states.shape[0]):
        out[row] = chance_to_win(states[row], int(seats[row]), weights[0], plan)


@jit
def chance_to_win(state: np.void, seat: int, weights: np.void, plan: Plan) -> float:
    """Return the chance of a seat to win, by what the position promises each seat."""
    time = turns_left(state, weights)
    luck = weights["luck"] + weights["luck_per_turn"] * time
    mine = evaluate(state, seat, NO_MEMBERS, time, weights, plan)
    total = 0.0
    for other in range(wide(state["players"])):
        theirs = mine
        if other != seat:
            theirs = evaluate(state, other, NO_MEMBERS, time, weights, plan)
        total += math.exp(min((theirs - mine) / luck, 50.0))
    return 1.0 / total


TUNING = Tuning(
    rules=TICKET_TO_RIDE,
    weights=WEIGHTS,
    positive=("spread", "luck", "luck_per_turn", "card_pace", "tram_pace", "claim"),
    planner=Planner,
    turn=TURN,
    chances=chances,
)
