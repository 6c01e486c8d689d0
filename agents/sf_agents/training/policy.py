"""A network as a policy of sb3-contrib's MaskablePPO."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn
from torch.nn.functional import log_softmax

from sf_agents.training.crew import Crew, quickly
from sf_agents.training.perceptron import ILLEGAL, make_even


class Reader(BaseFeaturesExtractor):
    """The body of a network; it makes the whole network, whose heads the policy takes over."""

    def __init__(self, space: Any, new: Callable[[], Any]) -> None:
        """Take what makes a fresh network."""
        super().__init__(space, features_dim=1)
        network = new()
        self.body = network.body
        self.heads: Any = (network.actions, network.values)  # a tuple: not modules of this one

    def forward(self, observations: Tensor) -> Tensor:
        """Return what the heads need."""
        parts: Tensor = self.body(observations)
        return parts


class _Same(nn.Module):
    """Stands where SB3 wants layers of its own between features and heads."""

    latent_dim_pi = latent_dim_vf = 1

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        return features, features

    def forward_actor(self, features: Tensor) -> Tensor:
        return features

    def forward_critic(self, features: Tensor) -> Tensor:
        return features


class NetworkPolicy(MaskableActorCriticPolicy):
    """Actor and critic of MaskablePPO: one body with two heads.

    With ``in_bfloat16`` updates are computed in it; what the optimiser changes stays in float32.
    """

    in_bfloat16 = False
    crew: Crew

    def _build(self, lr_schedule: Schedule) -> None:
        self.mlp_extractor = _Same()  # type: ignore[assignment]
        self.action_net, self.value_net = cast(Reader, self.features_extractor).heads
        make_even(self.action_net)
        settings = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **settings)

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions, values, and how likely the actions were."""
        parts = self.crew.share(lambda rows: self._look(obs[rows]), len(obs))
        logits, values = (torch.cat(some) for some in zip(*parts, strict=True))
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return values, and of the actions how likely they are and the policy's entropy."""
        with quickly(self.in_bfloat16):
            logits, values = self._look(obs)
        logits = logits.float()
        if action_masks is not None:
            logits = logits.masked_fill(~torch.as_tensor(action_masks).bool(), ILLEGAL)
        likely = log_softmax(logits, dim=1)
        entropy = -(likely.exp() * likely).sum(1)
        return values.float(), likely.gather(1, actions[:, None])[:, 0], entropy

    def _look(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (n, actions) and values (n, 1)."""
        parts = cast(Tensor, self.extract_features(obs))
        return self.action_net(parts), self.value_net(parts)

    def state(self) -> dict[str, Tensor]:
        """Return the weights, named as in the network."""
        parts: dict[str, nn.Module] = {
            "body": cast(Reader, self.features_extractor).body,
            "actions": self.action_net,
            "values": self.value_net,
        }
        return {
            f"{part}.{name}": tensor
            for part, module in parts.items()
            for name, tensor in module.state_dict().items()
        }

    def take(self, state: dict[str, Tensor]) -> None:
        """Copy weights that are named as in the network."""
        mine = self.state()
        with torch.no_grad():
            for name, tensor in mine.items():
                tensor.copy_(state[name])
