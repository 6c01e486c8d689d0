"""RLlib takes the PettingZoo environment as it is (only where Ray is installed)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sf_env import san_francisco_v0

pytest.importorskip("ray")

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray warns about is not ours


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wrapper(players: int) -> None:
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(san_francisco_v0.env(players=players))
    observations, _ = env.reset(seed=1)
    total = dict.fromkeys(env.env.possible_agents, 0.0)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        ((agent, observation),) = observations.items()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observations, rewards, terminated, _, _ = env.step({agent: action})
        for each, gain in rewards.items():
            total[each] += gain
        over = terminated["__all__"]
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def masked_module() -> type:
    """Return PPO's module with the mask of the observation on its logits."""
    import torch
    from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
    from ray.rllib.core.columns import Columns

    class Masked(DefaultPPOTorchRLModule):
        def __init__(self, *, observation_space: Any = None, **keywords: Any) -> None:
            super().__init__(observation_space=observation_space["observation"], **keywords)

        def _masked(self, forward: Any, batch: dict[str, Any], **keywords: Any) -> Any:
            both = batch[Columns.OBS]
            mask = both["action_mask"].bool()
            mask = mask | ~mask.any(-1, keepdim=True)
            plain = {**batch, Columns.OBS: both["observation"].float()}
            out = forward(plain, **keywords)
            logits = out[Columns.ACTION_DIST_INPUTS]
            out[Columns.ACTION_DIST_INPUTS] = torch.where(mask, logits, -1e9)
            return out

        def _forward(self, batch: dict[str, Any], **keywords: Any) -> Any:
            return self._masked(super()._forward, batch, **keywords)

        def _forward_train(self, batch: dict[str, Any], **keywords: Any) -> Any:
            return self._masked(super()._forward_train, batch, **keywords)

        def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
            plain = {**batch, Columns.OBS: batch[Columns.OBS]["observation"].float()}
            return super().compute_values(plain, embeddings)

    return Masked


def test_an_iteration_of_ppo() -> None:
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune import register_env

    ray.init(
        num_cpus=2, include_dashboard=False, object_store_memory=300 * 2**20, log_to_driver=False
    )
    register_env("san_francisco", lambda _: PettingZooEnv(san_francisco_v0.env()))
    config = (
        PPOConfig()
        .environment("san_francisco")
        .env_runners(num_env_runners=0, rollout_fragment_length=200)
        .training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={"shared": RLModuleSpec(module_class=masked_module())}
            )
        )
    )
    algorithm = config.build_algo()
    result = algorithm.train()
    algorithm.stop()
    ray.shutdown()
    assert result["env_runners"]["num_env_steps_sampled"] >= 400
