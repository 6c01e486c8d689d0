"""Observations as named arrays, and their space."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces

from sf_env.core.rules import Array, Piece, Rules


class Observations:
    """The observations of one game; the game's module exports each method as a function."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def observation_size(self, players: int) -> int:
        """Return the length of an observation."""
        return self._rules.observation_size(self._rules.check_players(players))

    def observation_pieces(self, players: int) -> list[Piece]:
        """Return (name, shape, low, high) of each piece of an observation, in order."""
        return list(self._rules.pieces(self._rules.check_players(players)))

    def observation_view(self, vector: Array, players: int) -> dict[str, Array]:
        """Return the pieces of an observation (..., size) by name, each (..., *shape): views."""
        vector = self.check(vector, players)
        views: dict[str, Array] = {}
        at = 0
        for name, shape, _, _ in self.observation_pieces(players):
            size = prod(shape)
            views[name] = vector[..., at : at + size].reshape((*vector.shape[:-1], *shape))
            at += size
        return views

    def check(self, vector: Any, players: int) -> Array:
        """Return observations as an array, or raise ValueError."""
        array = np.asarray(vector)
        size = self.observation_size(players)
        if array.ndim == 0 or array.shape[-1] != size:
            raise ValueError(
                f"an observation for {players} players has {size} entries; the shape is "
                f"{array.shape}"
            )
        return array


def observation_space(rules: Rules, players: int, seed: Any = None) -> spaces.Box:
    """Return the Box of an observation, with the bounds of every piece."""
    pieces = rules.pieces(players)
    sizes = [prod(shape) for _, shape, _, _ in pieces]
    low = np.repeat(np.array([piece[2] for piece in pieces], np.int8), sizes)
    high = np.repeat(np.array([piece[3] for piece in pieces], np.int8), sizes)
    return spaces.Box(low, high, dtype=np.int8, seed=seed)
