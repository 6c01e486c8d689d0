"""Networks as agents, as long as they are only in memory: the present self and past ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from sf_agents.forward import Net
from sf_agents.network import choose, opinions
from sf_agents.training.crew import Crew
from sf_env.opponents.protocol import act_of, as_keys
from sf_env.rules import Array
from sf_env.states import legal_mask, observe

ASKED = 32  # states that are worth a thread


@dataclass
class Player:
    """A network without a file, which draws its actions or takes the likeliest."""

    net: Net
    temperature: float = 1.0

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state."""
        legal = legal_mask(states) if legal is None else legal
        logits, _ = opinions(observe(states), self.net)
        return choose(logits, legal, as_keys(states, keys), self.temperature)


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


@dataclass
class TorchPlayer:
    """The same for any network in torch."""

    network: torch.nn.Module
    temperature: float = 1.0

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state."""
        legal = legal_mask(states) if legal is None else legal
        with torch.no_grad():
            logits, _ = self.network(torch.from_numpy(observe(states)))
        return choose(
            np.ascontiguousarray(logits.numpy()), legal, as_keys(states, keys), self.temperature
        )
