"""Ticket to Ride: San Francisco: one game, many games, and functions on arrays of its states."""

from __future__ import annotations

from typing import Any

from sf_env.core import batch
from sf_env.games.ticket_to_ride import actions
from sf_env.games.ticket_to_ride.engine.state import STATE
from sf_env.games.ticket_to_ride.functions import (
    conceal,
    deal,
    imagine,
    is_over,
    legal_mask,
    observe,
    points,
    random_playouts,
    step_states,
    winners,
)
from sf_env.games.ticket_to_ride.game import Game
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from sf_env.games.ticket_to_ride.observation import (
    OBSERVATION_HASH,
    Graph,
    graph,
    observation_pieces,
    observation_size,
    observation_view,
)
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE

__all__ = [
    "OBSERVATION_HASH",
    "RULES",
    "STATE",
    "TICKET_TO_RIDE",
    "Batch",
    "Game",
    "Graph",
    "Location",
    "Map",
    "Route",
    "Ticket",
    "actions",
    "conceal",
    "deal",
    "graph",
    "imagine",
    "is_over",
    "legal_mask",
    "observation_pieces",
    "observation_size",
    "observation_view",
    "observe",
    "points",
    "random_playouts",
    "step_states",
    "winners",
]

RULES = TICKET_TO_RIDE


class Batch(batch.Batch):
    """``num_games`` games that step together; a finished one is followed by the next."""

    def __init__(
        self,
        num_games: int,
        players: int = 2,
        seed: int | None = 0,
        map: Any = "san_francisco",  # noqa: A002  the public name
        **keywords: Any,
    ) -> None:
        super().__init__(num_games, players, seed, map, game=RULES, **keywords)
