"""The layers that go over the map, compiled: word passes between routes, locations and tickets."""

from __future__ import annotations

import numpy as np

from sf_agents.network.layers import add, clear, keep_positive
from sf_agents.ticket_to_ride.network.features import KIND_LINES, OPEN
from sf_agents.ticket_to_ride.network.net import Net, Room
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import KINDS


@jit
def read_map(
    net: Net, room: Room, routes: Array, locations: Array, tickets: Array, kinds: Array
) -> None:
    """Write the routes, locations, tickets and kinds of the observation in ``room.graph``."""
    graph = room.graph
    route_count, location_count, ticket_count = graph.counts[0]
    encode(net, room, route_count, ticket_count)
    gather(net, room, route_count, location_count, ticket_count, locations)
    clear(room.edges, route_count)
    add(room.first_routes, route_count, net.edges, room.edges)
    travel(net.leave_0, net.stay_0, net.arrive_0, 0, room, locations)
    travel(net.leave_1, net.stay_1, net.arrive_1, 1, room, locations)
    clear(room.to_routes, location_count)
    add(locations, location_count, net.way_location, room.to_routes)
    from_ends(room.to_routes, graph.ends[0], route_count, routes)
    add(room.first_routes, route_count, net.way, routes)
    keep_positive(routes, route_count)
    clear(room.to_tickets, location_count)
    add(locations, location_count, net.aim_location, room.to_tickets)
    from_ends(room.to_tickets, graph.ticket_ends[0], ticket_count, tickets)
    add(room.first_tickets, ticket_count, net.aim, tickets)
    keep_positive(tickets, ticket_count)
    count_needs(net, room, route_count, routes, kinds)


@jit
def encode(net: Net, room: Room, routes: int, tickets: int) -> None:
    """Write what kinds, routes and tickets are by themselves; routes with the kind they ask for."""
    graph = room.graph
    clear(room.first_kinds, KIND_LINES)
    add(graph.kinds[0], KINDS, net.kind, room.first_kinds)
    keep_positive(room.first_kinds, KINDS)
    clear(room.asked, KIND_LINES)
    add(room.first_kinds, KINDS, net.route_kind, room.asked)
    for route in range(routes):
        room.first_routes[route] = room.asked[graph.kinds_of[0, route]]
    add(graph.routes[0], routes, net.route, room.first_routes)
    keep_positive(room.first_routes, routes)
    clear(room.first_tickets, tickets)
    add(graph.tickets[0], tickets, net.ticket, room.first_tickets)
    keep_positive(room.first_tickets, tickets)


@jit
def gather(net: Net, room: Room, routes: int, locations: int, tickets: int, out: Array) -> None:
    """Write what locations are: by themselves, by their routes and by the tickets to them."""
    graph = room.graph
    clear(out, locations)
    add(graph.locations[0], locations, net.location, out)
    clear(room.to_locations, routes)
    add(room.first_routes, routes, net.location_route, room.to_locations)
    to_ends(room.to_locations, graph.ends[0], routes, out)
    clear(room.to_locations, tickets)
    add(room.first_tickets, tickets, net.location_ticket, room.to_locations)
    to_ends(room.to_locations, graph.ticket_ends[0], tickets, out)
    keep_positive(out, locations)


@jit
def travel(
    leave: Array, stay: Array, arrive: Array, number: int, room: Room, locations: Array
) -> None:
    """Let word go along every usable route once, both ways."""
    graph = room.graph
    routes, count, _ = graph.counts[0]
    room.before[:count] = locations[:count]
    clear(room.left, count)
    add(room.before, count, leave, room.left)
    clear(room.heard, count)
    first = number * leave.shape[1]
    for route in range(routes):
        if graph.usable[0, route] != 0.0:
            one, other = graph.ends[0, route]
            edge = room.edges[route, first : first + leave.shape[1]]
            hear(edge, room.left[one], room.heard[other])
            hear(edge, room.left[other], room.heard[one])
    clear(locations, count)
    add(room.before, count, stay, locations)
    add(room.heard, count, arrive, locations)
    keep_positive(locations, count)


@jit
def hear(edge: Array, left: Array, out: Array) -> None:
    """Add what comes along a route from the location that it leaves."""
    for at in range(out.shape[0]):
        out[at] += max(edge[at] + left[at], np.float32(0.0))


@jit
def to_ends(lines: Array, ends: Array, count: int, out: Array) -> None:
    """Add each line to both locations where it ends."""
    for line in range(count):
        one, other = ends[line]
        for at in range(out.shape[1]):
            out[one, at] += lines[line, at]
            out[other, at] += lines[line, at]


@jit
def from_ends(locations: Array, ends: Array, count: int, out: Array) -> None:
    """Write for each line the sum of what is at both its ends."""
    for line in range(count):
        one, other = ends[line]
        for at in range(out.shape[1]):
            out[line, at] = locations[one, at] + locations[other, at]


@jit
def count_needs(net: Net, room: Room, count: int, routes: Array, kinds: Array) -> None:
    """Write the kinds, with what open routes need of them."""
    graph = room.graph
    clear(kinds, KIND_LINES)
    add(room.first_kinds, KINDS, net.hand, kinds)
    clear(room.needs, count)
    add(routes, count, net.need, room.needs)
    for route in range(count):
        if graph.routes[0, route, OPEN] != 0.0:
            kind = graph.kinds_of[0, route]
            for at in range(kinds.shape[1]):
                kinds[kind, at] += room.needs[route, at]
    keep_positive(kinds, KIND_LINES)
