"""What is counted of each seat when the game is over, besides points."""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.sets import NO_MEMBERS, first, holds, size, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.tallies import Tally
from sf_env.games.ticket_to_ride.engine.connections import is_completed
from sf_env.games.ticket_to_ride.engine.constants import MAX_LENGTH, ROUTE_POINTS
from sf_env.games.ticket_to_ride.engine.scoring import completed_tickets

BY_LENGTH = "Points for routes, by their length"
TICKETS = "Tickets"
END = "How the games ended"
TALLIES = (
    Tally("routes_1", BY_LENGTH, "1 space"),
    *(Tally(f"routes_{n}", BY_LENGTH, f"{n} spaces") for n in range(2, MAX_LENGTH + 1)),
    Tally("tickets_kept", TICKETS, "kept"),
    Tally("tickets_completed", TICKETS, "completed"),
    Tally("tickets_won", TICKETS, "points won"),
    Tally("tickets_lost", TICKETS, "points lost"),
    Tally("routes", END, "routes claimed"),
    Tally("trams", END, "trams left"),
    Tally("cards", END, "cards left"),
    Tally("ended", END, "brought the end", share=True),
)
# Their numbers; those of lengths come first.
KEPT: Final = MAX_LENGTH
COMPLETED: Final = MAX_LENGTH + 1
WON: Final = MAX_LENGTH + 2
LOST: Final = MAX_LENGTH + 3
ROUTES: Final = MAX_LENGTH + 4
TRAMS: Final = MAX_LENGTH + 5
CARDS: Final = MAX_LENGTH + 6


@jit
def tally(state: np.void, seat: int, number: int) -> int:
    """Return what is counted of a seat, by the number of the tally."""
    if number < KEPT:
        return points_for_length(state, seat, number + 1)
    if number == KEPT:
        return wide(state["ticket_count"][seat])
    if number == COMPLETED:
        return completed_tickets(state, seat)
    if number == WON:
        return points_of_tickets(state, seat, completed=True)
    if number == LOST:
        return points_of_tickets(state, seat, completed=False)
    if number == ROUTES:
        return size(int(state["routes_of"][seat]))
    if number == TRAMS:
        return wide(state["trams"][seat])
    if number == CARDS:
        return wide(state["hand_size"][seat])
    return 1 if brought_the_end(state, seat) else 0


@jit
def points_for_length(state: np.void, seat: int, length: int) -> int:
    """Return the points for a seat's routes of one length."""
    claimed = int(state["routes_of"][seat])
    count = 0
    for route in range(wide(state["routes"])):
        if state["length"][route] == length and holds(claimed, route):
            count += 1
    return count * ROUTE_POINTS[length]


@jit
def points_of_tickets(state: np.void, seat: int, completed: bool) -> int:
    """Return what a seat's completed tickets are worth, or all its others."""
    total = 0
    left = int(state["tickets_of"][seat])
    while left != NO_MEMBERS:
        if is_completed(state, seat, first(left)) == completed:
            total += wide(state["ticket_points"][first(left)])
        left = without_first(left)
    return total


@jit
def brought_the_end(state: np.void, seat: int) -> bool:
    """Return whether a seat was the first with few trams: the last turn is then its own (RULES 6).

    Nobody was if the game ended because all passed before.
    """
    return bool(state["turns_left"] == 0 and state["to_move"] == seat)
