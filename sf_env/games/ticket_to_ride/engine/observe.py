"""What a player sees, written as one flat vector of int8; layout.py declares the pieces."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import NO_MEMBERS, first, holds, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.compiled.words import read_word, write_word
from sf_env.games.ticket_to_ride.engine.connections import is_completed
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    FERRY,
    GREY,
    KINDS,
    MAX_LENGTH,
    MAX_LOCATIONS,
    MAX_ROUTES,
    MAX_TICKETS,
    OFFERED,
    TOKEN_KINDS,
)
from sf_env.games.ticket_to_ride.engine.distances import distance, note_neighbours
from sf_env.games.ticket_to_ride.engine.layout import (
    SEAT_OFFSETS,
    SEAT_SIZE,
    TABLE_OFFSETS,
    TABLE_SIZE,
)
from sf_env.games.ticket_to_ride.engine.legal import payable
from sf_env.games.ticket_to_ride.engine.secrets import unseen_by

# Where the pieces begin.
HAND_SIZE_AT = SEAT_OFFSETS["hand_size"]
TRAMS_AT = SEAT_OFFSETS["trams"]
ROUTE_POINTS_AT = SEAT_OFFSETS["route_points"]
TICKET_COUNT_AT = SEAT_OFFSETS["ticket_count"]
KNOWN_AT = SEAT_OFFSETS["known"]
TOKENS_AT = SEAT_OFFSETS["tokens"]
ROUTE_ENDS_AT = TABLE_OFFSETS["route_ends"]
ROUTE_LENGTH_AT = TABLE_OFFSETS["route_length"]
ROUTE_COLOUR_AT = TABLE_OFFSETS["route_colour"]
ROUTE_FERRIES_AT = TABLE_OFFSETS["route_ferries"]
ROUTE_OWNER_AT = TABLE_OFFSETS["route_owner"]
ROUTE_OPEN_AT = TABLE_OFFSETS["route_open"]
ROUTE_AFFORDABLE_AT = TABLE_OFFSETS["route_affordable"]
ROUTE_MISSING_AT = TABLE_OFFSETS["route_missing"]
ROUTE_CLAIMING_AT = TABLE_OFFSETS["route_claiming"]
TICKET_ENDS_AT = TABLE_OFFSETS["ticket_ends"]
TICKET_POINTS_AT = TABLE_OFFSETS["ticket_points"]
TICKET_HELD_AT = TABLE_OFFSETS["ticket_held"]
TICKET_OFFERED_AT = TABLE_OFFSETS["ticket_offered"]
TICKET_COMPLETED_AT = TABLE_OFFSETS["ticket_completed"]
TICKET_MISSING_AT = TABLE_OFFSETS["ticket_missing"]
TICKET_PLACE_AT = TABLE_OFFSETS["ticket_place"]
DECK_BY_AT = TABLE_OFFSETS["deck_by"]
PILE_KIND_AT = TABLE_OFFSETS["pile_kind"]
PILE_LEFT_AT = TABLE_OFFSETS["pile_left"]
HAND_AT = TABLE_OFFSETS["hand"]
FACE_UP_AT = TABLE_OFFSETS["face_up"]
DISCARDS_AT = TABLE_OFFSETS["discards"]
UNSEEN_AT = TABLE_OFFSETS["unseen"]
PHASE_AT = TABLE_OFFSETS["phase"]
COLOUR_AT = TABLE_OFFSETS["colour"]
DECK_AT = TABLE_OFFSETS["deck"]
TICKETS_LEFT_AT = TABLE_OFFSETS["tickets_left"]
TURNS_LEFT_AT = TABLE_OFFSETS["turns_left"]
PASSES_AT = TABLE_OFFSETS["passes"]


@jit_inline
def observe(state: np.void, seat: int, out: np.ndarray) -> None:
    """Write the observation of ``seat`` into ``out``."""
    players = wide(state["players"])
    table = out[players * SEAT_SIZE : players * SEAT_SIZE + TABLE_SIZE]
    write_tickets(state, seat, table)
    write_seats(state, seat, out)
    write_routes(state, seat, table)
    write_piles(state, table)
    write_cards(state, seat, table)
    write_decision(state, table)


@jit_inline
def turns_after(state: np.void, seat: int, other: int) -> int:
    """Return how many turns a seat comes after another."""
    turns = other - seat
    return turns + wide(state["players"]) if turns < 0 else turns


@jit_inline
def write_seats(state: np.void, seat: int, out: np.ndarray) -> None:
    players = wide(state["players"])
    for who in range(players):
        turn = turns_after(state, seat, who)
        out[turn] = who == state["to_move"]
        out[players * HAND_SIZE_AT + turn] = state["hand_size"][who]
        out[players * TRAMS_AT + turn] = state["trams"][who]
        out[players * ROUTE_POINTS_AT + turn] = state["route_points"][who]
        out[players * TICKET_COUNT_AT + turn] = state["ticket_count"][who]
        for kind in range(KINDS):
            out[players * KNOWN_AT + KINDS * turn + kind] = state["known"][who, kind]
        for kind in range(TOKEN_KINDS):
            out[players * TOKENS_AT + TOKEN_KINDS * turn + kind] = state["tokens"][who, kind]


# Routes.


@jit_inline
def write_routes(state: np.void, seat: int, table: np.ndarray) -> None:
    copy(state["ends"], table, ROUTE_ENDS_AT, 2 * MAX_ROUTES)
    copy(state["length"], table, ROUTE_LENGTH_AT, MAX_ROUTES)
    copy(state["route_colour"], table, ROUTE_COLOUR_AT, MAX_ROUTES)
    copy(state["ferries"], table, ROUTE_FERRIES_AT, MAX_ROUTES)
    write_owners(state, seat, table)
    trams = min(wide(state["trams"][seat]), MAX_LENGTH)
    claimable = int(state["open_to"][seat]) & int(state["routes_up_to"][trams])
    spread(claimable, table, ROUTE_OPEN_AT)
    spread(claimable & payable(state, seat), table, ROUTE_AFFORDABLE_AT)
    clear(table, ROUTE_CLAIMING_AT, MAX_ROUTES)
    if state["claiming"] >= 0:
        table[ROUTE_CLAIMING_AT + wide(state["claiming"])] = 1
    write_missing_cards(state, seat, table)


@jit_inline
def write_owners(state: np.void, seat: int, table: np.ndarray) -> None:
    """1 is the observer, 2 the next seat and so on."""
    clear(table, ROUTE_OWNER_AT, MAX_ROUTES)
    for who in range(wide(state["players"])):
        left = int(state["routes_of"][who])
        while left != NO_MEMBERS:
            table[ROUTE_OWNER_AT + first(left)] = 1 + turns_after(state, seat, who)
            left = without_first(left)


@jit_inline
def write_missing_cards(state: np.void, seat: int, table: np.ndarray) -> None:
    """Cards that are missing of the route's colour, the best one for grey, or of its ferries."""
    ferries = state["hands"][seat, FERRY]
    clear(table, ROUTE_MISSING_AT, MAX_ROUTES)
    most = state["hands"][seat, 0]
    for colour in range(COLOURS):
        cards = state["hands"][seat, colour]
        most = max(most, cards)
        note_missing_cards(state, colour, np.int8(cards + ferries), ferries, table)
    note_missing_cards(state, GREY, np.int8(most + ferries), ferries, table)


@jit_inline
def note_missing_cards(
    state: np.void, colour: int, cards: np.int8, ferries: np.int8, table: np.ndarray
) -> None:
    """All routes of a colour at once: small integers, which the compiler takes 32 at a time."""
    for route in range(MAX_ROUTES):
        of_any = np.int8(state["length"][route] - cards)
        missing = max(of_any, np.int8(state["ferries"][route] - ferries))
        asked = state["route_colour"][route] == np.int8(colour) and missing > np.int8(0)
        table[ROUTE_MISSING_AT + route] = missing if asked else table[ROUTE_MISSING_AT + route]


# Tickets.


@jit_inline
def write_tickets(state: np.void, seat: int, table: np.ndarray) -> None:
    """Distances use the table's first places as room; what belongs there is written later."""
    copy(state["ticket_points"], table, TICKET_POINTS_AT, MAX_TICKETS)
    spread(int(state["tickets_of"][seat]), table, TICKET_HELD_AT)
    clear(table, TICKET_OFFERED_AT, PILE_KIND_AT - TICKET_OFFERED_AT)
    note_neighbours(state, seat, table)
    left = int(state["tickets_of"][seat])
    while left != NO_MEMBERS:
        write_ticket(state, seat, first(left), table)
        left = without_first(left)
    for place in range(OFFERED):
        ticket = wide(state["offer"][seat, place])
        if ticket >= 0:
            table[TICKET_OFFERED_AT + ticket] = 1 + place
            write_ticket(state, seat, ticket, table)
    for place in range(wide(state["tickets_left"])):
        by = wide(state["ticket_by"][place])
        if by >= 0:
            table[DECK_BY_AT + place] = 1 + turns_after(state, seat, by)
        ticket = wide(state["ticket_deck"][place])
        if by == seat and ticket >= 0:  # where all is concealed, not even this seat knows it
            table[TICKET_PLACE_AT + ticket] = 1 + place
    copy(state["ticket_ends"], table, TICKET_ENDS_AT, 2 * MAX_TICKETS)


@jit_inline
def write_ticket(state: np.void, seat: int, ticket: int, table: np.ndarray) -> None:
    if is_completed(state, seat, ticket):
        table[TICKET_COMPLETED_AT + ticket] = 1
    else:
        table[TICKET_MISSING_AT + ticket] = distance(state, seat, ticket, table)


# The rest of the table.


@jit_inline
def write_piles(state: np.void, table: np.ndarray) -> None:
    for location in range(MAX_LOCATIONS):
        table[PILE_KIND_AT + location] = 1 + wide(state["pile_kind"][location])
    copy(state["pile_left"], table, PILE_LEFT_AT, MAX_LOCATIONS)


@jit_inline
def write_cards(state: np.void, seat: int, table: np.ndarray) -> None:
    for kind in range(KINDS):
        table[HAND_AT + kind] = state["hands"][seat, kind]
        table[FACE_UP_AT + kind] = state["face_up"][kind]
        table[DISCARDS_AT + kind] = state["discards"][kind]
        table[UNSEEN_AT + kind] = unseen_by(state, seat, kind)


@jit_inline
def write_decision(state: np.void, table: np.ndarray) -> None:
    clear(table, PHASE_AT, DECK_AT - PHASE_AT)
    table[PHASE_AT + wide(state["phase"])] = 1
    if state["colour"] >= 0:
        table[COLOUR_AT + wide(state["colour"])] = 1
    table[DECK_AT] = state["deck_left"]
    table[TICKETS_LEFT_AT] = state["tickets_left"]
    table[TURNS_LEFT_AT] = state["turns_left"]
    table[PASSES_AT] = state["passes"]


# Bytes.


@jit_inline
def copy(plane: np.ndarray, table: np.ndarray, at: int, count: int) -> None:
    """Copy bytes, eight at once."""
    for place in range(0, count, 8):
        write_word(table, at + place, read_word(plane, place))


@jit_inline
def clear(table: np.ndarray, at: int, count: int) -> None:
    for place in range(count):
        table[at + place] = 0


@jit_inline
def spread(members: int, table: np.ndarray, at: int) -> None:
    """Write a set of routes or tickets as 64 zeros and ones."""
    for member in range(MAX_ROUTES):
        table[at + member] = holds(members, member)
