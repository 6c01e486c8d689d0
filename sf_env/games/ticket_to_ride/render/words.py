"""What an action means in a position, as people say it."""

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
