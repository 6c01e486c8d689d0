"""What an action means in a position, and cards and tickets, as people say it."""

from __future__ import annotations

from sf_env.games.ticket_to_ride.engine.actions import (
    ACTIONS,
    CLAIM,
    KEEP_BOTH,
    KEEP_ONE,
    PAY_WITH,
    PUT,
    TAKE,
    TAKE_TOKEN,
    TICKETS,
)
from sf_env.games.ticket_to_ride.engine.constants import FERRY, KIND_NAMES
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.view import Snapshot
from sf_env.render.words import count_text


def meaning(action: int, shot: Snapshot, board: Map) -> str:
    """Return what a legal action is about, "" where its name says it."""
    if TAKE <= action < TICKETS:
        return KIND_NAMES[action - TAKE]
    if KEEP_ONE <= action < KEEP_BOTH and shot["offer"]:
        return board.ticket_name(shot["offer"][action - KEEP_ONE])
    if PAY_WITH <= action < PAY_WITH + FERRY:
        return KIND_NAMES[action - PAY_WITH]
    if TAKE_TOKEN <= action < TAKE_TOKEN + 2 and shot["claiming"] is not None:
        location = board.routes[shot["claiming"]][action - TAKE_TOKEN]
        return f"kind {shot['pile_kind'][location]} at {board.location_name(location)}"
    if PUT <= action < PUT + len(board.locations):
        return board.location_name(action - PUT)
    if CLAIM <= action < ACTIONS:
        return board.route_name(action - CLAIM)
    return ""


def missing_text(missing: int | None) -> str:
    """Return how far a ticket is from completion; None if there is no way."""
    if missing is None:
        return "out of reach"
    return f"{count_text(missing, 'space')} to go" if missing else "completed"


def price_text(kind: int, cards: int, ferries: int) -> str:
    """Return cards that pay for a route, as "2 blue cards and 1 ferry"."""
    wild = "1 ferry" if ferries == 1 else f"{ferries} ferries"
    if kind == FERRY or not cards:
        return wild
    paid = count_text(cards, f"{KIND_NAMES[kind]} card")
    return f"{paid} and {wild}" if ferries else paid


def card_text(kind: int) -> str:
    """Return a card, as "a blue card" or "a ferry"."""
    if kind == FERRY:
        return "a ferry"
    name = KIND_NAMES[kind]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name} card"
