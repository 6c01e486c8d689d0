"""The weights of a network as arrays, and room for what its layers compute."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sf_agents.ticket_to_ride.network.features import (
    KIND_LINES,
    MOST_TICKETS,
    Graph,
    new_graph,
)
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import PUT
from sf_env.games.ticket_to_ride.engine.constants import MAX_LOCATIONS, MAX_ROUTES, OFFERED

ROUNDS: Final = 2  # in which word goes along the routes
BLOCK: Final = 16  # observations that go through the last layers together
OUTPUTS_OF_TABLE: Final = PUT  # actions that are not scored by a location or a route alone
OUTPUTS_OF_LOCATION: Final = 2  # to put a pile there, to take its token
OUTPUTS_OF_KIND: Final = 2  # to take a card, to pay with the colour


class Net(NamedTuple):
    """The weights, float32; a matrix has a line for each input."""

    kind: Array  # (KIND_FEATURES, kind)
    route: Array  # (ROUTE_FEATURES, route)
    route_kind: Array  # (kind, route)
    ticket: Array  # (TICKET_FEATURES, ticket)
    location: Array  # (LOCATION_FEATURES, location)
    location_route: Array  # (route, location)
    location_ticket: Array  # (ticket, location)
    edges: Array  # (route, ROUNDS location)
    leave_0: Array  # (location, location), as the next ones
    leave_1: Array
    stay_0: Array
    stay_1: Array
    arrive_0: Array
    arrive_1: Array
    way: Array  # (route, route)
    way_location: Array  # (location, route)
    aim: Array  # (ticket, ticket)
    aim_location: Array  # (location, ticket)
    hand: Array  # (kind, kind)
    need: Array  # (route, kind)
    whole: Array  # (3 route + 2 location + 2 ticket + 3 kind + TABLE_FEATURES, whole)
    whole_bias: Array  # (whole,)
    head: Array  # (whole, head)
    head_bias: Array  # (head,)
    action: Array  # (head, OUTPUTS_OF_TABLE)
    action_bias: Array  # (OUTPUTS_OF_TABLE,)
    spot_route: Array  # (route, spot)
    spot_route_head: Array  # (head, spot)
    spot_route_bias: Array  # (spot,)
    route_action: Array  # (spot, 1)
    spot_location: Array  # (location, spot)
    spot_location_head: Array  # (head, spot)
    spot_location_bias: Array  # (spot,)
    location_action: Array  # (spot, OUTPUTS_OF_LOCATION)
    spot_ticket: Array  # (ticket, spot)
    spot_ticket_head: Array  # (head, spot)
    spot_ticket_bias: Array  # (spot,)
    ticket_action: Array  # (spot, 1)
    spot_kind: Array  # (kind, spot)
    spot_kind_head: Array  # (head, spot)
    spot_kind_bias: Array  # (spot,)
    kind_action: Array  # (spot, OUTPUTS_OF_KIND)
    judge: Array  # (whole, head)
    judge_bias: Array  # (head,)
    value: Array  # (head, 1)
    value_bias: Array  # (1,)


class Room(NamedTuple):
    """Where layers are written; what has ``BLOCK`` lines is of several observations together."""

    graph: Graph  # what is read of one observation
    first_kinds: Array  # (KIND_LINES, kind)
    asked: Array  # (KIND_LINES, route) what kinds mean for the routes that ask for them
    first_routes: Array  # (MAX_ROUTES, route)
    first_tickets: Array  # (MOST_TICKETS, ticket)
    to_locations: Array  # (MAX_ROUTES, location) what routes or tickets mean for their ends
    edges: Array  # (MAX_ROUTES, ROUNDS location)
    left: Array  # (MAX_LOCATIONS, location)
    heard: Array  # (MAX_LOCATIONS, location)
    before: Array  # (MAX_LOCATIONS, location)
    to_routes: Array  # (MAX_LOCATIONS, route)
    to_tickets: Array  # (MAX_LOCATIONS, ticket)
    needs: Array  # (MAX_ROUTES, kind)
    counts: Array  # (BLOCK, 3) int64: routes, locations and tickets
    offered: Array  # (BLOCK, 2) int64
    claimed: Array  # (BLOCK, 2) int64, the ends of the route that is being claimed, or -1
    routes: Array  # (BLOCK MAX_ROUTES, route)
    locations: Array  # (BLOCK MAX_LOCATIONS, location)
    tickets: Array  # (BLOCK MOST_TICKETS, ticket)
    kinds: Array  # (BLOCK KIND_LINES, kind)
    table: Array  # (BLOCK, inputs of the whole)
    whole: Array  # (BLOCK, whole)
    head: Array  # (BLOCK, head)
    scores: Array  # (BLOCK, OUTPUTS_OF_TABLE)
    spot: Array  # (BLOCK, spot) what the head adds to spots
    spots: Array  # (MAX_ROUTES, spot)
    outputs: Array  # (MAX_ROUTES, 1)
    pairs: Array  # (MAX_LOCATIONS, 2)
    values: Array  # (BLOCK, 1)


def new_room(net: Net) -> Room:
    """Return room for the layers of a network."""
    route, location = net.route.shape[1], net.location.shape[1]
    ticket, kind, spot = net.ticket.shape[1], net.kind.shape[1], net.spot_route.shape[1]

    def lines(count: int, width: int) -> Array:
        return np.zeros((count, width), np.float32)

    def whole(width: int) -> Array:
        return np.full((BLOCK, width), -1, np.int64)

    return Room(
        graph=new_graph(1),
        first_kinds=lines(KIND_LINES, kind),
        asked=lines(KIND_LINES, route),
        first_routes=lines(MAX_ROUTES, route),
        first_tickets=lines(MOST_TICKETS, ticket),
        to_locations=lines(MAX_ROUTES, location),
        edges=lines(MAX_ROUTES, ROUNDS * location),
        left=lines(MAX_LOCATIONS, location),
        heard=lines(MAX_LOCATIONS, location),
        before=lines(MAX_LOCATIONS, location),
        to_routes=lines(MAX_LOCATIONS, route),
        to_tickets=lines(MAX_LOCATIONS, ticket),
        needs=lines(MAX_ROUTES, kind),
        counts=whole(3),
        offered=whole(OFFERED),
        claimed=whole(2),
        routes=lines(BLOCK * MAX_ROUTES, route),
        locations=lines(BLOCK * MAX_LOCATIONS, location),
        tickets=lines(BLOCK * MOST_TICKETS, ticket),
        kinds=lines(BLOCK * KIND_LINES, kind),
        table=lines(BLOCK, len(net.whole)),
        whole=lines(BLOCK, net.whole.shape[1]),
        head=lines(BLOCK, net.head.shape[1]),
        scores=lines(BLOCK, OUTPUTS_OF_TABLE),
        spot=lines(BLOCK, spot),
        spots=lines(MAX_ROUTES, spot),
        outputs=lines(MAX_ROUTES, 1),
        pairs=lines(MAX_LOCATIONS, 2),
        values=lines(BLOCK, 1),
    )
