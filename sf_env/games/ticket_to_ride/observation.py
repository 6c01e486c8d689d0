"""Observations of Ticket to Ride by name and as a graph; engine/layout.py declares them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_env.core.observation import Observations
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.layout import TABLE_PIECES
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE

_OBSERVATIONS = Observations(TICKET_TO_RIDE)
observation_size = _OBSERVATIONS.observation_size
observation_pieces = _OBSERVATIONS.observation_pieces
observation_view = _OBSERVATIONS.observation_view
OBSERVATION_HASH = TICKET_TO_RIDE.observation_hash

NODE_FEATURES = tuple(piece.name for piece in TABLE_PIECES if piece.name.startswith("pile_"))
EDGE_FEATURES = tuple(
    piece.name
    for piece in TABLE_PIECES
    if piece.name.startswith("route_") and piece.name != "route_ends"
)
TICKET_FEATURES = tuple(
    piece.name
    for piece in TABLE_PIECES
    if piece.name.startswith("ticket_") and piece.name != "ticket_ends"
)


class Graph(NamedTuple):
    """The map as graph networks take it: locations are nodes, routes and tickets are edges.

    Slots that the map does not use have length 0, or points 0.
    """

    nodes: Array  # (..., 32, node features)
    edge_index: Array  # (..., 2, 64) the locations that each route joins
    edges: Array  # (..., 64, edge features)
    ticket_index: Array  # (..., 2, 64)
    tickets: Array  # (..., 64, ticket features)


def graph(vector: Array, players: int) -> Graph:
    """Return the routes, locations and tickets of observations (..., size) as arrays."""
    view = observation_view(vector, players)
    return Graph(
        np.stack([view[name] for name in NODE_FEATURES], axis=-1),
        np.swapaxes(view["route_ends"], -1, -2),
        np.stack([view[name] for name in EDGE_FEATURES], axis=-1),
        np.swapaxes(view["ticket_ends"], -1, -2),
        np.stack([view[name] for name in TICKET_FEATURES], axis=-1),
    )
