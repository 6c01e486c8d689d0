"""Agents that several threads ask, each about some of the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sf_agents.training.crew import Crew
from sf_env.core.rules import Array
from sf_env.opponents import Mixture
from sf_env.opponents.contract import Agent, act_of, as_keys

ASKED = 32  # states that are worth a thread
PIECES = 2  # of work for each thread, so that none waits long for the other


class Shared:
    """Any agent, with a crew that asks it: several threads, each about some of the games."""

    def __init__(self, agent: Any, crew: Crew) -> None:
        self.agent = agent
        self._act = act_of(agent)
        self._crew = crew

    def act(self, states: Array, legal: Array, keys: Array | None = None) -> Array:
        """Return an action (n,) for each state."""
        words = as_keys(states, keys)

        def some(rows: slice) -> Array:
            return np.asarray(self._act(states[rows], legal[rows], words[rows]))

        return np.concatenate(self._crew.share(some, len(states), ASKED))


class SharedMixture(Mixture):
    """A mixture with a crew that asks its agents: several at a time, each about some of its games.

    A past self sits in a few games of a hundred: asked one after the other, each would be too
    little work for several threads.
    """

    def __init__(
        self, weights: Mapping[str, float], agents: Mapping[str, Agent], crew: Crew
    ) -> None:
        super().__init__(weights, agents)
        self._crew = crew

    def ask_all(self, ask: Callable[[int, Array], None], drawn: Array) -> None:
        """Call ``ask`` with the number of each agent that was drawn and some of its rows."""
        size = max(-(-len(drawn) // (PIECES * self._crew.threads)), ASKED // PIECES)
        pieces = [
            (number, rows[begin : begin + size])
            for number in np.unique(drawn).tolist()
            for rows in [np.flatnonzero(drawn == number)]
            for begin in range(0, len(rows), size)
        ]
        self._crew.each(ask, pieces)
