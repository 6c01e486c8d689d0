"""Playing a game to its end with a quick policy, which keeps to the plans that it began with.

Each seat has aims: the routes of its plan that it has the time for, and the cards that they need.
It claims what it aims at as soon as it can pay, and else draws what is missing. Who has no aims
left claims the longest routes. A seat plans again once a route of its aims is claimed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_agents.ticket_to_ride.evaluation.evaluation import turns_left
from sf_agents.ticket_to_ride.evaluation.plan import Plan, make_plan, most_of, turns_for
from sf_agents.ticket_to_ride.planner import Desk, decide
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, mix
from sf_env.core.compiled.sets import NO_MEMBERS, Set, first, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import (
    CLAIM,
    DRAW,
    KEEP_BOTH,
    PAY_WITH,
    TAKE,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOUR,
    COLOURS,
    FERRY,
    KINDS,
    MAX_PLAYERS,
    OVER,
    SECOND,
    TURN,
)
from sf_env.games.ticket_to_ride.engine.kernels import nth_legal
from sf_env.games.ticket_to_ride.engine.step import step

LONG = 3  # spaces of a route that is worth a turn by itself
FEW = 4  # trams with which any route will do
NOBODY = -1


class Aims(NamedTuple):
    """What the seats aim at."""

    routes: Array  # (MAX_PLAYERS,) uint64
    needs: Array  # (MAX_PLAYERS, KINDS) cards for all of them


def new_aims() -> Aims:
    """Return room for aims."""
    return Aims(np.zeros(MAX_PLAYERS, np.uint64), np.zeros((MAX_PLAYERS, KINDS), np.int64))


@jit
def play_on(
    state: np.void, seat: int, weights: np.void, desk: Desk, aims: Aims, word: Word
) -> None:
    """Play until a turn of a seat begins (NOBODY: to the end), or the game is over.

    Offered tickets are kept as the planner keeps them.
    """
    for other in range(wide(state["players"])):
        take_aim(state, other, weights, desk.plan, aims)
    while state["phase"] != OVER:
        mover = wide(state["to_move"])
        if state["phase"] == TURN:
            if mover == seat:
                return
            if has_to_aim_again(state, mover, aims):
                take_aim(state, mover, weights, desk.plan, aims)
        word = advance(word)
        if wide(state["legal"]) >> KEEP_BOTH & 1:
            step(state, decide(state, mix(word), weights, desk))
            take_aim(state, mover, weights, desk.plan, aims)
        else:
            step(state, quick_action(state, aims))


@jit
def take_aim(state: np.void, seat: int, weights: np.void, plan: Plan, aims: Aims) -> None:
    """Plan, and aim at the routes of the plan that there is time for."""
    make_plan(state, seat, NO_MEMBERS, weights, plan)
    time = turns_left(state, weights) + 1.0
    hand = state["hands"][seat]
    aims.routes[seat] = NO_MEMBERS
    for kind in range(KINDS):
        aims.needs[seat, kind] = 0
    for number in range(plan.used[0]):
        stage = plan.stages[number]
        if turns_for(hand, stage, weights, plan.surplus) > time:
            break
        aims.routes[seat] = stage["chosen"]
        note_needs(hand, stage, plan.surplus, aims.needs[seat])


@jit
def note_needs(hand: Array, stage: np.void, surplus: Array, needs: Array) -> None:
    """Write the cards that a stage of a plan needs; grey routes take what there is most of."""
    needs[FERRY] = stage["symbols"]
    for colour in range(COLOURS):
        needs[colour] = stage["need"][colour]
        surplus[colour] = max(0, wide(hand[colour]) - needs[colour])
    for number in range(stage["greys"]):
        colour = most_of(surplus)
        needs[colour] += stage["grey"][number]
        surplus[colour] = max(0, surplus[colour] - stage["grey"][number])


@jit
def has_to_aim_again(state: np.void, seat: int, aims: Aims) -> bool:
    """Return whether a seat cannot claim a route that it aims at, or has claimed it."""
    return int(aims.routes[seat]) & ~int(state["open_to"][seat]) != NO_MEMBERS


@jit
def quick_action(state: np.void, aims: Aims) -> int:
    """Return the action that the policy chooses, unless tickets are offered."""
    if state["phase"] == TURN:
        return quick_turn(state, aims)
    if state["phase"] == SECOND:
        return quick_card(state, aims)
    if state["phase"] == COLOUR:
        return quick_colour(state, aims)
    return nth_legal(state, 0)


@jit
def quick_turn(state: np.void, aims: Aims) -> int:
    """Claim what is aimed at, or a long route if there are no aims; else draw."""
    seat = wide(state["to_move"])
    claims = int(state["claims"])
    aimed = claims & int(aims.routes[seat])
    if aimed != NO_MEMBERS:
        return CLAIM + longest(state, aimed)
    if claims != NO_MEMBERS:
        route = longest(state, claims)
        last = state["turns_left"] >= 0
        open_aims = int(aims.routes[seat]) & int(state["open_to"][seat])
        free = open_aims == NO_MEMBERS
        good = state["length"][route] >= LONG or state["trams"][seat] <= FEW
        if last or (free and good):
            return CLAIM + route
    return quick_card(state, aims)


@jit
def longest(state: np.void, routes: Set) -> int:
    """Return the longest route of a set that is not empty."""
    best = first(routes)
    left = without_first(routes)
    while left != NO_MEMBERS:
        route = first(left)
        left = without_first(left)
        if state["length"][route] > state["length"][best]:
            best = route
    return best


@jit
def quick_card(state: np.void, aims: Aims) -> int:
    """Take the card that is missing most, else draw one; without cards do anything."""
    seat = wide(state["to_move"])
    legal = wide(state["legal"])
    best = -1
    most = 0
    for kind in range(KINDS):
        if legal >> (TAKE + kind) & 1:
            lack = aims.needs[seat, kind] - wide(state["hands"][seat, kind])
            if lack > most:
                most = lack
                best = kind
    if best >= 0:
        return TAKE + best
    if legal & 1:
        return DRAW
    return nth_legal(state, 0)


@jit
def quick_colour(state: np.void, aims: Aims) -> int:
    """Pay with the colour of which most is left over."""
    seat = wide(state["to_move"])
    best = -1
    most = -100
    for colour in range(COLOURS):
        if wide(state["legal"]) >> (PAY_WITH + colour) & 1:
            over = wide(state["hands"][seat, colour]) - aims.needs[seat, colour]
            if over > most:
                most = over
                best = colour
    return PAY_WITH + best if best >= 0 else nth_legal(state, 0)
