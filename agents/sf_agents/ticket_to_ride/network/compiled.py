"""A trained network on one observation, compiled: what torch computes, without torch.

The network follows the map. Routes, tickets and kinds of cards are encoded by shared weights, each
route together with the kind that it asks for. Locations collect what their routes and tickets are;
then word goes along the routes that the observer can use, twice. So routes and tickets learn what
is around them, and kinds what the open routes need. The whole is encoded from sums and largest
values of all of them and the numbers of the table. Each action is scored from what it concerns: a
route, a location, a ticket, a kind, or the whole.

Nothing belongs to one location or route of the standard map, so a network reads any map.
``model.py`` has the same network in torch; a test compares them.
"""

from __future__ import annotations

from sf_agents.network.layers import add, begin, clear, keep_positive
from sf_agents.ticket_to_ride.network.features import KIND_LINES, MOST_TICKETS
from sf_agents.ticket_to_ride.network.map_layers import read_map
from sf_agents.ticket_to_ride.network.net import BLOCK, Net, Room
from sf_agents.ticket_to_ride.network.reading import read_one
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import (
    CLAIM,
    KEEP_ONE,
    PAY_WITH,
    PUT,
    TAKE,
    TAKE_TOKEN,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    FERRY,
    KINDS,
    MAX_LOCATIONS,
    MAX_ROUTES,
    OFFERED,
)


@jit
def forward_all(
    seen: Array, players: int, net: Net, room: Room, logits: Array, values: Array
) -> None:
    """Write logits (n, 125) and values (n, 1) of observations (n, size) of int8."""
    logits[:] = 0.0
    for first in range(0, seen.shape[0], BLOCK):
        count = min(BLOCK, seen.shape[0] - first)
        for number in range(count):
            read_one(seen[first + number], players, 0, room.graph)
            read_line(number, net, room)
        begin(room.whole, count, net.whole_bias)
        add(room.table, count, net.whole, room.whole)
        keep_positive(room.whole, count)
        score_actions(count, net, room, logits[first : first + count])
        begin(room.head, count, net.judge_bias)
        add(room.whole, count, net.judge, room.head)
        keep_positive(room.head, count)
        begin(room.values, count, net.value_bias)
        add(room.head, count, net.value, room.values)
        values[first : first + count] = room.values[:count]


@jit
def read_line(number: int, net: Net, room: Room) -> None:
    """Read the map of an observation, and lay down what its whole is read from."""
    graph = room.graph
    routes = room.routes[number * MAX_ROUTES : (number + 1) * MAX_ROUTES]
    locations = room.locations[number * MAX_LOCATIONS : (number + 1) * MAX_LOCATIONS]
    tickets = room.tickets[number * MOST_TICKETS : (number + 1) * MOST_TICKETS]
    kinds = room.kinds[number * KIND_LINES : (number + 1) * KIND_LINES]
    read_map(net, room, routes, locations, tickets, kinds)
    room.counts[number] = graph.counts[0]
    room.offered[number] = graph.offered[0]
    room.claimed[number] = -1
    table = room.table[number]
    width = routes.shape[1]
    table[2 * width : 3 * width] = 0.0
    if graph.claiming[0] >= 0:
        table[2 * width : 3 * width] = routes[graph.claiming[0]]
        room.claimed[number] = graph.ends[0, graph.claiming[0]]
    lay_sums(routes, graph.counts[0, 0], table)
    at = 3 * width
    lay_sums(locations, graph.counts[0, 1], table[at:])
    at += 2 * locations.shape[1]
    lay_sums(tickets, graph.counts[0, 2], table[at:])
    at += 2 * tickets.shape[1]
    lay_sums(kinds, COLOURS, table[at:])
    at += 2 * kinds.shape[1]
    table[at : at + kinds.shape[1]] = kinds[FERRY]
    table[at + kinds.shape[1] :] = graph.table[0]


@jit
def lay_sums(lines: Array, count: int, out: Array) -> None:
    """Write the sums of a number of lines, then their largest values."""
    width = lines.shape[1]
    out[: 2 * width] = 0.0
    for line in range(count):
        for at in range(width):
            out[at] += lines[line, at]
            out[width + at] = max(out[width + at], lines[line, at])


@jit
def score_actions(count: int, net: Net, room: Room, logits: Array) -> None:
    """Write the logits: of the whole, and more for what actions concern."""
    begin(room.head, count, net.head_bias)
    add(room.whole, count, net.head, room.head)
    keep_positive(room.head, count)
    begin(room.scores, count, net.action_bias)
    add(room.head, count, net.action, room.scores)
    logits[:, :PUT] = room.scores[:count]
    begin(room.spot, count, net.spot_route_bias)
    add(room.head, count, net.spot_route_head, room.spot)
    for number in range(count):
        score(
            room.routes[number * MAX_ROUTES :],
            room.counts[number, 0],
            net.spot_route,
            room.spot[number],
            net.route_action,
            room.spots,
            room.outputs,
        )
        for route in range(room.counts[number, 0]):
            logits[number, CLAIM + route] = room.outputs[route, 0]
    begin(room.spot, count, net.spot_location_bias)
    add(room.head, count, net.spot_location_head, room.spot)
    for number in range(count):
        score_locations(number, net, room, logits[number])
    begin(room.spot, count, net.spot_ticket_bias)
    add(room.head, count, net.spot_ticket_head, room.spot)
    for number in range(count):
        score_tickets(number, net, room, logits[number])
    begin(room.spot, count, net.spot_kind_bias)
    add(room.head, count, net.spot_kind_head, room.spot)
    for number in range(count):
        score(
            room.kinds[number * KIND_LINES :],
            KINDS,
            net.spot_kind,
            room.spot[number],
            net.kind_action,
            room.spots,
            room.pairs,
        )
        for kind in range(KINDS):
            logits[number, TAKE + kind] += room.pairs[kind, 0]
            logits[number, PAY_WITH + kind] += room.pairs[kind, 1]


@jit
def score(
    lines: Array,
    count: int,
    weights: Array,
    head: Array,
    action: Array,
    spots: Array,
    out: Array,
) -> None:
    """Write the outputs of a number of lines, each read together with what the head adds."""
    begin(spots, count, head)
    add(lines, count, weights, spots)
    keep_positive(spots, count)
    clear(out, count)
    add(spots, count, action, out)


@jit
def score_locations(number: int, net: Net, room: Room, logits: Array) -> None:
    """Score putting a pile on each location, and taking the tokens of the claimed route."""
    count = room.counts[number, 1]
    lines = room.locations[number * MAX_LOCATIONS :]
    head = room.spot[number]
    score(lines, count, net.spot_location, head, net.location_action, room.spots, room.pairs)
    for location in range(count):
        logits[PUT + location] = room.pairs[location, 0]
    for end in range(2):
        if room.claimed[number, end] >= 0:
            logits[TAKE_TOKEN + end] += room.pairs[room.claimed[number, end], 1]


@jit
def score_tickets(number: int, net: Net, room: Room, logits: Array) -> None:
    """Score keeping either offered ticket alone."""
    for place in range(OFFERED):
        line = room.offered[number, place]
        if line >= 0:
            score(
                room.tickets[number * MOST_TICKETS + line :],
                1,
                net.spot_ticket,
                room.spot[number],
                net.ticket_action,
                room.spots,
                room.outputs,
            )
            logits[KEEP_ONE + place] += room.outputs[0, 0]
