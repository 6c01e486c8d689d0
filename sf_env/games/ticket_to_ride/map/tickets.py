"""The tickets of generated maps: pairs of places, worth the spaces on the shortest way."""

from __future__ import annotations

from collections.abc import Sequence

from sf_env.core.choices import Choices
from sf_env.games.ticket_to_ride.map.pieces import Route, Ticket

TICKETS = 24
POINTS = (4, 11)
ON_A_PLACE = (2, 3)
TRIES = 10  # at pairs that fit, since that is cheap


def make_tickets(choices: Choices, routes: Sequence[Route], places: int) -> list[Ticket] | None:
    """Return tickets, the dearest first; None if no choice of pairs is found."""
    between = distances(routes, places)
    tried = (_chosen(choices, between) for _ in range(TRIES))
    tickets = next(filter(None, tried), set())
    return sorted(tickets, key=lambda ticket: (-ticket.points, ticket)) or None


def _chosen(choices: Choices, between: Sequence[Sequence[int]]) -> set[Ticket] | None:
    """Return tickets, made first for the places that lack the most; None at a dead end."""
    places = len(between)
    fewest, most = ON_A_PLACE
    more = choices.some(range(places), 2 * TICKETS - fewest * places)
    left = [most if place in more else fewest for place in range(places)]
    found: set[Ticket] = set()
    while any(left):
        first = max(choices.shuffled(range(places)), key=lambda place: left[place])
        fitting = [
            ticket
            for second in range(places)
            if left[second] and POINTS[0] <= between[first][second] <= POINTS[1]
            if (ticket := _ticket(first, second, between)) not in found
        ]
        if not fitting:
            return None
        found.add(ticket := choices.one(fitting))
        left[ticket.first] -= 1
        left[ticket.second] -= 1
    return found


def _ticket(one: int, other: int, between: Sequence[Sequence[int]]) -> Ticket:
    return Ticket(min(one, other), max(one, other), between[one][other])


def distances(routes: Sequence[Route], places: int) -> list[list[int]]:
    """Return the spaces on the shortest way between each two places."""
    far = sum(route.length for route in routes)
    between = [[0 if one == other else far for other in range(places)] for one in range(places)]
    for first, second, length, *_ in routes:
        between[first][second] = between[second][first] = length
    for middle, onward in enumerate(between):
        for row in between:
            here = row[middle]
            row[:] = [min(known, here + rest) for known, rest in zip(row, onward, strict=True)]
    return between
