"""MaskablePPO whose updates are computed by a crew of threads."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples as Batch
from stable_baselines3.common.utils import explained_variance
from torch import Tensor
from torch.nn.utils import clip_grad_norm_

from sf_agents.training.crew import Crew
from sf_agents.training.policy import NetworkPolicy

REPORTED = ("policy_gradient_loss", "value_loss", "entropy_loss", "approx_kl", "clip_fraction")


class CrewPPO(MaskablePPO):
    """The algorithm of sb3-contrib: the same losses, summed over shares of each batch."""

    def __init__(self, *args: Any, crew: Crew, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.crew = crew
        cast(NetworkPolicy, self.policy).crew = crew

    def train(self) -> None:
        """Go through what was played several times, and improve policy and values."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        numbers = []
        for _ in range(self.n_epochs):
            numbers += [self._improve(batch) for batch in self.rollout_buffer.get(self.batch_size)]
            self._n_updates += 1
        for name, mean in zip(REPORTED, torch.stack(numbers).mean(0).tolist(), strict=True):
            self.logger.record(f"train/{name}", mean)
        values, returns = self.rollout_buffer.values, self.rollout_buffer.returns
        explained = explained_variance(values.flatten(), returns.flatten())
        self.logger.record("train/explained_variance", explained)

    def _improve(self, batch: Batch) -> Tensor:
        """Make a step of the optimiser; return what REPORTED names."""
        weights = list(self.policy.parameters())
        count = len(batch.advantages)
        advantages = batch.advantages
        if count > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        numbers = self.crew.descend(weights, partial(self._loss, batch, advantages), count)
        clip_grad_norm_(weights, self.max_grad_norm)
        self.policy.optimizer.step()
        return numbers

    def _loss(self, batch: Batch, advantages: Tensor, rows: slice) -> tuple[Tensor, Tensor]:
        """Return the part of the batch's loss that some rows have, and what REPORTED names."""
        values, likely, entropy = self.policy.evaluate_actions(
            batch.observations[rows],
            batch.actions[rows].long().flatten(),
            cast(Any, batch.action_masks[rows]),
        )
        change = likely - batch.old_log_prob[rows]
        ratio = change.exp()
        clip = self.clip_range(1.0)  # type: ignore[operator]  # a schedule, constant here
        gain = advantages[rows] * ratio
        clipped = advantages[rows] * ratio.clamp(1 - clip, 1 + clip)
        policy_loss = -torch.min(gain, clipped).sum()
        value_loss = (batch.returns[rows] - values.flatten()).square().sum()
        entropy_loss = -cast(Tensor, entropy).sum()
        loss = policy_loss + self.ent_coef * entropy_loss + self.vf_coef * value_loss
        with torch.no_grad():
            divergence = (ratio - 1 - change).sum()
            moved_far = ((ratio - 1).abs() > clip).float().sum()
        numbers = torch.stack([policy_loss, value_loss, entropy_loss, divergence, moved_far])
        return loss / len(advantages), numbers / len(advantages)
