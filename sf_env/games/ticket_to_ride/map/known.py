"""The maps that games of this process have been dealt on, by the number in their states.

A state holds all of a map that the rules need, but no names.
"""

from __future__ import annotations

import numpy as np

from sf_env.games.ticket_to_ride.engine.constants import MARKED
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket

MOST = 1024  # maps whose names are kept

_known: dict[int, Map] = {}


def remember(board: Map) -> int:
    """Return the number of a map, by which `map_of` finds it."""
    number = int(board.hash, 16)
    while len(_known) >= MOST:
        del _known[next(iter(_known))]
    _known[number] = board
    return number


def map_of(state: np.void) -> Map:
    """Return the map of a state; where only the state has come here, its places have numbers.

    The packaged map is known everywhere, and by no other name.
    """
    number = int(state["map"])
    packaged = Map.load()
    if number == int(packaged.hash, 16):
        return packaged
    found = _known.get(number)
    return _without_names(state) if found is None else found


def _without_names(state: np.void) -> Map:
    """Return the map that a state describes."""
    routes, tickets = int(state["routes"]), int(state["tickets"])
    table = zip(
        state["ends"][:routes].tolist(),
        state["length"][:routes].tolist(),
        state["route_colour"][:routes].tolist(),
        state["ferries"][:routes].tolist(),
        strict=True,
    )
    points = state["ticket_points"][:tickets].tolist()
    pairs = zip(state["ticket_ends"][:tickets].tolist(), points, strict=True)
    return Map(
        tuple(
            Location(f"location {place}", place, 0, 0 <= kind < MARKED)
            for place, kind in enumerate(state["pile_kind"][: int(state["locations"])].tolist())
        ),
        tuple(Route(*ends, *rest) for ends, *rest in table),
        tuple(Ticket(first, second, worth) for (first, second), worth in pairs),
        "file:unknown",
    )
