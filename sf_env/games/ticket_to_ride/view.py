"""A position as plain data that JSON can hold: all of it, or what a seat knows of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

import numpy as np

from sf_env.core.masks import members
from sf_env.games.ticket_to_ride.engine.actions import CLAIM
from sf_env.games.ticket_to_ride.engine.constants import OVER, PHASE_NAMES
from sf_env.games.ticket_to_ride.engine.secrets import has_offer


class Snapshot(TypedDict):
    """A position in numbers; what belongs to the players is listed by seat.

    What a seat does not know is None, also in `ticket_deck` and for `legal` of another seat.
    """

    players: int
    to_move: int
    phase: str
    hands: list[list[int] | None]  # cards by kind
    known: list[list[int]]  # cards of each hand that all know of
    face_up: list[int]
    discards: list[int]
    deck: int  # cards left
    tickets: list[list[int] | None]
    offer: list[int] | None  # of the seat to move, in order
    ticket_deck: list[int | None]  # the top ticket first
    ticket_by: list[int]  # who put each of them under the deck, -1 if nobody
    owner: list[int]  # of each route, -1 if nobody
    trams: list[int]
    route_points: list[int]
    pile_kind: list[int]  # at each location, -1 if there is no pile
    pile_left: list[int]
    tokens: list[list[int]]
    claiming: int | None
    colour: int | None
    turns_left: int | None
    passes: int
    legal: list[int] | None


def snapshot(state: np.void, seat: int | None = None) -> Snapshot:
    """Return a position as the referee sees it, or a seat."""
    players = int(state["players"])
    locations = int(state["locations"])
    return {
        "players": players,
        "to_move": int(state["to_move"]),
        "phase": PHASE_NAMES[int(state["phase"])],
        "hands": [
            state["hands"][one].tolist() if seat in (None, one) else None for one in range(players)
        ],
        "known": state["known"][:players].tolist(),
        "face_up": state["face_up"].tolist(),
        "discards": state["discards"].tolist(),
        "deck": int(state["deck_left"]),
        "tickets": [
            list(members(int(state["tickets_of"][one]))) if seat in (None, one) else None
            for one in range(players)
        ],
        "offer": _offer(state, seat),
        "ticket_deck": _ticket_deck(state, seat),
        "ticket_by": state["ticket_by"][: int(state["tickets_left"])].tolist(),
        "owner": owners(state),
        "trams": state["trams"][:players].tolist(),
        "route_points": state["route_points"][:players].tolist(),
        "pile_kind": state["pile_kind"][:locations].tolist(),
        "pile_left": state["pile_left"][:locations].tolist(),
        "tokens": state["tokens"][:players].tolist(),
        "claiming": _number(state["claiming"]),
        "colour": _number(state["colour"]),
        "turns_left": _number(state["turns_left"]),
        "passes": int(state["passes"]),
        "legal": _legal(state, seat),
    }


def legal_in(legal: int, claims: int) -> list[int]:
    """Return the legal actions of a state's two sets, ascending."""
    # Looked up apart: each set comes again far more often than both together.
    return [*members(legal), *_claims(claims)]


@lru_cache(maxsize=1 << 16)
def _claims(routes: int) -> tuple[int, ...]:
    return tuple(CLAIM + route for route in members(routes))


def _legal(state: np.void, seat: int | None) -> list[int] | None:
    """Return the legal actions; another seat does not know what the hand of the mover allows."""
    known = seat in (None, int(state["to_move"])) or int(state["phase"]) == OVER
    return legal_in(int(state["legal"]), int(state["claims"])) if known else None


def owners(state: np.void) -> list[int]:
    """Return the seat that has claimed each route, -1 if nobody has."""
    owner = [-1] * int(state["routes"])
    for seat in range(int(state["players"])):
        for route in members(int(state["routes_of"][seat])):
            owner[route] = seat
    return owner


def _offer(state: np.void, seat: int | None) -> list[int] | None:
    """Return the offer of the seat to move; another seat knows only that there is one."""
    mover = int(state["to_move"])
    if not has_offer(state, mover):
        return []
    offer: list[int] = state["offer"][mover].tolist()
    return offer if seat in (None, mover) and min(offer) >= 0 else None


def _ticket_deck(state: np.void, seat: int | None) -> list[int | None]:
    left = int(state["tickets_left"])
    deck, by = state["ticket_deck"][:left].tolist(), state["ticket_by"][:left].tolist()
    return [
        ticket if seat in (None, who) and ticket >= 0 else None
        for ticket, who in zip(deck, by, strict=True)
    ]


def _number(value: np.int8) -> int | None:
    return int(value) if value >= 0 else None
