"""Points and the ranking (RULES 6); before the end, as if the game ended now.

Tickets that were concealed count nothing.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import NO_MEMBERS, first, without_first
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.connections import is_completed
from sf_env.games.ticket_to_ride.engine.constants import OVER, TOKEN_KINDS, TOKEN_POINTS

ROUTES: Final = 0
TICKETS: Final = 1
TOKENS: Final = 2
COMPLETED: Final = 3  # no points: the number of completed tickets, which decides ties
ORIGINS: Final = 4


@jit_inline
def points(state: np.void, seat: int) -> int:
    """Return a seat's points: for routes, tickets and tokens."""
    routes = wide(state["route_points"][seat])
    return routes + ticket_points(state, seat) + token_points(state, seat)


@jit_inline
def points_from(state: np.void, seat: int, origin: int) -> int:
    """Return the points that a seat has from one origin, or its number of completed tickets."""
    if origin == ROUTES:
        return wide(state["route_points"][seat])
    if origin == TICKETS:
        return ticket_points(state, seat)
    if origin == TOKENS:
        return token_points(state, seat)
    return completed_tickets(state, seat)


@jit_inline
def ticket_points(state: np.void, seat: int) -> int:
    """Return the points of completed tickets less those of all others."""
    total = 0
    left = int(state["tickets_of"][seat])
    while left != NO_MEMBERS:
        ticket = first(left)
        left = without_first(left)
        worth = wide(state["ticket_points"][ticket])
        total += worth if is_completed(state, seat, ticket) else -worth
    return total


@jit_inline
def completed_tickets(state: np.void, seat: int) -> int:
    count = 0
    left = int(state["tickets_of"][seat])
    while left != NO_MEMBERS:
        if is_completed(state, seat, first(left)):
            count += 1
        left = without_first(left)
    return count


@jit_inline
def token_points(state: np.void, seat: int) -> int:
    """Return the points for the number of kinds of tokens."""
    return TOKEN_POINTS[token_kinds(state, seat)]


@jit_inline
def token_kinds(state: np.void, seat: int) -> int:
    kinds = 0
    for kind in range(TOKEN_KINDS):
        kinds += wide(state["tokens"][seat, kind])
    return kinds


@jit_inline
def place(state: np.void, seat: int) -> int:
    """Return a seat's place: most points win, then most completed tickets; 1 is best."""
    better = 1
    mine = points(state, seat)
    completed = completed_tickets(state, seat)
    for other in range(wide(state["players"])):
        theirs = points(state, other)
        if theirs > mine or (theirs == mine and completed_tickets(state, other) > completed):
            better += 1
    return better


@jit_inline
def is_winner(state: np.void, seat: int) -> bool:
    """Return whether a seat has won a game that is over, alone or with others."""
    return state["phase"] == OVER and place(state, seat) == 1
