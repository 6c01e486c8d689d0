"""Claiming a route (RULES 4), and what it scores in the end (RULES 6)."""

from __future__ import annotations

from typing import Any

from tests.games.ticket_to_ride.property.maps import GREY
from tests.games.ticket_to_ride.property.reference_table import FERRY, Counts, Table

ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}  # by spaces
TOKEN_POINTS = (0, 0, 1, 2, 4, 6, 9, 12)  # by the number of kinds


# What may be claimed, and how it may be paid (RULES 4).


def may_claim(table: Table, seat: int, route: int) -> bool:
    player = table.players[seat]
    return (
        route not in table.owner
        and not _closed_by_twin(table, seat, route)
        and player.trams >= table.map.routes[route].length
        and bool(prices(table.map.routes[route], player.hand))
    )


def _closed_by_twin(table: Table, seat: int, route: int) -> bool:
    owners = twin_owners(table, route)
    return bool(owners) if len(table.players) == 2 else seat in owners


def twin_owners(table: Table, route: int) -> set[int]:
    """Return the owner of the other route with the same ends, if there is one."""
    ends = _ends(table, route)
    claimed = table.owner.items()
    return {seat for other, seat in claimed if other != route and _ends(table, other) == ends}


def _ends(table: Table, route: int) -> set[int]:
    return {table.map.routes[route].first, table.map.routes[route].second}


def prices(route: Any, hand: Counts) -> list[tuple[int, int]]:
    """Return the ways to pay: the kind of the cards that are no ferries, and how many are.

    The kind is FERRY if all are.
    """
    colours = range(6) if route.colour == GREY else [route.colour]
    mixed = [
        (colour, ferries)
        for colour in colours
        for ferries in range(route.ferries, route.length)
        if hand[FERRY] >= ferries and hand[colour] >= route.length - ferries
    ]
    alone = [(FERRY, route.length)] if hand[FERRY] >= route.length else []
    return mixed + alone


# The claim itself (RULES 4).


def pay(table: Table, seat: int, route: int, colour: int, ferries: int) -> None:
    """Pay with cards of the colour and this number of ferries; put the trams; count the points."""
    length = table.map.routes[route].length
    table.pay(seat, FERRY, ferries)
    if colour != FERRY:
        table.pay(seat, colour, length - ferries)
    table.settle()
    table.owner[route] = seat
    table.players[seat].trams -= length
    table.players[seat].route_points += ROUTE_POINTS[length]


def ends_with_a_new_token(table: Table, seat: int, route: int) -> list[int]:
    """Return the ends, 0 and 1, with a token of a kind that the player does not have."""
    ends = (table.map.routes[route].first, table.map.routes[route].second)
    return [end for end in (0, 1) if _has_new_token(table, seat, ends[end])]


def _has_new_token(table: Table, seat: int, location: int) -> bool:
    pile = table.piles.get(location)
    return pile is not None and pile.left > 0 and pile.kind not in table.players[seat].tokens


def take_token(table: Table, seat: int, route: int, end: int) -> None:
    location = (table.map.routes[route].first, table.map.routes[route].second)[end]
    pile = table.piles[location]
    pile.left -= 1
    table.players[seat].tokens.add(pile.kind)


# The score (RULES 6).


def score(table: Table, seat: int) -> dict[str, int]:
    player = table.players[seat]
    done = [ticket for ticket in player.tickets if is_completed(table, seat, ticket)]
    lost = [ticket for ticket in player.tickets if ticket not in done]
    points = {ticket: table.map.tickets[ticket].points for ticket in player.tickets}
    parts = {
        "routes": player.route_points,
        "tickets": sum(points[ticket] for ticket in done) - sum(points[ticket] for ticket in lost),
        "tokens": TOKEN_POINTS[len(player.tokens)],
    }
    return {**parts, "completed": len(done), "total": sum(parts.values())}


def is_completed(table: Table, seat: int, ticket: int) -> bool:
    wanted = table.map.tickets[ticket]
    return wanted.second in reached(table, seat, wanted.first)


def reached(table: Table, seat: int, start: int) -> set[int]:
    """Return the locations that the seat's own routes connect with one."""
    own = [_ends(table, route) for route, owner in table.owner.items() if owner == seat]
    found = {start}
    while any(ends & found and ends - found for ends in own):
        for ends in own:
            if ends & found:
                found |= ends
    return found
