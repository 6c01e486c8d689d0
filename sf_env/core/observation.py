"""Observations as named arrays and as planes; the layout is declared in engine/observation.py."""

from __future__ import annotations

import hashlib
from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces

from sf_env.core.rules import Array, Rules
from sf_env.games.san_francisco.engine.constants import ROWS, SPACES
from sf_env.games.san_francisco.engine.layout import PLANES
from sf_env.games.san_francisco.engine.layout import observation_size as _observation_size
from sf_env.games.san_francisco.rules import SAN_FRANCISCO


def observation_size(players: int) -> int:
    """Return the length of an observation."""
    return _observation_size(SAN_FRANCISCO.check_players(players))


def observation_pieces(players: int) -> list[tuple[str, tuple[int, ...], int, int]]:
    """Return (name, shape, low, high) of each piece of an observation, in the order they stand."""
    return list(SAN_FRANCISCO.pieces(SAN_FRANCISCO.check_players(players)))


def observation_view(vector: Array, players: int) -> dict[str, Array]:
    """Return the pieces of an observation (..., size) by name, each (..., *shape): views."""
    vector = _check(vector, players)
    views: dict[str, Array] = {}
    at = 0
    for name, shape, _, _ in observation_pieces(players):
        size = prod(shape)
        views[name] = vector[..., at : at + size].reshape((*vector.shape[:-1], *shape))
        at += size
    return views


def planes(vector: Array, players: int) -> Array:
    """Return the planes of an observation (..., size) as (..., channels, 5, 5): a view.

    Channel ``number * players + turn`` is plane ``number`` (in the order of the pieces) of the
    seat that is ``turn`` turns after the observer.
    """
    vector = _check(vector, players)
    channels = len(PLANES) * players
    flat = vector[..., : channels * ROWS * SPACES]
    return flat.reshape((*vector.shape[:-1], channels, ROWS, SPACES))


def observation_space(rules: Rules, players: int, seed: Any = None) -> spaces.Box:
    """Return the Box of an observation, with the bounds of every piece."""
    pieces = rules.pieces(players)
    sizes = [prod(shape) for _, shape, _, _ in pieces]
    low = np.repeat(np.array([piece[2] for piece in pieces], np.int8), sizes)
    high = np.repeat(np.array([piece[3] for piece in pieces], np.int8), sizes)
    return spaces.Box(low, high, dtype=np.int8, seed=seed)


def _check(vector: Any, players: int) -> Array:
    players = SAN_FRANCISCO.check_players(players)
    array = np.asarray(vector)
    size = observation_size(players)
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(
            f"an observation for {players} players has {size} entries; the shape is {array.shape}"
        )
    return array


def _layout_hash() -> str:
    """Return 16 hexadecimal digits that change when the layout does, for any number of players."""
    layout = repr([SAN_FRANCISCO.pieces(players) for players in SAN_FRANCISCO.players])
    return hashlib.sha256(layout.encode()).hexdigest()[:16]


OBSERVATION_HASH = _layout_hash()
