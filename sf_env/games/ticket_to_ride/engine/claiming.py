"""Claiming a route (RULES 4): colour, payment, trams, points, and a token at its ends."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import only, without
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.chance_points import A_TOKEN
from sf_env.games.ticket_to_ride.engine.connections import connect
from sf_env.games.ticket_to_ride.engine.constants import COLOUR, FERRY, PAY, ROUTE_POINTS
from sf_env.games.ticket_to_ride.engine.deck import pay


@jit_inline
def choose_route(state: np.void, route: int) -> None:
    state["claiming"] = route
    state["phase"] = COLOUR


@jit_inline
def choose_colour(state: np.void, colour: int) -> bool:
    """Choose the colour to pay with; return whether ferries alone have paid for the route."""
    if colour == FERRY:
        claim(state, wide(state["length"][state["claiming"]]))
        return True
    state["colour"] = colour
    state["phase"] = PAY
    return False


@jit_inline
def claim(state: np.void, ferries: int) -> None:
    """Pay, put trams on the route and count its points; then its ends may have a token."""
    seat = wide(state["to_move"])
    route = wide(state["claiming"])
    length = wide(state["length"][route])
    pay(state, seat, FERRY, ferries)
    if ferries < length:
        pay(state, seat, wide(state["colour"]), length - ferries)
    state["colour"] = -1
    state["trams"][seat] -= length
    state["route_points"][seat] += ROUTE_POINTS[length]
    state["routes_of"][seat] |= only(route)
    close(state, seat, route)
    connect(state, seat, route)
    state["follows"] = A_TOKEN


@jit_inline
def close(state: np.void, claimer: int, route: int) -> None:
    """Nobody may claim the route now, nor its twin: with two players nobody, else the claimer."""
    twin = wide(state["twin"][route])
    players = wide(state["players"])
    for seat in range(players):
        state["open_to"][seat] = without(int(state["open_to"][seat]), route)
        if twin >= 0 and (players == 2 or seat == claimer):
            state["open_to"][seat] = without(int(state["open_to"][seat]), twin)


# Tokens.


@jit_inline
def token_ends(state: np.void) -> int:
    """Return which ends of the claimed route offer a token: 1 the first, 2 the second, 3 both."""
    return offers_token(state, 0) | offers_token(state, 1) << 1


@jit_inline
def offers_token(state: np.void, end: int) -> int:
    """Return 1 if there is a token at this end of a kind that the player lacks, else 0."""
    location = wide(state["ends"][state["claiming"], end])
    if state["pile_left"][location] == 0:
        return 0
    kind = wide(state["pile_kind"][location])
    return 1 - wide(state["tokens"][state["to_move"], kind])


@jit_inline
def take_token(state: np.void, end: int) -> None:
    location = wide(state["ends"][state["claiming"], end])
    state["pile_left"][location] -= 1
    state["tokens"][state["to_move"], state["pile_kind"][location]] = 1
