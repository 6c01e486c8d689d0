"""The network as a module of RLlib: masked logits for PPO, and values."""

from __future__ import annotations

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor

from sf_agents.training.networks import networks_of
from sf_agents.training.perceptron import ILLEGAL, make_even


class NetworkModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # Ray has no types
    """The same network as in Stable-Baselines3.

    The copies on runners are whole, the head of the values included: it is small, and nobody is
    surprised by stale values.
    """

    def setup(self) -> None:
        """Make the network."""
        config = self.model_config
        rules = config["game"]
        network: Any = networks_of(rules).new(config["network"], config["players"])
        make_even(network.actions)
        self.network = network
        self.mask = len(rules.actions)  # entries behind the observation

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        """Return masked logits, and what was read from the observations."""
        both = batch[Columns.OBS]
        parts = self.network.body(both[:, : -self.mask])
        logits = self.network.actions(parts)
        masked = torch.where(both[:, -self.mask :] != 0, logits, ILLEGAL)
        return {Columns.ACTION_DIST_INPUTS: masked, Columns.EMBEDDINGS: parts}

    def _forward_exploration(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        """Return masked logits alone: what else there is would be kept with every decision."""
        with torch.no_grad():
            logits = self._forward(batch)[Columns.ACTION_DIST_INPUTS]
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """Return values (n,)."""
        if embeddings is None:
            embeddings = self.network.body(batch[Columns.OBS][:, : -self.mask])
        values: Tensor = self.network.values(embeddings)[:, 0]
        return values


def weights_of(module_state: dict[str, Any]) -> dict[str, Tensor]:
    """Return the weights of the network in the state of a module."""
    return {
        name.removeprefix("network."): torch.as_tensor(value)
        for name, value in module_state.items()
    }


def state_of(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the state of a module with these weights."""
    return {f"network.{name}": tensor for name, tensor in weights.items()}
