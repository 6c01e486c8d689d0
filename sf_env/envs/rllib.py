"""The PettingZoo environment in RLlib, and a module for PPO that obeys its masks.

>>> from sf_env.interop import rllib
>>> env = rllib.env(players=3)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sf_env.core.rules import Rules, rules_of
from sf_env.envs.aec import Door

try:
    import torch
    from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
    from ray.rllib.core.columns import Columns
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sf_env.interop.rllib needs RLlib, which is not installed: pip install 'sf-env[rllib]'",
        name=error.name,
    ) from error

NEVER = -1e9  # the logit of an action that is not legal

Forward = Callable[..., dict[str, Any]]


def env(game: str | Rules | None = None, **keywords: Any) -> PettingZooEnv:
    """Return the environment; each observation belongs to the player to move and has a mask."""
    return PettingZooEnv(Door(rules_of(game)).env(**keywords))


class MaskedModule(DefaultPPOTorchRLModule):
    """The default PPO module for the observation vector, with the mask applied to the logits."""

    def __init__(self, *, observation_space: Any = None, **keywords: Any) -> None:
        super().__init__(observation_space=observation_space["observation"], **keywords)

    def _forward(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        return _masked(super()._forward, batch, keywords)

    def _forward_train(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        return _masked(super()._forward_train, batch, keywords)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Return the values of the positions; masks do not affect them."""
        return super().compute_values(_vectors(batch), embeddings)


def _vectors(batch: dict[str, Any]) -> dict[str, Any]:
    """Return the batch as PPO's module wants it: vectors for observations."""
    return {**batch, Columns.OBS: batch[Columns.OBS]["observation"].float()}


def _masked(forward: Forward, batch: dict[str, Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """Return what the module says of the vectors, with no chance for what is not legal."""
    result = forward(_vectors(batch), **keywords)
    legal = batch[Columns.OBS]["action_mask"].bool()
    legal = legal | ~legal.any(dim=-1, keepdim=True)  # rows that only fill up a batch
    logits = result[Columns.ACTION_DIST_INPUTS]
    result[Columns.ACTION_DIST_INPUTS] = torch.where(legal, logits, NEVER)
    return result
