"""What may be done: the legal actions of each phase (RULES 7).

Actions below CLAIM are the bits of one integer, routes to claim those of another. Nothing here
changes a state.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import NO_MEMBERS, Set
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.actions import (
    DRAW,
    KEEP_BOTH,
    KEEP_ONE,
    PASS,
    PAY_FERRIES,
    PAY_WITH,
    PUT,
    TAKE,
    TAKE_TOKEN,
    TICKETS,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOUR,
    COLOURS,
    FERRY,
    GREY,
    KEEP,
    KEEP_FIRST,
    KINDS,
    MAX_LENGTH,
    PAY,
    PLACE,
    SECOND,
    TOKEN,
    TURN,
)

KEEPING = 1 << KEEP_ONE | 1 << (KEEP_ONE + 1) | 1 << KEEP_BOTH


@jit_inline
def legal_actions(state: np.void) -> int:
    """Return the set of legal actions below CLAIM, but for PASS; empty when the game is over."""
    phase = state["phase"]
    if phase == TURN:
        return turn_actions(state)
    if phase == SECOND:
        return card_actions(state, FERRY)
    if phase in (KEEP_FIRST, KEEP):
        return KEEPING
    if phase == COLOUR:
        return colour_actions(state)
    if phase == PAY:
        return pay_actions(state)
    if phase == TOKEN:
        return 1 << TAKE_TOKEN | 1 << (TAKE_TOKEN + 1)
    if phase == PLACE:
        return place_actions(state)
    return 0


@jit_inline
def turn_actions(state: np.void) -> int:
    """Draw a card or tickets (RULES 3)."""
    actions = card_actions(state, KINDS)
    return actions | 1 << TICKETS if state["tickets_left"] > 0 else actions


@jit_inline
def card_actions(state: np.void, kinds: int) -> int:
    """Draw the top card, or take a face-up one of the first kinds."""
    actions = 1 << DRAW if state["deck_left"] > 0 else 0
    for kind in range(kinds):
        if state["face_up"][kind] > 0:
            actions |= 1 << (TAKE + kind)
    return actions


@jit_inline
def claimable(state: np.void) -> Set:
    """Return the routes that the player to move may claim and pay for (RULES 4)."""
    seat = wide(state["to_move"])
    return (
        int(state["open_to"][seat])
        & int(state["routes_up_to"][min(wide(state["trams"][seat]), MAX_LENGTH)])
        & payable(state, seat)
    )


@jit_inline
def payable(state: np.void, seat: int) -> Set:
    """Return the routes whose price a hand can pay: enough ferries, and enough of one colour."""
    ferries = wide(state["hands"][seat, FERRY])
    most = 0
    routes = int(NO_MEMBERS)
    for colour in range(COLOURS):
        cards = wide(state["hands"][seat, colour])
        most = max(most, cards)
        enough = int(state["routes_up_to"][min(cards + ferries, MAX_LENGTH)])
        routes |= int(state["routes_with_colour"][colour]) & enough
    enough = int(state["routes_up_to"][min(most + ferries, MAX_LENGTH)])
    routes |= int(state["routes_with_colour"][GREY]) & enough
    return routes & int(state["routes_needing"][min(ferries, MAX_LENGTH)])


@jit_inline
def colour_actions(state: np.void) -> int:
    """Pay with the route's colour, with any for grey, or with ferries alone (RULES 7)."""
    route = wide(state["claiming"])
    colour = wide(state["route_colour"][route])
    actions = 0
    for kind in range(COLOURS):
        if colour in (kind, GREY) and least_ferries(state, kind) <= most_ferries(state):
            actions |= 1 << (PAY_WITH + kind)
    if state["hands"][state["to_move"], FERRY] >= state["length"][route]:
        actions |= 1 << (PAY_WITH + FERRY)
    return actions


@jit_inline
def pay_actions(state: np.void) -> int:
    """Choose how many ferries are among the cards (RULES 7)."""
    actions = 0
    for ferries in range(least_ferries(state, wide(state["colour"])), most_ferries(state) + 1):
        actions |= 1 << (PAY_FERRIES + ferries)
    return actions


@jit_inline
def least_ferries(state: np.void, colour: int) -> int:
    """Return the fewest ferries that the route asks for with cards of this colour."""
    route = wide(state["claiming"])
    cards = wide(state["hands"][state["to_move"], colour])
    return max(wide(state["ferries"][route]), wide(state["length"][route]) - cards)


@jit_inline
def most_ferries(state: np.void) -> int:
    """Return the most ferries that leave room for a card of a colour."""
    ferries = wide(state["hands"][state["to_move"], FERRY])
    return min(ferries, wide(state["length"][state["claiming"]]) - 1)


@jit_inline
def place_actions(state: np.void) -> int:
    """Put a pile on a location that has none (RULES 2.5)."""
    actions = 0
    for location in range(wide(state["locations"])):
        if state["pile_kind"][location] < 0:
            actions |= 1 << (PUT + location)
    return actions


@jit_inline
def note_legal(state: np.void) -> None:
    """Write what is legal now; a player who can do nothing else in a turn passes (RULES 3)."""
    actions = legal_actions(state)
    routes = int(NO_MEMBERS)
    if state["phase"] == TURN:
        routes = claimable(state)
        if actions == 0 and routes == 0:
            actions = 1 << PASS
    state["legal"] = actions
    state["claims"] = routes
