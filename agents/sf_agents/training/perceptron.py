"""A perceptron that reads the observations of any game, and what all networks share."""

from __future__ import annotations

from itertools import pairwise
from math import prod

import numpy as np
import torch
from torch import Tensor, nn

from sf_env.core.rules import Array, Layout, Rules

ILLEGAL = -1e9  # a logit whose probability is exactly 0; infinity would make gradients undefined
FIRST_LOGITS = 0.1  # of what they would be in a fresh network


def scale_of(layout: Layout, players: int) -> Tensor:
    """Return what the entries of an observation are multiplied with: about one, then."""
    scales = [
        np.full(prod(shape), max(high, 1) ** -0.5) for _, shape, _, high in layout.pieces(players)
    ]
    return torch.from_numpy(np.concatenate(scales).astype(np.float32))


class Perceptron(nn.Module):
    """Logits (n, actions) and values (n,) of observations (n, size), through hidden layers."""

    def __init__(self, rules: Rules, players: int, widths: tuple[int, ...] = (256, 256)) -> None:
        super().__init__()
        self.players = players
        scale = scale_of(rules.layout, players)
        sizes = (len(scale), *widths)
        layers = [
            layer
            for before, after in pairwise(sizes)
            for layer in (nn.Linear(before, after), nn.ReLU())
        ]
        self.body = nn.Sequential(_Scaled(scale), *layers)
        self.actions = nn.Linear(sizes[-1], len(rules.actions))
        self.values = nn.Linear(sizes[-1], 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        parts = self.body(observations)
        return self.actions(parts), self.values(parts)[:, 0]


def arrays_of(network: Perceptron) -> dict[str, Array]:
    """Return the weights as ``sf_agents.network.perceptron`` reads them, a line for each input."""
    layers = {
        f"hidden_{number}": layer
        for number, layer in enumerate(one for one in network.body if isinstance(one, nn.Linear))
    }
    arrays = {"scale": network.body.get_buffer("0.scale")}
    for name, layer in (layers | {"action": network.actions, "value": network.values}).items():
        arrays |= {name: layer.weight.T, f"{name}_bias": layer.bias}
    return {
        name: np.array(tensor.detach().cpu().numpy(), np.float32, order="C")
        for name, tensor in arrays.items()
    }


class _Scaled(nn.Module):
    scale: Tensor

    def __init__(self, scale: Tensor) -> None:
        super().__init__()
        self.register_buffer("scale", scale, persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        return observations.float() * self.scale


def make_even(actions: nn.Module) -> None:
    """Make a fresh policy nearly uniform: shrink the last layers of its logits.

    Those are in the module's ``last_layers``, or the module is the only one.
    """
    last = getattr(actions, "last_layers", ("weight",))
    with torch.no_grad():
        for name, weights in actions.named_parameters():
            if name in last:
                weights.mul_(FIRST_LOGITS)
