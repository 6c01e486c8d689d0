"""Offering, keeping and putting back tickets (RULES 2.3, 2.4 and 3)."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import only
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.actions import KEEP_BOTH, KEEP_ONE
from sf_env.games.ticket_to_ride.engine.constants import OFFERED


@jit_inline
def offer_tickets(state: np.void, seat: int) -> None:
    """Draw the top two tickets, or the only one that is left, for a seat to look at."""
    for place in range(min(OFFERED, wide(state["tickets_left"]))):
        state["offer"][seat, place] = draw_ticket(state)


@jit_inline
def draw_ticket(state: np.void) -> int:
    """Take the top ticket; the others move up."""
    ticket = wide(state["ticket_deck"][0])
    left = wide(state["tickets_left"]) - 1
    for place in range(left):
        state["ticket_deck"][place] = state["ticket_deck"][place + 1]
        state["ticket_by"][place] = state["ticket_by"][place + 1]
    state["ticket_deck"][left] = -1
    state["ticket_by"][left] = -1
    state["tickets_left"] = left
    return ticket


@jit_inline
def keep_tickets(state: np.void, seat: int, action: int) -> None:
    """Keep one of two offered tickets and put the other under the deck, or keep both."""
    for place in range(OFFERED):
        ticket = wide(state["offer"][seat, place])
        state["offer"][seat, place] = -1
        if action in (KEEP_BOTH, KEEP_ONE + place):
            keep_ticket(state, seat, ticket)
        else:
            put_under(state, seat, ticket)


@jit_inline
def keep_ticket(state: np.void, seat: int, ticket: int) -> None:
    state["tickets_of"][seat] |= only(ticket)
    state["ticket_count"][seat] += 1


@jit_inline
def put_under(state: np.void, seat: int, ticket: int) -> None:
    """Put a ticket under the deck; all see who did, the seat itself knows which one (RULES 8)."""
    left = wide(state["tickets_left"])
    state["ticket_deck"][left] = ticket
    state["ticket_by"][left] = seat
    state["tickets_left"] = left + 1
