"""Reading a map file: TOML with a row for each location, route and ticket (RULES 1)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sf_env.core.errors import LONGEST, MapError
from sf_env.core.setups import text_in
from sf_env.games.ticket_to_ride.map.check import (
    check_list,
    check_locations,
    check_routes,
    check_tickets,
    refuse,
)
from sf_env.games.ticket_to_ride.map.pieces import COLOUR_NAMES, Location, Route, Ticket

ALLOWED_NAMES = "'san_francisco', 'generate:SEED' or the path of a TOML file"
KEYS = ("locations", "routes", "tickets")  # needed; "name" may be there too
FORMS = {
    "locations": "a row [name, x, y] or [name, x, y, marked]",
    "routes": "a row [location, location, length, colour] or one with the ferry symbols after that",
    "tickets": "a row [location, location, points]",
}
WIDTHS = {"locations": (3, 4), "routes": (4, 5), "tickets": (3,)}


class Content(NamedTuple):
    """All that a map file holds."""

    locations: tuple[Location, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]


def read_map(path: Path) -> Content:
    """Return the locations, routes and tickets of a map file in their order."""
    table = _table(path)
    source = str(path)
    locations = tuple(Location(*row) for _, row in _rows(table, "locations", source))
    check_locations(locations, source)
    ids = {location.name: place for place, location in enumerate(locations)}
    routes = tuple(_route(row, ids, where) for where, row in _rows(table, "routes", source))
    check_routes(routes, locations, source)
    tickets = tuple(_ticket(row, ids, where) for where, row in _rows(table, "tickets", source))
    check_tickets(tickets, locations, source)
    return Content(locations, routes, tickets)


def _table(path: Path) -> dict[str, Any]:
    """Return what the file says, with all the keys that it should have and no other."""
    table = _parsed(text_in(path, "map", ALLOWED_NAMES, MapError), path)
    for key in table:
        if key not in ("name", *KEYS):
            refuse(key, ", ".join(("name", *KEYS)), f"{path}, key")
    for key in KEYS:
        if key not in table:
            raise MapError(f"{path}: the key {key!r} is missing; needed: {', '.join(KEYS)}")
    if not isinstance(table.get("name", ""), str):
        refuse(table["name"], "text", f"{path}, name")
    return table


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # RecursionError: lists in lists in lists ...
        reason, _, place = str(error).removesuffix(")").rpartition(" (at ")
        where = f"{path}, {place}" if reason else str(path)
        reason = (reason or place)[:LONGEST]
        raise MapError(f"{where}: not TOML ({reason}); a map is a TOML file") from error


def _rows(table: Mapping[str, Any], key: str, source: str) -> list[tuple[str, list[Any]]]:
    """Return each row of a list, after what an error calls its place."""
    check_list(table[key], key, source)
    rows = [(f"{source}, {key}, entry {number}", row) for number, row in enumerate(table[key], 1)]
    for where, row in rows:
        if not isinstance(row, list) or len(row) not in WIDTHS[key]:
            refuse(row, FORMS[key], where)
    return rows


def _route(row: list[Any], ids: Mapping[str, int], where: str) -> Route:
    first, second, length, colour, *ferries = row
    if colour not in COLOUR_NAMES:
        refuse(colour, ", ".join(COLOUR_NAMES), f"{where}, colour")
    ends = _ends(first, second, ids, where)
    return Route(*ends, length, COLOUR_NAMES.index(colour), *ferries)


def _ticket(row: list[Any], ids: Mapping[str, int], where: str) -> Ticket:
    first, second, points = row
    return Ticket(*_ends(first, second, ids, where), points)


def _ends(first: Any, second: Any, ids: Mapping[str, int], where: str) -> tuple[int, int]:
    for field, name in (("first", first), ("second", second)):
        if not isinstance(name, str) or name not in ids:
            refuse(name, "a name in the list of locations", f"{where}, {field} location")
    return ids[first], ids[second]
