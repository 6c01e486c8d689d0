"""Which maps are allowed (RULES 1); errors name the entry, counted from 1, and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from sf_env.core.errors import MapError, shown
from sf_env.games.ticket_to_ride.engine.constants import MARKED
from sf_env.games.ticket_to_ride.map.pieces import (
    COLOUR_NAMES,
    LENGTHS,
    LOCATIONS,
    POINTS,
    ROUTES,
    TICKETS,
    Location,
    Route,
    Ticket,
)

COUNTS = {"locations": LOCATIONS, "routes": ROUTES, "tickets": TICKETS}
COORDINATES = (-(2**63), 2**63 - 1)  # all whole numbers that TOML has
NOT_WHOLE = (bool, np.timedelta64)  # which count as integers for Python and for numpy


def check_map(
    locations: Sequence[Location], routes: Sequence[Route], tickets: Sequence[Ticket], source: str
) -> None:
    """Raise MapError unless each entry and the map as a whole are allowed."""
    check_locations(locations, source)
    check_routes(routes, locations, source)
    check_tickets(tickets, locations, source)


def check_list(entries: Any, key: str, source: str) -> None:
    """Raise MapError unless this is a list, neither too short nor too long."""
    low, high = COUNTS[key]
    if not isinstance(entries, list | tuple):
        raise MapError(f"{source}, {key}: {shown(entries)} is not a list")
    if not low <= len(entries) <= high:
        raise MapError(f"{source}, {key}: {len(entries)} entries; allowed: {low} to {high}")


def check_locations(locations: Sequence[Location], source: str) -> None:
    """Raise MapError unless the locations are allowed."""
    check_list(locations, "locations", source)
    seen: dict[str, int] = {}
    for number, location in enumerate(locations, start=1):
        where = f"{source}, locations, entry {number}"
        _check_location(location, where)
        if location.name in seen:
            raise MapError(
                f"{where}, name: {shown(location.name)} is already the name of entry "
                f"{seen[location.name]}; allowed: a name of its own"
            )
        seen[location.name] = number
    marked = sum(location.marked for location in locations)
    if marked != MARKED:
        raise MapError(f"{source}, locations: {marked} are marked; allowed: exactly {MARKED}")


def _check_location(location: Location, where: str) -> None:
    if not isinstance(location, Location):
        refuse(location, "a Location", where)
    if not isinstance(location.name, str) or not location.name.strip():
        refuse(location.name, "text that is not blank", f"{where}, name")
    _check_number(location.x, COORDINATES, f"{where}, x")
    _check_number(location.y, COORDINATES, f"{where}, y")
    if not isinstance(location.marked, bool):
        refuse(location.marked, "true or false", f"{where}, marked")


def check_routes(routes: Sequence[Route], locations: Sequence[Location], source: str) -> None:
    """Raise MapError unless the routes are allowed between these locations."""
    check_list(routes, "routes", source)
    same_ends: dict[frozenset[int], list[int]] = {}
    for number, route in enumerate(routes, start=1):
        where = f"{source}, routes, entry {number}"
        _check_route(route, locations, where)
        earlier = same_ends.setdefault(frozenset(route[:2]), [])
        _check_double(route, [routes[entry - 1] for entry in earlier], earlier, where)
        earlier.append(number)
    _check_connected(routes, locations, source)


def _check_route(route: Route, locations: Sequence[Location], where: str) -> None:
    if not isinstance(route, Route):
        refuse(route, "a Route", where)
    _check_ends(route, locations, where)
    _check_number(route.length, LENGTHS, f"{where}, length")
    _check_number(route.colour, (0, len(COLOUR_NAMES) - 1), f"{where}, colour")
    _check_number(route.ferries, (0, route.length), f"{where}, ferries")


def _check_double(
    route: Route, earlier: Sequence[Route], numbers: Sequence[int], where: str
) -> None:
    if len(earlier) == 2:
        raise MapError(
            f"{where}: entries {numbers[0]} and {numbers[1]} join the same two locations; "
            f"allowed: at most two routes"
        )
    if earlier and earlier[0].length != route.length:
        raise MapError(
            f"{where}, length: {route.length} is not allowed; allowed: {earlier[0].length}, the "
            f"length of entry {numbers[0]}, which joins the same two locations"
        )


def _check_connected(routes: Sequence[Route], locations: Sequence[Location], source: str) -> None:
    reached = {0}
    for _ in locations:
        reached |= {end for route in routes if reached & {*route[:2]} for end in route[:2]}
    for place, location in enumerate(locations):
        if place not in reached:
            raise MapError(
                f"{source}, routes: no routes lead from {shown(locations[0].name)} to "
                f"{shown(location.name)}; the routes should connect all locations"
            )


def check_tickets(tickets: Sequence[Ticket], locations: Sequence[Location], source: str) -> None:
    """Raise MapError unless the tickets are allowed for these locations, which are connected."""
    check_list(tickets, "tickets", source)
    seen: dict[frozenset[int], int] = {}
    for number, ticket in enumerate(tickets, start=1):
        where = f"{source}, tickets, entry {number}"
        if not isinstance(ticket, Ticket):
            refuse(ticket, "a Ticket", where)
        _check_ends(ticket, locations, where)
        _check_number(ticket.points, POINTS, f"{where}, points")
        same = seen.setdefault(frozenset(ticket[:2]), number)
        if same != number:
            raise MapError(
                f"{where}: entry {same} names the same two locations; allowed: one ticket for each "
                f"two locations, whichever comes first"
            )


def _check_ends(entry: Route | Ticket, locations: Sequence[Location], where: str) -> None:
    for field, end in zip(("first", "second"), entry[:2], strict=True):
        _check_number(end, (0, len(locations) - 1), f"{where}, {field} location")
    if entry.first == entry.second:
        raise MapError(
            f"{where}: both locations are {shown(locations[entry.first].name)}; allowed: two "
            f"different ones"
        )


def _check_number(value: Any, limits: tuple[int, int], where: str) -> None:
    low, high = limits
    if not isinstance(value, int | np.integer) or isinstance(value, NOT_WHOLE):
        refuse(value, f"a whole number from {low} to {high}", where)
    if not low <= int(value) <= high:
        refuse(value, f"{low} to {high}", where)


def refuse(value: Any, allowed: str, where: str) -> NoReturn:
    """Raise the error for a value that is not allowed here."""
    raise MapError(f"{where}: {shown(value)} is not allowed; allowed: {allowed}")
