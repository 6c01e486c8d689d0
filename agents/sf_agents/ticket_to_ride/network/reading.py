"""Reading an observation, compiled: the numbers that ``features.py`` declares.

Besides what the observation says of each route, the network is given where it leads: how many of
the observer's tickets have a shortest way over it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_agents.ticket_to_ride.network.features import (
    MOST_TICKETS,
    SEAT_FEATURES,
    Graph,
    new_graph,
)
from sf_agents.ticket_to_ride.network.ways import NO_WAY, detour, note_distances
from sf_env.core.compiled.jit import jit, jit_inline
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import (
    FERRY,
    GREY,
    KINDS,
    MAX_ROUTES,
    MAX_TICKETS,
    OFFERED,
    PHASES,
    ROUTE_POINTS,
    TOKEN_KINDS,
    TOKEN_POINTS,
)
from sf_env.games.ticket_to_ride.engine.layout import SEAT_OFFSETS, SEAT_SIZE, TABLE_OFFSETS

KNOWN: Final = SEAT_OFFSETS["known"]
TOKENS: Final = SEAT_OFFSETS["tokens"]
HAND_SIZE: Final = SEAT_OFFSETS["hand_size"]
TRAMS: Final = SEAT_OFFSETS["trams"]
SEAT_POINTS: Final = SEAT_OFFSETS["route_points"]
TICKET_COUNT: Final = SEAT_OFFSETS["ticket_count"]
ENDS: Final = TABLE_OFFSETS["route_ends"]
LENGTH: Final = TABLE_OFFSETS["route_length"]
COLOUR: Final = TABLE_OFFSETS["route_colour"]
FERRIES: Final = TABLE_OFFSETS["route_ferries"]
OWNER: Final = TABLE_OFFSETS["route_owner"]
OPEN: Final = TABLE_OFFSETS["route_open"]
AFFORDABLE: Final = TABLE_OFFSETS["route_affordable"]
MISSING: Final = TABLE_OFFSETS["route_missing"]
CLAIMING: Final = TABLE_OFFSETS["route_claiming"]
TICKET_ENDS: Final = TABLE_OFFSETS["ticket_ends"]
POINTS: Final = TABLE_OFFSETS["ticket_points"]
HELD: Final = TABLE_OFFSETS["ticket_held"]
TICKET_OFFERED: Final = TABLE_OFFSETS["ticket_offered"]
COMPLETED: Final = TABLE_OFFSETS["ticket_completed"]
TO_GO: Final = TABLE_OFFSETS["ticket_missing"]
PILE_KIND: Final = TABLE_OFFSETS["pile_kind"]
PILE_LEFT: Final = TABLE_OFFSETS["pile_left"]
HAND: Final = TABLE_OFFSETS["hand"]
FACE_UP: Final = TABLE_OFFSETS["face_up"]
DISCARDS: Final = TABLE_OFFSETS["discards"]
UNSEEN: Final = TABLE_OFFSETS["unseen"]
PHASE: Final = TABLE_OFFSETS["phase"]
PAYING: Final = TABLE_OFFSETS["colour"]
DECK: Final = TABLE_OFFSETS["deck"]
TICKETS_LEFT: Final = TABLE_OFFSETS["tickets_left"]
TURNS_LEFT: Final = TABLE_OFFSETS["turns_left"]
PASSES: Final = TABLE_OFFSETS["passes"]

ON_THE_WAY: Final = 14  # the first feature of a route that is about tickets
NEAR: Final = 2  # spaces more than the shortest way


def read(seen: Array, players: int) -> Graph:
    """Return what is read of observations (n, size), with room for the largest of them.

    Stable-Baselines3 turns observations into floats before a network sees them.
    """
    seen = np.ascontiguousarray(seen, np.int8)
    table = seen[:, SEAT_SIZE * players :]
    tickets = (table[:, HELD : HELD + MAX_TICKETS] > 0) | (
        table[:, TICKET_OFFERED : TICKET_OFFERED + MAX_TICKETS] > 0
    )
    graph = new_graph(
        len(seen),
        int((table[:, LENGTH : LENGTH + MAX_ROUTES] > 0).sum(axis=1).max(initial=1)),
        int(table[:, ENDS : ENDS + 2 * MAX_ROUTES].max(initial=0)) + 1,
        min(int(tickets.sum(axis=1).max(initial=1)), MOST_TICKETS),
    )
    read_all(seen, players, graph)
    return graph


@jit
def read_all(seen: Array, players: int, graph: Graph) -> None:
    """Read each observation into its line."""
    for number in range(seen.shape[0]):
        read_one(seen[number], players, number, graph)


@jit_inline
def read_one(seen: Array, players: int, number: int, graph: Graph) -> None:
    """Read an observation into a line that is 0, or that was read into before."""
    table = seen[players * SEAT_SIZE :]
    read_routes(table, number, graph)
    read_locations(seen, table, players, number, graph)
    read_tickets(seen, table, players, number, graph)
    read_ways(number, graph)
    read_kinds(seen, table, players, graph.kinds[number])
    read_table(seen, table, players, number, graph)


@jit_inline
def read_routes(table: Array, number: int, graph: Graph) -> None:
    """Read the routes, which are first in their slots, and note how far all locations are."""
    routes, locations = 0, 0
    graph.claiming[number] = -1
    while routes < MAX_ROUTES and table[LENGTH + routes] > 0:
        for end in range(2):
            graph.ends[number, routes, end] = table[ENDS + 2 * routes + end]
            locations = max(locations, int(table[ENDS + 2 * routes + end]) + 1)
        read_route(table, routes, number, graph)
        routes += 1
    graph.counts[number, 0], graph.counts[number, 1] = routes, locations
    lengths = table[LENGTH : LENGTH + routes].view(np.uint8).copy()
    for route in range(routes):
        if table[OWNER + route] == 1:
            lengths[route] = 0
    note_distances(routes, locations, graph.ends[number], graph.usable[number], lengths, graph.far)


@jit_inline
def read_route(table: Array, route: int, number: int, graph: Graph) -> None:
    """Read what the observation says of a route."""
    out = graph.routes[number, route]
    length, colour = int(table[LENGTH + route]), int(table[COLOUR + route])
    owner = int(table[OWNER + route])
    graph.kinds_of[number, route] = KINDS if colour == GREY else colour
    graph.usable[number, route] = owner == 1 or table[OPEN + route] == 1
    out[0] = 1.0
    out[1] = length / 3
    out[2] = ROUTE_POINTS[length] / 7
    out[3] = table[FERRIES + route] / 2
    out[4] = colour == GREY
    for who in range(4):
        out[5 + who] = owner == 1 + who
    out[9] = table[OPEN + route]
    out[10] = table[AFFORDABLE + route]
    out[11] = table[MISSING + route] / 3
    out[12] = table[CLAIMING + route]
    if table[CLAIMING + route] == 1:
        graph.claiming[number] = route


@jit_inline
def read_locations(seen: Array, table: Array, players: int, number: int, graph: Graph) -> None:
    """Read the locations and their piles, and what routes gain by them."""
    for location in range(graph.counts[number, 1]):
        out = graph.locations[number, location]
        kind, left = int(table[PILE_KIND + location]), int(table[PILE_LEFT + location])
        out[0] = 1.0
        out[1] = left / 3
        out[2] = left > 0 and seen[players * TOKENS + kind - 1] == 0
        out[3] = kind == 0
        out[4] = out[5] = 0.0
    for route in range(graph.counts[number, 0]):
        one, other = graph.ends[number, route]
        gains = graph.locations[number, one, 2] + graph.locations[number, other, 2]
        graph.routes[number, route, 13] = gains
    if graph.claiming[number] >= 0:
        for end in range(2):
            location = graph.ends[number, graph.claiming[number], end]
            graph.locations[number, location, 4 + end] = 1.0


@jit_inline
def read_tickets(seen: Array, table: Array, players: int, number: int, graph: Graph) -> None:
    """Read the tickets that the observer is offered, then those that the observer has kept."""
    count = 0
    for place in range(OFFERED):
        graph.offered[number, place] = -1
        for ticket in range(MAX_TICKETS):
            if table[TICKET_OFFERED + ticket] == 1 + place:
                graph.offered[number, place] = count
                read_ticket(seen, table, players, ticket, number, count, graph)
                count += 1
    most = graph.tickets.shape[1]
    for ticket in range(MAX_TICKETS):
        if table[HELD + ticket] == 1 and count < most:
            read_ticket(seen, table, players, ticket, number, count, graph)
            count += 1
    graph.counts[number, 2] = count


@jit_inline
def read_ticket(
    seen: Array, table: Array, players: int, ticket: int, number: int, line: int, graph: Graph
) -> None:
    """Read a ticket into a line."""
    out = graph.tickets[number, line]
    to_go = int(table[TO_GO + ticket])
    for end in range(2):
        graph.ticket_ends[number, line, end] = table[TICKET_ENDS + 2 * ticket + end]
    out[0] = 1.0
    out[1] = table[POINTS + ticket] / 10
    out[2] = table[HELD + ticket]
    out[3] = table[TICKET_OFFERED + ticket] == 1
    out[4] = table[TICKET_OFFERED + ticket] == 2
    out[5] = table[COMPLETED + ticket]
    out[6] = min(to_go, 20) / 10
    out[7] = to_go >= NO_WAY
    out[8] = to_go > seen[players * TRAMS]


@jit_inline
def read_ways(number: int, graph: Graph) -> None:
    """Read which tickets have a shortest way over each route, or one that is little longer."""
    for route in range(graph.counts[number, 0]):
        graph.routes[number, route, ON_THE_WAY:] = 0.0
        if graph.routes[number, route, 9] == 1.0:
            one, other = graph.ends[number, route]
            graph.routes[number, route, ON_THE_WAY] = graph.far[one, other] == 0
            read_ways_over(route, number, graph)


@jit_inline
def read_ways_over(route: int, number: int, graph: Graph) -> None:
    """Count the tickets, and their points, with a shortest way over an open route."""
    out = graph.routes[number, route]
    one, other = graph.ends[number, route]
    length = int(3 * out[1] + 0.5)
    for line in range(graph.counts[number, 2]):
        ticket = graph.tickets[number, line]
        begin, end = graph.ticket_ends[number, line]
        if ticket[5] == 1.0 or graph.far[begin, end] >= NO_WAY:
            continue
        more = detour(graph.far, one, other, length, begin, end)
        if more <= NEAR:
            held = ticket[2]
            out[ON_THE_WAY + 3] += held / 2
            if more == 0:
                out[ON_THE_WAY + 1] += held * ticket[1]
                out[ON_THE_WAY + 2] += held / 2
                out[ON_THE_WAY + 4] += ticket[3]
                out[ON_THE_WAY + 5] += ticket[4]


@jit_inline
def read_kinds(seen: Array, table: Array, players: int, kinds: Array) -> None:
    """Read where the cards of each kind are."""
    for kind in range(KINDS):
        out = kinds[kind]
        others = 0.0
        for turn in range(1, players):
            others += seen[players * KNOWN + KINDS * turn + kind]
        out[0] = 1.0
        out[1] = kind == FERRY
        out[2] = table[HAND + kind] / 3
        out[3] = table[FACE_UP + kind] / 2
        out[4] = table[DISCARDS + kind] / 6
        out[5] = table[UNSEEN + kind] / 6
        out[6] = seen[players * KNOWN + kind] / 3
        out[7] = others / 4
        out[8] = kind != FERRY and table[PAYING + kind] == 1


@jit_inline
def read_table(seen: Array, table: Array, players: int, number: int, graph: Graph) -> None:
    """Read what is to be decided, the piles of cards, the tickets as a whole, and the players."""
    out = graph.table[number]
    for phase in range(PHASES):
        out[phase] = table[PHASE + phase]
    turns_left = int(table[TURNS_LEFT])
    out[PHASES] = table[DECK] / 20
    out[PHASES + 1] = table[TICKETS_LEFT] / 20
    out[PHASES + 2] = turns_left >= 0
    out[PHASES + 3] = max(turns_left, 0) / 4
    out[PHASES + 4] = table[PASSES] / 2
    read_sums(seen, players, number, graph)
    for turn in range(players):
        at = PHASES + 12 + SEAT_FEATURES * turn
        read_seat(seen, players, turn, out[at : at + SEAT_FEATURES])


@jit_inline
def read_sums(seen: Array, players: int, number: int, graph: Graph) -> None:
    """Read the kept tickets together, and the lead in points for routes."""
    out = graph.table[number]
    won, open_points, lost, spaces, count = 0.0, 0.0, 0.0, 0.0, 0.0
    for line in range(graph.counts[number, 2]):
        ticket = graph.tickets[number, line]
        if ticket[2] == 1.0:
            won += ticket[5] * ticket[1]
            lost += ticket[7] * ticket[1]
            if ticket[5] == 0.0 and ticket[7] == 0.0:
                open_points += ticket[1]
                spaces += 10 * ticket[6]
                count += 1
    best = -1000
    for turn in range(1, players):
        best = max(best, int(seen[players * SEAT_POINTS + turn]))
    out[PHASES + 5] = won / 2
    out[PHASES + 6] = open_points / 2
    out[PHASES + 7] = lost / 2
    out[PHASES + 8] = spaces / 20
    out[PHASES + 9] = (seen[players * TRAMS] - spaces) / 10
    out[PHASES + 10] = count / 3
    out[PHASES + 11] = (seen[players * SEAT_POINTS] - best) / 20


@jit_inline
def read_seat(seen: Array, players: int, turn: int, out: Array) -> None:
    """Read the figures of a player."""
    tokens = 0
    for kind in range(TOKEN_KINDS):
        tokens += int(seen[players * TOKENS + TOKEN_KINDS * turn + kind])
    out[0] = seen[turn]
    out[1] = seen[players * HAND_SIZE + turn] / 8
    out[2] = seen[players * TRAMS + turn] / 20
    out[3] = seen[players * SEAT_POINTS + turn] / 20
    out[4] = seen[players * TICKET_COUNT + turn] / 4
    out[5] = TOKEN_POINTS[tokens] / 6
