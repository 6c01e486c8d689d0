"""What a map consists of (RULES 1): locations, routes and tickets, and how many there may be."""

from __future__ import annotations

from typing import NamedTuple

from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    KIND_NAMES,
    MAX_LENGTH,
    MAX_LOCATIONS,
    MAX_ROUTES,
    MAX_TICKET_POINTS,
    MAX_TICKETS,
)

COLOUR_NAMES = (*KIND_NAMES[:COLOURS], "grey")

# The fewest and the most of each, both included.
LOCATIONS = (7, MAX_LOCATIONS)
ROUTES = (6, MAX_ROUTES)
TICKETS = (8, MAX_TICKETS)
LENGTHS = (1, MAX_LENGTH)
POINTS = (1, MAX_TICKET_POINTS)


class Location(NamedTuple):
    """A place on the map; a marked one has a pile of tourist tokens from the start."""

    name: str
    x: int
    y: int
    marked: bool = False


class Route(NamedTuple):
    """What joins two locations, which are numbered as in the list; the colour is 0 to 6."""

    first: int
    second: int
    length: int
    colour: int
    ferries: int = 0


class Ticket(NamedTuple):
    """Two locations to connect, which are numbered as in the list, and what that is worth."""

    first: int
    second: int
    points: int
