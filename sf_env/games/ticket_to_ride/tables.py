"""Tables on which a game of Ticket to Ride begins."""

from __future__ import annotations

from functools import lru_cache

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.setup import new_table
from sf_env.games.ticket_to_ride.map.known import remember
from sf_env.games.ticket_to_ride.map.map import Map


@lru_cache(maxsize=1024)
def table_of(players: int, board: Map) -> Array:
    """Return a table on which everything is laid out that chance leaves alone."""
    table = new_table(
        players, board.route_table, board.ticket_table, len(board.locations), board.marked
    )
    table["map"] = remember(board)
    return table
