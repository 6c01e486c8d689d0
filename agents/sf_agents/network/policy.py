"""Playing the policy of a network without search: one forward pass per decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from sf_agents.sampling import sample
from sf_env.core.functions import Functions
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range

FILE = Range(text="network file from sf-export")
TEMPERATURE = Range(0, 10, "0 takes the likeliest action, 1 samples from the policy")


class Opinion(NamedTuple):
    """What a network thinks of each of n states."""

    policy: Array  # (n, actions) float64, how likely it is to choose each one; illegal ones 0
    value: Array  # (n,) float64, the reward that the player to move can expect, -1 to 1


class Policy(ABC):
    """Plays the policy of a network: takes the likeliest action, or samples one."""

    temperature: float

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The game that the network plays."""

    @abstractmethod
    def look(self, states: Array) -> tuple[Array, Array]:
        """Return logits (n, actions) and values (n, 1) of what the players to move see."""

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state, 0 where a game is over."""
        if len(states) == 0:
            return np.zeros(0, np.int64)
        legal = self._mask(states) if legal is None else legal
        keys = as_keys(states, keys) if self.temperature else np.zeros(len(states), np.uint64)
        return sample(self.look(states)[0], legal, keys, self.temperature)

    def analyse(self, states: Array, legal: Any = None) -> Opinion:
        """Return its policy (at temperature 1) and value in each state."""
        if len(states) == 0:
            return Opinion(np.zeros((0, len(self.rules.actions))), np.zeros(0))
        legal = self._mask(states) if legal is None else np.asarray(legal, np.bool_)
        logits, values = self.look(states)
        likely = np.where(legal, logits.astype(np.float64), -np.inf)
        over = ~legal.any(axis=1, keepdims=True)
        top = np.where(over, 0.0, likely.max(axis=1, keepdims=True))
        policy = np.exp(likely - top)
        policy /= np.where(over, 1.0, policy.sum(axis=1, keepdims=True))
        return Opinion(policy, values[:, 0].astype(np.float64))

    def _mask(self, states: Array) -> Array:
        return Functions(self.rules).legal_mask(states)
