"""The entries of a game's table that compiled loops fill (see ``compiled/loops.py``)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.compiled.loops import Kernels, loops
from sf_env.core.rules import Array


class Engine:
    """A game's compiled functions over one record, as functions on arrays of states."""

    def __init__(self, kernels: Kernels, origins: int, tallies: int) -> None:
        """Take the module of the functions, and the numbers of origins of points and of tallies."""
        self.loops = loops(kernels)
        self.origins = origins
        self.tallies = tallies

    def table(self) -> dict[str, Any]:
        """Return the entries of ``Rules`` by name."""
        run = self.loops
        return {
            "step": run.step,
            "parallel_step": run.parallel_step,
            "settle": run.settle,
            "step_states": run.step_states,
            "step_one": run.step_one,
            "first_illegal": run.first_illegal,
            "legal": run.legal,
            "parallel_observe": run.parallel_observe,
            "conceal": run.conceal,
            "imagine": run.imagine,
            "play_randomly": run.play_randomly,
            "is_over": self.is_over,
            "points": self.points,
            "points_by_part": self.points_by_part,
            "tally": self.tally,
            "places": self.places,
            "winners": self.winners,
        }

    def is_over(self, states: Array) -> Array:
        """Return (n,) bool."""
        over = np.zeros(len(states), np.bool_)
        self.loops.over(states, over)
        return over

    def points(self, states: Array) -> Array:
        """Return (n, players) points; before the end, as if the game ended now."""
        result = np.zeros((len(states), _players(states)), np.float64)
        self.loops.points(states, result)
        return result

    def points_by_part(self, states: Array) -> Array:
        """Return where the points of each seat come from, and all of them: (n, players, parts)."""
        result = np.zeros((len(states), _players(states), self.origins + 1), np.float64)
        self.loops.parts(states, result)
        return result

    def tally(self, states: Array) -> Array:
        """Return what the game counts of each seat besides points: (n, players, tallies)."""
        result = np.zeros((len(states), _players(states), self.tallies), np.float64)
        self.loops.tally(states, result)
        return result

    def places(self, states: Array) -> Array:
        """Return each seat's place (n, players) in the ranking, from 1; equal ones share it."""
        result = np.zeros((len(states), _players(states)), np.int64)
        self.loops.places(states, result)
        return result

    def winners(self, states: Array) -> Array:
        """Return (n, players) bool, all False before the end."""
        result = np.zeros((len(states), _players(states)), np.bool_)
        self.loops.winners(states, result)
        return result


def _players(states: Array) -> int:
    return int(states["players"][0]) if len(states) else 2
