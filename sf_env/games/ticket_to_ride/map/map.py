"""Maps: the board and the tickets of a game (RULES 1).

The packaged one is a reconstruction, see docs/games/ticket_to_ride/map.md.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sf_env.core.errors import MapError, shown
from sf_env.core.seeds import check_seed
from sf_env.core.setups import check_name, name_in, seed_in
from sf_env.games.ticket_to_ride.map.check import check_map
from sf_env.games.ticket_to_ride.map.file import read_map
from sf_env.games.ticket_to_ride.map.generator import generate_map
from sf_env.games.ticket_to_ride.map.pieces import COLOUR_NAMES, Location, Route, Ticket
from sf_env.render.words import printable

PACKAGED = Path(__file__).parent
NAMES = ("san_francisco",)


@dataclass(frozen=True, repr=False)
class Map:
    """The board and the tickets of a game: read-only, equal if the content is, whatever the name.

    ``locations``, ``routes`` and ``tickets`` hold a ``Location``, ``Route`` or ``Ticket`` for each
    id, which is the position in the list. ``name`` says where the map is from: ``san_francisco``,
    ``generate:SEED`` or ``file:STEM``.
    """

    locations: tuple[Location, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    name: str = field(compare=False, default="file:own")

    def __post_init__(self) -> None:
        check_map(self.locations, self.routes, self.tickets, self.name)
        check_name(self.name, *NAMES, "map", MapError)
        # Lists become tuples, and numpy's whole numbers Python's.
        plain = tuple(
            Location(str(one.name), int(one.x), int(one.y), one.marked) for one in self.locations
        )
        object.__setattr__(self, "locations", plain)
        object.__setattr__(self, "routes", tuple(Route(*map(int, one)) for one in self.routes))
        object.__setattr__(self, "tickets", tuple(Ticket(*map(int, one)) for one in self.tickets))

    @classmethod
    def load(cls, source: Map | str | os.PathLike[str] = "san_francisco") -> Map:
        """Return the map ``san_francisco``, ``generate:SEED``, or the one in this TOML file."""
        if isinstance(source, Map):
            return source
        name = name_in(source, "map", MapError)
        if name in NAMES:
            return _packaged(name)
        if name.startswith("generate:"):
            return cls.generate(seed_in(name, "map", MapError))
        if name.startswith("file:"):
            raise MapError(f"map {shown(name)} came from a file: load it by the file's path")
        path = Path(name)
        return cls(*read_map(path), f"file:{path.stem}")

    @classmethod
    def generate(cls, seed: int) -> Map:
        """Return a random map; the same seed gives the same map."""
        seed = check_seed(seed)
        return cls(*generate_map(seed), f"generate:{seed}")

    @cached_property
    def hash(self) -> str:
        """16 hexadecimal digits: a digest of locations, routes and tickets in their order."""
        content = json.dumps([self.locations, self.routes, self.tickets], separators=(",", ":"))
        return hashlib.sha256(content.encode("ascii")).hexdigest()[:16]

    @cached_property
    def twins(self) -> tuple[int, ...]:
        """The other route of a double for each route, or -1."""
        ends = [frozenset(route[:2]) for route in self.routes]
        return tuple(
            next((other for other, twin in enumerate(ends) if twin == pair and other != one), -1)
            for one, pair in enumerate(ends)
        )

    @cached_property
    def marked(self) -> tuple[int, ...]:
        """The ids of the five marked locations, in the order of the list."""
        return tuple(place for place, location in enumerate(self.locations) if location.marked)

    @cached_property
    def route_table(self) -> np.ndarray:
        """The routes as numbers: (routes, 5) int8, read-only, columns as the fields of Route."""
        return _frozen(self.routes)

    @cached_property
    def ticket_table(self) -> np.ndarray:
        """The tickets as numbers: (tickets, 3) int8, read-only, columns as the fields of Ticket."""
        return _frozen(self.tickets)

    def route_name(self, route_id: int) -> str:
        """Return what people call a route, such as ``Presidio – Fort Mason (3 red)``."""
        return f"{self._ends(self.routes[route_id])} ({self.price(route_id)})"

    def price(self, route_id: int) -> str:
        """Return what a route asks for, such as ``3 grey, 1 ferry``."""
        route = self.routes[route_id]
        ferries = ", 1 ferry" if route.ferries == 1 else f", {route.ferries} ferries"
        return f"{route.length} {COLOUR_NAMES[route.colour]}" + (ferries if route.ferries else "")

    def ticket_name(self, ticket_id: int) -> str:
        """Return what people call a ticket, such as ``Alcatraz – Sunset (11)``."""
        ticket = self.tickets[ticket_id]
        return f"{self._ends(ticket)} ({ticket.points})"

    def location_name(self, location_id: int) -> str:
        """Return what people call a location: its name, with signs for what cannot be printed."""
        return printable(self.locations[location_id].name)

    def _ends(self, entry: Route | Ticket) -> str:
        return f"{self.location_name(entry.first)} – {self.location_name(entry.second)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Map, (self.locations, self.routes, self.tickets, self.name)

    def __repr__(self) -> str:
        counts = f"{len(self.locations)} locations, {len(self.routes)} routes"
        return f"<Map {self.name}: {counts}, {len(self.tickets)} tickets, {self.hash}>"


@cache
def _packaged(name: str) -> Map:
    return Map(*read_map(PACKAGED / f"{name}.toml"), name)


def _frozen(rows: Sequence[tuple[int, ...]]) -> np.ndarray:
    table = np.array(rows, np.int8)
    table.flags.writeable = False
    return table
