"""A mixture of agents: one is drawn for each seat of each game, and plays to the end.

The draw is a function of the game's seed, the seat and the weights, so no state is needed. Each
agent draws an exponential time, with its weight as the rate; the agent with the shortest time
plays. So the shares are proportional to the weights. If a weight grows, games move only to that
agent and never between two others: hardly any game changes its players midway.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from zlib import crc32

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import fork
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import MIXTURE_STREAM, Agent, act_of
from sf_env.opponents.registry import load


class Mixture:
    """Agents by name with weights; ``agents`` holds those that cannot be loaded by name."""

    def __init__(
        self,
        weights: Mapping[str, float],
        agents: Mapping[str, Agent] | None = None,
        game: str | Rules | None = None,
    ) -> None:
        given = dict(agents or {})
        self.names = tuple(weights)
        self.weights = _check(weights)
        self.agents = [given[name] if name in given else load(name, game) for name in self.names]
        for agent in self.agents:
            act_of(agent)
        self._marks = np.array([crc32(name.encode()) for name in self.names], np.uint64)

    def draw(self, seeds: Array, seats: Array) -> Array:
        """Return the number of the agent that plays (n,), for each game's seed and seat."""
        words, sitting = np.array(seeds, np.uint64), np.array(seats, np.int64)
        if not (words.ndim == 1 and words.shape == sitting.shape):
            raise ValueError("seeds and seats should be (n,) integers, as many of each")
        drawn = np.empty(len(words), np.int64)
        _draw(words, sitting, self._marks, self.weights, drawn)
        return drawn

    def ask_all(self, ask: Callable[[int, Array], None], drawn: Array) -> None:
        """Call ``ask`` with the number of each agent that was drawn, and its rows."""
        for number in np.unique(drawn).tolist():
            ask(number, np.flatnonzero(drawn == number))

    def __repr__(self) -> str:
        parts = zip(self.names, self.weights.tolist(), strict=True)
        return f"Mixture({ {name: round(weight, 4) for name, weight in parts} })"


def _check(weights: Mapping[str, float]) -> Array:
    values = np.array(list(weights.values()), np.float64)
    if values.ndim != 1 or not (np.isfinite(values).all() and (values >= 0).all() and values.any()):
        raise ValueError(
            f"the weights of a mixture are numbers, none below 0 and one above, not {dict(weights)}"
        )
    return values


@jit
def _draw(seeds: Array, seats: Array, marks: Array, weights: Array, drawn: Array) -> None:
    for row in range(seeds.shape[0]):
        stream = fork(fork(int(seeds[row]), MIXTURE_STREAM), int(seats[row]))
        first = math.inf
        drawn[row] = 0
        for number in range(marks.shape[0]):
            if weights[number] > 0.0:
                luck = (float(fork(stream, int(marks[number])) >> 11) + 0.5) / 2.0**53
                rings = -math.log(luck) / weights[number]
                if rings < first:
                    first = rings
                    drawn[row] = number
