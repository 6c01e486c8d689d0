"""Plan the routes for all tickets, and take the turn after which the plan promises most.

Each claim is tried with every colour that pays for it, and a new plan is made from there. For
cards, the plan stays as it is, and each first card is judged with the best second one; a card of
the deck is the mean over all that it may be. Drawing tickets is worth the mean of the better of two
unseen ones, for a few pairs. The trams and cards that the others have left say how much time there
is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from sf_agents.ticket_to_ride.evaluation.evaluation import evaluate, promise, standing, turns_left
from sf_agents.ticket_to_ride.evaluation.plan import Plan, make_plan, new_plan
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS
from sf_env.core.arrays import readable
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, below, fork
from sf_env.core.compiled.sets import NO_MEMBERS, first, nth, only, size, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import ACTIONS, CLAIM, DRAW, PAY_WITH, TAKE, TICKETS
from sf_env.games.ticket_to_ride.engine.connections import is_completed
from sf_env.games.ticket_to_ride.engine.constants import (
    FERRY,
    KEEP_FIRST,
    KINDS,
    PLACE,
    SECOND,
    TURN,
)
from sf_env.games.ticket_to_ride.engine.kernels import count_legal, nth_legal
from sf_env.games.ticket_to_ride.engine.legal import note_legal
from sf_env.games.ticket_to_ride.engine.secrets import unseen_by, unseen_tickets
from sf_env.games.ticket_to_ride.engine.state import STATE
from sf_env.games.ticket_to_ride.engine.step import begin
from sf_env.games.ticket_to_ride.greedy import pay_few_ferries
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range, check_parameters

NEVER = -1e9
PAIRS = 3  # of unseen tickets that are looked at
CARDS = (1 << TICKETS) - 1  # the actions that draw one


class Desk(NamedTuple):
    """Room for thinking; nothing in it outlives a call."""

    plan: Plan
    trials: Array  # (2,) positions to try things on
    worths: Array  # (ACTIONS,) of the legal actions


def new_desk() -> Desk:
    """Return room for thinking."""
    return Desk(new_plan(), np.zeros(2, STATE), np.zeros(ACTIONS))


@dataclass(frozen=True)
class Planner:
    """Plan routes for all tickets, and judge claims, cards and new tickets by the plan."""

    games = ("ticket_to_ride",)

    weights: Annotated[str | None, Range(text="weights file from scripts/tune.py")] = None

    def __post_init__(self) -> None:
        check_parameters(self)
        WEIGHTS.check(self.weights)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the best action (n,) for each state, 0 where a game is over."""
        states = readable(TICKET_TO_RIDE, states, legal)
        actions = np.zeros(len(states), np.int64)
        if len(states):
            weights = WEIGHTS.load(int(states["players"][0]), self.weights)
            _act(states, as_keys(states, keys), weights, new_desk(), actions)
        return actions


@jit
def _act(states: Array, keys: Array, weights: Array, desk: Desk, actions: Array) -> None:
    for row in range(states.shape[0]):
        actions[row] = decide(states[row], int(keys[row]), weights[0], desk)


@jit
def decide(state: np.void, key: Word, weights: np.void, desk: Desk) -> int:
    """Return the best action, 0 if there is none."""
    count = count_legal(state)
    if count < 2:
        return nth_legal(state, 0) if count else 0
    judge(state, key, weights, desk)
    chosen = nth_legal(state, 0)
    for number in range(1, count):
        action = nth_legal(state, number)
        if desk.worths[action] > desk.worths[chosen]:
            chosen = action
    return chosen


@jit
def judge(state: np.void, key: Word, weights: np.void, desk: Desk) -> None:
    """Write the worth of every legal action, of which there are several."""
    if state["phase"] == TURN:
        judge_turn(state, key, weights, desk)
    elif state["phase"] == SECOND:
        judge_cards(state, turns_left(state, weights) - 1.0, weights, desk)
    else:
        for number in range(count_legal(state)):
            action = nth_legal(state, number)
            desk.worths[action] = worth_of(state, action, weights, desk)


@jit
def worth_of(state: np.void, action: int, weights: np.void, desk: Desk) -> float:
    """Return what a position promises after an action that chance has no part in."""
    desk.trials[0] = state
    begin(desk.trials[0], action)
    pay_few_ferries(desk.trials[0])
    before_turns = state["phase"] in (KEEP_FIRST, PLACE)
    time = turns_left(state, weights) - (0.0 if before_turns else 1.0)
    seat = wide(state["to_move"])
    return evaluate(desk.trials[0], seat, NO_MEMBERS, time, weights, desk.plan)


@jit
def judge_turn(state: np.void, key: Word, weights: np.void, desk: Desk) -> None:
    """Write the worth of every claim, of new tickets and of cards."""
    time = turns_left(state, weights) - 1.0
    claims = int(state["claims"])
    while claims != NO_MEMBERS:
        action = CLAIM + first(claims)
        claims = without_first(claims)
        desk.worths[action] = worth_of_claim(state, action, time, weights, desk)
    if wide(state["legal"]) >> TICKETS & 1:
        desk.worths[TICKETS] = worth_of_tickets(state, key, time, weights, desk)
    if wide(state["legal"]) & CARDS:
        judge_cards(state, time, weights, desk)


@jit
def worth_of_claim(state: np.void, action: int, time: float, weights: np.void, desk: Desk) -> float:
    """Return the worth of a claim, paid with the colour that can be spared best."""
    seat = wide(state["to_move"])
    desk.trials[1] = state
    begin(desk.trials[1], action)
    note_legal(desk.trials[1])
    best = NEVER
    for kind in range(KINDS):
        if wide(desk.trials[1]["legal"]) >> (PAY_WITH + kind) & 1:
            desk.trials[0] = desk.trials[1]
            begin(desk.trials[0], PAY_WITH + kind)
            pay_few_ferries(desk.trials[0])
            worth = evaluate(desk.trials[0], seat, NO_MEMBERS, time, weights, desk.plan)
            best = max(best, worth)
    return best


# Cards.


@jit
def judge_cards(state: np.void, time: float, weights: np.void, desk: Desk) -> None:
    """Write the worth of drawing a card, and of taking each face-up one."""
    seat = wide(state["to_move"])
    make_plan(state, seat, NO_MEMBERS, weights, desk.plan)
    worth = standing(state, seat, weights)
    desk.trials[0] = state
    trial = desk.trials[0]
    one_more = state["phase"] == TURN
    if state["deck_left"] > 0:
        desk.worths[DRAW] = worth + of_the_deck(trial, seat, time, one_more, weights, desk.plan)
    for kind in range(KINDS):
        if state["face_up"][kind] > 0:
            trial["face_up"][kind] -= 1
            last = not one_more or kind == FERRY
            desk.worths[TAKE + kind] = worth + with_card(
                trial, seat, kind, time, not last, weights, desk.plan
            )
            trial["face_up"][kind] += 1


@jit
def of_the_deck(
    state: np.void, seat: int, time: float, one_more: bool, weights: np.void, plan: Plan
) -> float:
    """Return what a hand promises with a card of the deck: the mean over the unseen ones."""
    worth = 0.0
    cards = 0
    for kind in range(KINDS):
        count = unseen_by(state, seat, kind)
        if count > 0:
            worth += count * with_card(state, seat, kind, time, one_more, weights, plan)
            cards += count
    return worth / cards if cards else promise(state["hands"][seat], time, weights, plan)


@jit
def with_card(
    state: np.void,
    seat: int,
    kind: int,
    time: float,
    one_more: bool,
    weights: np.void,
    plan: Plan,
) -> float:
    """Return what a hand promises with a card more, and with the best second one."""
    hand = state["hands"][seat]
    hand[kind] += 1
    best = best_second(state, seat, time, weights, plan) if one_more else NEVER
    if best <= NEVER:
        best = promise(hand, time, weights, plan)
    hand[kind] -= 1
    return best


@jit
def best_second(state: np.void, seat: int, time: float, weights: np.void, plan: Plan) -> float:
    """Return what a hand promises with the best second card; a face-up ferry cannot be one."""
    hand = state["hands"][seat]
    best = NEVER
    worth = 0.0
    cards = 0
    for kind in range(KINDS):
        count = unseen_by(state, seat, kind) if state["deck_left"] > 0 else 0
        is_up = kind != FERRY and state["face_up"][kind] > 0
        if count > 0 or is_up:
            hand[kind] += 1
            value = promise(hand, time, weights, plan)
            hand[kind] -= 1
            worth += count * value
            cards += max(0, count)
            best = max(best, value) if is_up else best
    return max(best, worth / cards) if cards else best


# Tickets.


@jit
def worth_of_tickets(state: np.void, key: Word, time: float, weights: np.void, desk: Desk) -> float:
    """Return the mean worth of the better one of two unseen tickets, for a few pairs."""
    seat = wide(state["to_move"])
    unseen = unseen_tickets(state, seat)
    count = size(unseen)
    if count < 2 or time < 1.0:
        return NEVER
    total = 0.0
    for pair in range(PAIRS):
        place = below(fork(key, pair), count)
        one = worth_with(state, seat, nth(unseen, place), time, weights, desk.plan)
        other = nth(unseen, (place + 1) % count)
        total += max(one, worth_with(state, seat, other, time, weights, desk.plan))
    return total / PAIRS


@jit
def worth_with(
    state: np.void, seat: int, ticket: int, time: float, weights: np.void, plan: Plan
) -> float:
    """Return what a position promises with a ticket more."""
    worth = evaluate(state, seat, only(ticket), time, weights, plan)
    points = wide(state["ticket_points"][ticket])
    return worth + points if is_completed(state, seat, ticket) else worth - points
