"""Plans: the routes by which a seat would complete its tickets, and what they need.

Ways are cheapest paths between groups of connected locations. Tickets join a plan one after the
other, first the one that is cheapest for its points; routes that the plan has already are free for
the next ticket. A stage of the plan is what its first tickets need together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.sets import NO_MEMBERS, Set, first, only, without, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.connections import is_completed
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    FERRY,
    GREY,
    KINDS,
    MAX_LENGTH,
    MAX_LOCATIONS,
    ROUTE_POINTS,
    TOKEN_KINDS,
)

NO_WAY = 1e9
MOST_TICKETS = 12  # of a plan
MOST_GREYS = 12  # grey routes of a plan whose cards are counted

STAGE = np.dtype(
    [
        ("gain", np.float64),  # points that its last ticket and the routes for it bring
        ("routes", np.int64),
        ("chosen", np.uint64),  # which they are
        ("need", np.int64, COLOURS),  # cards by colour
        ("symbols", np.int64),  # ferries
        ("greys", np.int64),
        ("grey", np.int64, MOST_GREYS),  # cards of one colour, for each grey route
    ]
)


class Plan(NamedTuple):
    """Room for a plan, and what is needed to make one."""

    cost: Array  # (locations, locations) turns to join two groups by one route
    via: Array  # (locations, locations) the route
    far: Array  # (locations,) cost of the cheapest way from the start
    before: Array  # (locations,) the group before on this way, -1 at the start
    stages: Array  # (MOST_TICKETS,) of dtype STAGE
    used: Array  # (1,) number of stages
    tokens: Array  # (TOKEN_KINDS,) the kinds that the seat would hold
    surplus: Array  # (KINDS,) cards that the plan leaves over


def new_plan() -> Plan:
    """Return room for a plan."""
    places = MAX_LOCATIONS
    return Plan(
        cost=np.zeros((places, places)),
        via=np.zeros((places, places), np.int64),
        far=np.zeros(places),
        before=np.zeros(places, np.int64),
        stages=np.zeros(MOST_TICKETS, STAGE),
        used=np.zeros(1, np.int64),
        tokens=np.zeros(TOKEN_KINDS, np.int64),
        surplus=np.zeros(KINDS, np.int64),
    )


# The cost of routes.


@jit
def note_costs(state: np.void, seat: int, weights: np.void, plan: Plan) -> None:
    """Write the cheapest open route between each two groups of connected locations."""
    locations = wide(state["locations"])
    plan.cost[:locations, :locations] = NO_WAY
    most = 0
    for colour in range(COLOURS):
        most = max(most, wide(state["hands"][seat, colour]))
    groups = state["connected"][seat]
    trams = min(wide(state["trams"][seat]), MAX_LENGTH)
    left = int(state["open_to"][seat]) & int(state["routes_up_to"][trams])
    while left != NO_MEMBERS:
        route = first(left)
        left = without_first(left)
        one = wide(groups[state["ends"][route, 0]])
        other = wide(groups[state["ends"][route, 1]])
        cost = route_cost(state, seat, route, most, weights)
        if one != other and cost < plan.cost[one, other]:
            set_cost(plan, one, other, cost)
            plan.via[one, other] = plan.via[other, one] = route


@jit
def set_cost(plan: Plan, one: int, other: int, cost: float) -> None:
    """Write what it costs to join two groups."""
    plan.cost[one, other] = cost
    plan.cost[other, one] = cost


@jit
def route_cost(state: np.void, seat: int, route: int, most: int, weights: np.void) -> float:
    """Return the turns that a route takes, less what it brings; ``most`` cards pay for grey."""
    length = wide(state["length"][route])
    symbols = wide(state["ferries"][route])
    colour = wide(state["route_colour"][route])
    have = most if colour == GREY else wide(state["hands"][seat, colour])
    missing = max(0, length - symbols - have)
    ferries = max(0, symbols - wide(state["hands"][seat, FERRY]))
    cost = weights["claim"] + weights["missing_card"] * missing + weights["missing_ferry"] * ferries
    cost += weights["held_card"] * (length - missing - ferries) + weights["tram"] * length
    return float(max(0.05, cost - weights["route_point"] * ROUTE_POINTS[length]))


@jit
def find_way(locations: int, start: int, goal: int, plan: Plan) -> float:
    """Return the cost of the cheapest way between two groups, and note the way."""
    plan.far[:locations] = NO_WAY
    plan.before[:locations] = -1
    plan.far[start] = 0.0
    done = 0
    while True:
        here = -1
        for place in range(locations):
            if not done >> place & 1 and (here < 0 or plan.far[place] < plan.far[here]):
                here = place
        if here < 0 or here == goal or plan.far[here] >= NO_WAY:
            return float(plan.far[goal])
        done |= 1 << here
        for place in range(locations):
            cost = plan.far[here] + plan.cost[here, place]
            if cost < plan.far[place]:
                plan.far[place] = cost
                plan.before[place] = here


# The plan.


@jit
def make_plan(state: np.void, seat: int, more: Set, weights: np.void, plan: Plan) -> None:
    """Plan for a seat's tickets that are not completed, and for ``more`` of them."""
    note_costs(state, seat, weights, plan)
    plan.used[0] = 0
    for kind in range(TOKEN_KINDS):
        plan.tokens[kind] = state["tokens"][seat, kind]
    tickets = to_complete(state, seat, int(state["tickets_of"][seat]) | more)
    while tickets != NO_MEMBERS and plan.used[0] < MOST_TICKETS:
        ticket = cheapest(state, seat, tickets, plan)
        if ticket < 0:
            break
        tickets = without(tickets, ticket)
        find_ticket(state, seat, ticket, plan)
        add_stage(state, seat, ticket, weights, plan)


@jit
def to_complete(state: np.void, seat: int, tickets: Set) -> Set:
    """Return the tickets of a set that a seat has not completed."""
    left = tickets
    while left != NO_MEMBERS:
        ticket = first(left)
        left = without_first(left)
        if is_completed(state, seat, ticket):
            tickets = without(tickets, ticket)
    return tickets


@jit
def cheapest(state: np.void, seat: int, tickets: Set, plan: Plan) -> int:
    """Return the ticket whose way costs least for its points, -1 if none has a way."""
    best = -1
    least = NO_WAY / 100
    while tickets != NO_MEMBERS:
        ticket = first(tickets)
        tickets = without_first(tickets)
        cost = find_ticket(state, seat, ticket, plan) / wide(state["ticket_points"][ticket])
        if cost < least:
            least = cost
            best = ticket
    return best


@jit
def find_ticket(state: np.void, seat: int, ticket: int, plan: Plan) -> float:
    """Return the cost of the cheapest way for a ticket, and note the way."""
    groups = state["connected"][seat]
    ends = state["ticket_ends"][ticket]
    return find_way(wide(state["locations"]), wide(groups[ends[0]]), wide(groups[ends[1]]), plan)


@jit
def add_stage(state: np.void, seat: int, ticket: int, weights: np.void, plan: Plan) -> None:
    """Add a ticket and the routes of the way that was noted for it."""
    number = int(plan.used[0])
    plan.used[0] += 1
    stage = plan.stages[number]
    if number > 0:
        plan.stages[number] = plan.stages[number - 1]
    else:
        clear(stage)
    # A ticket that is not completed costs its points: so completing it brings them twice.
    stage["gain"] = 2.0 * weights["ticket"] * wide(state["ticket_points"][ticket])
    place = wide(state["connected"][seat][state["ticket_ends"][ticket, 1]])
    while plan.before[place] >= 0:
        before = int(plan.before[place])
        if plan.cost[before, place] > 0.0:
            add_route(state, int(plan.via[before, place]), stage, weights, plan)
            set_cost(plan, before, place, 0.0)
        place = before


@jit
def clear(stage: np.void) -> None:
    """Begin a plan that needs nothing."""
    stage["routes"] = 0
    stage["chosen"] = NO_MEMBERS
    stage["symbols"] = 0
    stage["greys"] = 0
    for colour in range(COLOURS):
        stage["need"][colour] = 0


@jit
def add_route(state: np.void, route: int, stage: np.void, weights: np.void, plan: Plan) -> None:
    """Add what a route needs and brings, with a token at one of its ends."""
    length = wide(state["length"][route])
    symbols = wide(state["ferries"][route])
    colour = wide(state["route_colour"][route])
    stage["routes"] += 1
    stage["chosen"] = int(stage["chosen"]) | only(route)
    stage["symbols"] += symbols
    if colour < GREY:
        stage["need"][colour] += length - symbols
    elif stage["greys"] < MOST_GREYS:
        stage["grey"][stage["greys"]] = length - symbols
        stage["greys"] += 1
    stage["gain"] += ROUTE_POINTS[length]
    for end in range(2):
        location = wide(state["ends"][route, end])
        kind = wide(state["pile_kind"][location])
        if kind >= 0 and state["pile_left"][location] > 0 and plan.tokens[kind] == 0:
            plan.tokens[kind] = 1
            stage["gain"] += 1.0 + weights["token"]
            return


# What a plan needs.


@jit
def turns_for(hand: Array, stage: np.void, weights: np.void, surplus: Array) -> float:
    """Return the turns that a plan takes up to a stage; write the cards that are left over."""
    missing = 0
    for colour in range(COLOURS):
        surplus[colour] = max(0, wide(hand[colour]) - stage["need"][colour])
        missing += max(0, stage["need"][colour] - wide(hand[colour]))
    for number in range(stage["greys"]):
        colour = most_of(surplus)
        missing += max(0, stage["grey"][number] - surplus[colour])
        surplus[colour] = max(0, surplus[colour] - stage["grey"][number])
    wild = max(0, wide(hand[FERRY]) - stage["symbols"])
    ferries = max(0, stage["symbols"] - wide(hand[FERRY]))
    used = min(wild, missing)
    surplus[FERRY] = wild - used
    return float(
        weights["claim"] * stage["routes"]
        + weights["missing_card"] * (missing - used)
        + weights["missing_ferry"] * ferries
    )


@jit
def most_of(cards: Array) -> int:
    """Return the colour that there are most cards of."""
    most = 0
    for colour in range(1, COLOURS):
        if cards[colour] > cards[most]:
            most = colour
    return most
