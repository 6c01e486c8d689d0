"""What the network reads of an observation: numbers of each route, location, ticket and kind.

The layout of observations is the one that the packaged networks were trained with. Where the game
gets a later one, it keeps this one as an earlier layout.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import (
    KINDS,
    MAX_LOCATIONS,
    MAX_PLAYERS,
    MAX_ROUTES,
    OFFERED,
    PHASES,
)
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE

LAYOUT_HASH = "278f2e98bf3b5e8a"
LAYOUT = TICKET_TO_RIDE.layout_of(LAYOUT_HASH)

MOST_TICKETS = 24  # that are read: offered ones, then kept ones as long as there is room
KIND_LINES = KINDS + 1  # the last is 0, for grey routes

ROUTE_FEATURES = 20  # a 1, its figures, its owner, what it is to the observer, and its tickets
OPEN, CLAIMING = 9, 12  # among them
LOCATION_FEATURES = 6  # a 1, and its pile
TICKET_FEATURES = 9  # a 1, its points, whether it is kept, and what it needs
KIND_FEATURES = 9  # a 1, and where its cards are
SEAT_FEATURES = 6  # of each player
TABLE_FEATURES = PHASES + 12 + SEAT_FEATURES * MAX_PLAYERS


class Graph(NamedTuple):
    """What is read of n observations; lines beyond the counts are 0. Features are float32."""

    counts: Array  # (n, 3) int64: routes, locations and tickets
    routes: Array  # (n, routes, ROUTE_FEATURES)
    ends: Array  # (n, routes, 2) int64, the locations that each route joins
    kinds_of: Array  # (n, routes) int64, the kind that it asks for; the last line for grey
    usable: Array  # (n, routes) float32, 1 if the observer owns it or may claim it
    claiming: Array  # (n,) int64, the route that is being claimed, -1 if none
    locations: Array  # (n, locations, LOCATION_FEATURES)
    tickets: Array  # (n, tickets, TICKET_FEATURES)
    ticket_ends: Array  # (n, tickets, 2) int64
    offered: Array  # (n, 2) int64, the lines of the offered tickets, -1 if there are none
    kinds: Array  # (n, KIND_LINES, KIND_FEATURES)
    table: Array  # (n, TABLE_FEATURES)
    far: Array  # (MAX_LOCATIONS, MAX_LOCATIONS) uint8, room for distances


def new_graph(
    count: int,
    routes: int = MAX_ROUTES,
    locations: int = MAX_LOCATIONS,
    tickets: int = MOST_TICKETS,
) -> Graph:
    """Return room for what is read of this many observations."""

    def numbers(*shape: int) -> Array:
        return np.zeros((count, *shape), np.float32)

    def whole(*shape: int) -> Array:
        return np.zeros((count, *shape), np.int64)

    return Graph(
        counts=whole(3),
        routes=numbers(routes, ROUTE_FEATURES),
        ends=whole(routes, 2),
        kinds_of=whole(routes),
        usable=numbers(routes),
        claiming=whole(),
        locations=numbers(locations, LOCATION_FEATURES),
        tickets=numbers(tickets, TICKET_FEATURES),
        ticket_ends=whole(tickets, 2),
        offered=whole(OFFERED),
        kinds=numbers(KIND_LINES, KIND_FEATURES),
        table=numbers(TABLE_FEATURES),
        far=np.zeros((MAX_LOCATIONS, MAX_LOCATIONS), np.uint8),
    )
