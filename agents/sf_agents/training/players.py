"""Networks as agents, as long as they are only in memory: the present self and past ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from sf_agents.forward import Net
from sf_agents.network import choose, opinions
from sf_env.opponents.protocol import as_keys
from sf_env.rules import Array
from sf_env.states import legal_mask, observe


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
