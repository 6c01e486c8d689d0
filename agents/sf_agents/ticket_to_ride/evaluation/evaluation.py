"""What a position promises a seat: its points, its plan, its cards, and the time that is left."""

from __future__ import annotations

import math

import numpy as np

from sf_agents.ticket_to_ride.evaluation.plan import Plan, make_plan, turns_for
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.sets import NO_MEMBERS, Set
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import COLOURS, FERRY, FEW_TRAMS, KINDS
from sf_env.games.ticket_to_ride.engine.scoring import points, token_kinds

END_OF_ROUND = 1.5  # turns that a player has after the trams of somebody have run out, about


@jit
def turns_left(state: np.void, weights: np.void) -> float:
    """Return how many turns a player still has, by the trams and cards of the one nearest the end.

    Each tram needs a card, and a share of a claim.
    """
    if state["turns_left"] >= 0:
        return 1.0
    fewest = 1e9
    for seat in range(wide(state["players"])):
        trams = max(0, wide(state["trams"][seat]) - FEW_TRAMS)
        cards = max(0.0, trams - weights["useful"] * wide(state["hand_size"][seat]))
        fewest = min(fewest, weights["card_pace"] * cards + weights["tram_pace"] * trams)
    return fewest + END_OF_ROUND


@jit
def evaluate(
    state: np.void, seat: int, more: Set, time: float, weights: np.void, plan: Plan
) -> float:
    """Return what a position promises a seat with this many turns left; ``more`` are tickets."""
    make_plan(state, seat, more, weights, plan)
    return standing(state, seat, weights) + promise(state["hands"][seat], time, weights, plan)


@jit
def note_chances(state: np.void, sharper: float, weights: np.void, plan: Plan, out: Array) -> None:
    """Write the chance of each seat to win, by what the position promises it, all hands known.

    The uncertainty that the weights name is divided by ``sharper``.
    """
    time = turns_left(state, weights)
    luck = (weights["luck"] + weights["luck_per_turn"] * time) / sharper
    players = wide(state["players"])
    best = -1e18
    for seat in range(players):
        out[seat] = evaluate(state, seat, NO_MEMBERS, time, weights, plan)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((out[seat] - best) / luck)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@jit
def standing(state: np.void, seat: int, weights: np.void) -> float:
    """Return the points that a seat has, and what its tokens promise."""
    return float(points(state, seat) + weights["token"] * token_kinds(state, seat))


@jit
def promise(hand: Array, time: float, weights: np.void, plan: Plan) -> float:
    """Return what a hand promises with the plan that was made, in a number of turns."""
    spread = weights["spread"]
    worth = 0.0
    turns = 0.0
    for kind in range(KINDS):
        plan.surplus[kind] = hand[kind]
    for number in range(plan.used[0]):
        turns = turns_for(hand, plan.stages[number], weights, plan.surplus)
        worth += plan.stages[number]["gain"] / (1.0 + math.exp((turns - time) / spread))
    free = spread * math.log(1.0 + math.exp((time - turns) / spread))
    return float(worth + weights["turn"] * free + worth_of_cards(plan.surplus, weights))


@jit
def worth_of_cards(cards: Array, weights: np.void) -> float:
    """Return what cards are worth that no plan needs."""
    worth = weights["ferry"] * cards[FERRY]
    for colour in range(COLOURS):
        pairs = cards[colour] * (cards[colour] - 1) / 2
        worth += weights["card"] * cards[colour] + weights["pair"] * pairs
    return float(worth)
