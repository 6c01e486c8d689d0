"""Maps in plain Python, read from the files of RULES 1 without checking them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

COLOURS = ("blue", "green", "black", "pink", "red", "orange", "grey")
GREY = 6


@dataclass(frozen=True)
class Location:
    name: str
    marked: bool


@dataclass(frozen=True)
class Route:
    """A route between two locations, which are numbers in the map's list."""

    first: int
    second: int
    length: int
    colour: int
    ferries: int


@dataclass(frozen=True)
class Ticket:
    first: int
    second: int
    points: int


class AnyMap(Protocol):
    """What the reference reads of a map; the engine's own has the same names."""

    @property
    def locations(self) -> Sequence[Any]: ...

    @property
    def routes(self) -> Sequence[Any]: ...

    @property
    def tickets(self) -> Sequence[Any]: ...


@dataclass(frozen=True)
class PlainMap:
    locations: list[Location]
    routes: list[Route]
    tickets: list[Ticket]


def read(path: Path) -> PlainMap:
    """Return the map in a file."""
    return from_tables(tomllib.loads(path.read_text(encoding="utf-8")))


def from_tables(tables: dict[str, Any]) -> PlainMap:
    """Return the map with these rows of locations, routes and tickets, as a file has them."""
    locations = [Location(name, marked == [True]) for name, _, _, *marked in tables["locations"]]
    number = {location.name: place for place, location in enumerate(locations)}
    routes = [
        Route(number[first], number[second], length, COLOURS.index(colour), sum(ferries))
        for first, second, length, colour, *ferries in tables["routes"]
    ]
    tickets = [Ticket(number[a], number[b], points) for a, b, points in tables["tickets"]]
    return PlainMap(locations, routes, tickets)
