"""Random maps, for research on generalisation.

They have what small maps of the series have in common: the numbers of places, routes, doubles and
spaces, as much of each colour, ferries to an island, and tickets worth the shortest distance.
"""

from __future__ import annotations

from sf_env.core.choices import Choices
from sf_env.games.ticket_to_ride.engine.constants import MARKED
from sf_env.games.ticket_to_ride.map.names import place_names
from sf_env.games.ticket_to_ride.map.network import make_network, spread
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from sf_env.games.ticket_to_ride.map.routes import make_routes
from sf_env.games.ticket_to_ride.map.tickets import make_tickets

PLACES = (16, 19)  # with fewer than 16, 24 tickets put more than 3 on some place
DOUBLES = range(8, 14)
# How many routes are grey, by the number of all: 30 or 36 have colours, and 1/4 to 1/3 are grey.
GREY_BY_ROUTES = {30 + grey: grey for grey in range(11, 16)} | {
    36 + grey: grey for grey in range(12, 16)
}

Content = tuple[tuple[Location, ...], tuple[Route, ...], tuple[Ticket, ...]]


def generate_map(seed: int) -> Content:
    """Return the locations, routes and tickets of a map."""
    choices = Choices(seed)
    while True:
        content = _attempt(choices)
        if content:
            return content


def _attempt(choices: Choices) -> Content | None:
    """Return a map, or None if what was chosen first does not lead to one; two in five do."""
    places = choices.between(*PLACES)
    number, doubles = choices.one(_sizes(places))
    network = make_network(choices, places, number - doubles)
    routes = network and make_routes(choices, network, doubles, GREY_BY_ROUTES[number])
    tickets = routes and make_tickets(choices, routes, places)
    if not (network and routes and tickets):
        return None
    marked = spread(network.points, network.island, MARKED)
    names = place_names(choices, places, network.island)
    locations = [Location(names[i], *network.points[i], i in marked) for i in range(places)]
    return tuple(locations), tuple(routes), tuple(tickets)


def _sizes(places: int) -> list[tuple[int, int]]:
    """Return the numbers of routes, and of doubles among them, that suit this many places."""
    return [
        (routes, doubles)
        for routes in GREY_BY_ROUTES
        for doubles in DOUBLES
        if 1.75 * places <= routes - doubles <= 2.1 * places
    ]
