"""The same map and the same game for the engine as for the second account of the rules."""

from __future__ import annotations

from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from tests.games.ticket_to_ride.property.maps import PlainMap
from tests.games.ticket_to_ride.property.reference import Reference


def as_map(chart: PlainMap) -> Map:
    """Return the engine's map."""
    return Map(
        [Location(each.name, 0, 0, each.marked) for each in chart.locations],
        [Route(r.first, r.second, r.length, r.colour, r.ferries) for r in chart.routes],
        [Ticket(each.first, each.second, each.points) for each in chart.tickets],
        "file:any",
    )


def ticket_order(game: Reference) -> list[int]:
    """Return the order of the tickets of a game that has just begun."""
    offers = [ticket for player in game.table.players for ticket in player.offer]
    return offers + [ticket.number for ticket in game.table.ticket_deck]
