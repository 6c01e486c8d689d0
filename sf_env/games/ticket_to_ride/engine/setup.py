"""Laying out a new game (RULES 2): cards, tickets, and the piles that players put."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import only
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.chance_points import (
    CARD_TO_HAND,
    FIRST_OFFERS,
    NOTHING,
    TICKET_TO_DECK,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    COPIES,
    DEALT,
    KEEP_FIRST,
    MARKED,
    MIN_PLAYERS,
    PILE,
    PLACE,
    TOKEN_KINDS,
    TRAMS,
    TURN,
)
from sf_env.games.ticket_to_ride.engine.state import LENGTHS, STATE
from sf_env.games.ticket_to_ride.engine.tickets import offer_tickets

NOTHING_PER_PLACE = ("offer", "ticket_deck", "ticket_by", "pile_kind", "twin")


def new_table(
    players: int, routes: np.ndarray, tickets: np.ndarray, locations: int, marked: tuple[int, ...]
) -> np.ndarray:
    """Return a state, as an array of one, in which everything is laid out that chance leaves alone.

    ``routes`` (R, 5) holds two ends, length, colour and ferries of each route, ``tickets`` (T, 3)
    two ends and points, ``marked`` the locations with a pile.
    """
    table = np.zeros(1, STATE)
    state = table[0]
    for nothing in (*NOTHING_PER_PLACE, "turns_left", "claiming", "colour"):
        state[nothing] = -1
    state["players"] = players
    state["locations"] = locations
    state["deck"] = COPIES
    state["deck_left"] = sum(COPIES)
    state["to_deal"] = DEALT * players
    state["trams"][:players] = TRAMS
    for kind in range(MARKED):
        put_pile(state, marked[kind], kind)
    lay_routes(state, routes)
    lay_tickets(state, tickets)
    state["open_to"][:players] = (1 << len(routes)) - 1
    state["connected"][:players] = np.arange(state["connected"].shape[1])
    state["waits"] = CARD_TO_HAND
    state["follows"] = FIRST_OFFERS
    return table


def lay_routes(state: np.void, routes: np.ndarray) -> None:
    """Write what the rules need of each route, and of all routes with a colour, length, ferries."""
    count = len(routes)
    state["routes"] = count
    state["ends"][:count] = routes[:, :2]
    state["length"][:count] = routes[:, 2]
    state["route_colour"][:count] = routes[:, 3]
    state["ferries"][:count] = routes[:, 4]
    twins: dict[frozenset[int], int] = {}
    for route, (one, other, length, colour, ferries) in enumerate(routes.tolist()):
        pair = frozenset((one, other))
        if pair in twins:
            state["twin"][route], state["twin"][twins[pair]] = twins[pair], route
        twins[pair] = route
        state["routes_with_colour"][colour] |= only(route)
        for enough in range(length, LENGTHS):
            state["routes_up_to"][enough] |= only(route)
        for enough in range(ferries, LENGTHS):
            state["routes_needing"][enough] |= only(route)


def lay_tickets(state: np.void, tickets: np.ndarray) -> None:
    count = len(tickets)
    state["tickets"] = count
    state["ticket_ends"][:count] = tickets[:, :2]
    state["ticket_points"][:count] = tickets[:, 2]
    state["ticket_deck"][:count] = range(count)


@jit_inline
def card_dealt(state: np.void) -> bool:
    """Note that a card was dealt; return whether it was the last one (RULES 2.2)."""
    state["to_deal"] -= 1
    players = wide(state["players"])
    state["to_move"] = players - (wide(state["to_deal"]) + 1) // DEALT
    if state["to_deal"] > 0:
        return False
    state["to_move"] = 0
    return True


@jit_inline
def shuffle_tickets(state: np.void) -> None:
    """Wait for the order of the ticket deck (RULES 2.3)."""
    state["waits"] = TICKET_TO_DECK


@jit_inline
def lay_ticket(state: np.void, ticket: int) -> None:
    """Make this ticket the next one of the deck; offer tickets when it was the last (RULES 2.3)."""
    place = wide(state["tickets_left"])
    other = place
    while state["ticket_deck"][other] != ticket:
        other += 1
    state["ticket_deck"][other] = state["ticket_deck"][place]
    state["ticket_deck"][place] = ticket
    state["tickets_left"] = place + 1
    if place + 1 == state["tickets"]:
        state["waits"] = NOTHING
        offer_first_tickets(state)


@jit_inline
def offer_first_tickets(state: np.void) -> None:
    for seat in range(wide(state["players"])):
        offer_tickets(state, seat)
    state["phase"] = KEEP_FIRST


@jit_inline
def next_to_keep(state: np.void) -> None:
    """One seat after the other keeps tickets; then piles are put (RULES 2.4 and 2.5)."""
    players = wide(state["players"])
    if state["to_move"] + 1 < players:
        state["to_move"] += 1
    else:
        state["phase"] = PLACE


@jit_inline
def place_pile(state: np.void, location: int) -> None:
    """Put the pile of the next kind: the last seat one, the last but one the other (RULES 2.5).

    With two players both are put by seat 1, and are single tokens.
    """
    kind = kind_to_place(state)
    put_pile(state, location, kind)
    if kind + 1 == TOKEN_KINDS:
        state["to_move"] = 0
        state["phase"] = TURN
    elif state["players"] > 2:
        state["to_move"] -= 1


@jit_inline
def kind_to_place(state: np.void) -> int:
    """Return the kind of the pile that is put next, in phase place."""
    kind = 0
    for location in range(wide(state["locations"])):
        if state["pile_kind"][location] >= 0:
            kind += 1
    return kind


@jit_inline
def put_pile(state: np.void, location: int, kind: int) -> None:
    players = wide(state["players"])
    state["pile_kind"][location] = kind
    single = players == 2 and kind >= MARKED
    state["pile_left"][location] = 1 if single else PILE[players - MIN_PLAYERS]
