"""What a map consists of (RULES 1): locations, routes and tickets, and how many there may be."""

from __future__ import annotations

from typing import NamedTuple

COLOUR_NAMES = ("blue", "green", "black", "pink", "red", "orange", "grey")
GREY = 6

# The fewest and the most of each, both included.
LOCATIONS = (7, 32)
ROUTES = (6, 64)
TICKETS = (8, 64)
LENGTHS = (1, 6)
POINTS = (1, 30)
MARKED = 5  # exactly


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
