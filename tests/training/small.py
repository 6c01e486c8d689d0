"""The settings of a run of seconds, and what it has learnt."""

from __future__ import annotations

import torch

from sf_agents.training.train import Training

SMALL = {
    "games": 16,
    "steps": 8,
    "batch": 64,
    "decisions": 16 * 8 * 6,
    "snapshot_every": 2,
    "evaluate_every": 3,
    "evaluation_games": 4,
    "yardsticks": ("random",),
    "baselines": ("random=0.3",),
    "threads": 1,
}


def weights(training: Training) -> torch.Tensor:
    return torch.cat([tensor.flatten() for tensor in training.policy.state().values()])
