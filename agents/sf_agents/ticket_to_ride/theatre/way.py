"""The shortest way for a ticket: the routes that a page lights up when the ticket is pointed at."""

from __future__ import annotations

from heapq import heappop, heappush

from sf_env.games.ticket_to_ride.render.seen import View


def way(view: View, seat: int, ticket: int) -> list[int]:
    """Return the routes of a shortest way for a seat, its own ones included; [] if none is left."""
    first, last, _ = view["board"].tickets[ticket]
    came_by: dict[int, int] = {}  # the route to each location
    waiting = [(0, 0, first, -1)]  # spaces to claim, routes, location and the route to it
    while waiting:
        spaces, routes, here, route = heappop(waiting)
        if here in came_by:
            continue
        came_by[here] = route
        if here == last:
            return _back(view, came_by, last)
        for following, there in _from(view, seat, here):
            length = (
                0 if view["owner"][following] == seat else view["board"].routes[following].length
            )
            heappush(waiting, (spaces + length, routes + 1, there, following))
    return []


def _from(view: View, seat: int, here: int) -> list[tuple[int, int]]:
    """Return the routes that a seat may use from a location, and where they lead to."""
    found = []
    for number, (first, second, *_) in enumerate(view["board"].routes):
        if here in (first, second) and is_usable(view, seat, number):
            found.append((number, second if here == first else first))
    return found


def is_usable(view: View, seat: int, route: int) -> bool:
    """Return whether a route is a seat's own, or neither claimed nor closed for it (RULES 4)."""
    owner, twin = view["owner"], view["board"].twins[route]
    if owner[route] >= 0 or twin < 0 or owner[twin] < 0:
        return owner[route] in (-1, seat)
    return view["players"] > 2 and owner[twin] != seat


def _back(view: View, came_by: dict[int, int], here: int) -> list[int]:
    """Return the routes of a way from its end."""
    routes = []
    while (route := came_by[here]) >= 0:
        routes.append(route)
        first, second, *_ = view["board"].routes[route]
        here = second if here == first else first
    return routes
