"""Observations of San Francisco by name and as planes; engine/layout.py declares them."""

from __future__ import annotations

from sf_env.core.observation import Observations
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import ROWS, SPACES
from sf_env.games.san_francisco.engine.layout import PLANES
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

_OBSERVATIONS = Observations(SAN_FRANCISCO)
observation_size = _OBSERVATIONS.observation_size
observation_pieces = _OBSERVATIONS.observation_pieces
observation_view = _OBSERVATIONS.observation_view
OBSERVATION_HASH = SAN_FRANCISCO.observation_hash


def planes(vector: Array, players: int) -> Array:
    """Return the planes of an observation (..., size) as (..., channels, 5, 5): a view.

    Channel ``number * players + turn`` is plane ``number`` (in the order of the pieces) of the
    seat that is ``turn`` turns after the observer.
    """
    vector = _OBSERVATIONS.check(vector, players)
    channels = len(PLANES) * players
    flat = vector[..., : channels * ROWS * SPACES]
    return flat.reshape((*vector.shape[:-1], channels, ROWS, SPACES))
