"""What benchmark_rllib.py measures: what each kind of runner collects, and training on Ray."""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune import register_env

from sf_agents.training.defaults import defaults_of
from sf_agents.training.rllib.environment import with_mask
from sf_agents.training.rllib.module import NetworkModule
from sf_agents.training.rllib.settings import ClusterSettings
from sf_agents.training.rllib.train import ClusterTraining
from sf_env import san_francisco_v0
from sf_env.core.rules import rules_of
from timing import best

SHARED = "shared"  # the policy of all seats of the multi-agent runner
FRAGMENT = 1024  # decisions that it collects at a time, one environment after the other


class MultiAgent(PettingZooEnv):  # type: ignore[misc]  # Ray has no types
    """The PettingZoo environment, with the mask behind the observation."""

    def __init__(self) -> None:
        super().__init__(san_francisco_v0.env(skip_forced=True))
        one = self.env.observation_space("player_0")
        space = with_mask(one["observation"], len(one["action_mask"].low))
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    def reset(self, **keywords: Any) -> Any:
        """Begin a game."""
        observations, infos = super().reset(**keywords)
        return joined(observations), infos

    def step(self, action_dict: Any) -> Any:
        """Carry out a decision."""
        observations, *rest = super().step(action_dict)
        return joined(observations), *rest


def joined(observations: dict[str, Any]) -> dict[str, Any]:
    """Return vectors and masks as one array for each agent."""
    return {
        agent: np.concatenate([both["observation"], both["action_mask"]])
        for agent, both in observations.items()
    }


def multi_agent(repeat: int) -> float:
    """Return the decisions that RLlib's multi-agent runner collects in a second, of all seats."""
    register_env("sf_env_multi_agent", lambda _: MultiAgent())
    rules = rules_of()
    module = RLModuleSpec(
        module_class=NetworkModule,
        model_config={
            "game": rules,
            "layout": rules.observation_hash,
            "network": defaults_of(rules).network,
            "players": 2,
        },
    )
    config = (
        PPOConfig()
        .environment("sf_env_multi_agent")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_, **__: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
        .debugging(log_level="ERROR")
    )
    algorithm = config.build_algo()
    try:
        return best(lambda: sample(algorithm.env_runner, FRAGMENT), repeat)
    finally:
        algorithm.stop()


def single_agent(settings: ClusterSettings, repeat: int) -> float:
    """Return the learner's decisions that our runner collects in a second, opponents included."""
    with tempfile.TemporaryDirectory() as folder:
        run = ClusterTraining(settings, folder, cores=1)
        try:
            run.update()
            count = settings.games * settings.steps
            return best(lambda: sample(run.algorithm.env_runner, count), repeat)
        finally:
            run.close()


def training(settings: ClusterSettings, cores: int, repeat: int) -> float:
    """Return the learner's decisions in a second, collecting and updating."""
    with tempfile.TemporaryDirectory() as folder:
        run = ClusterTraining(settings, folder, cores)
        try:
            return best(run.update, repeat)
        finally:
            run.close()


def sample(runner: Any, count: int) -> int:
    """Collect decisions and return how many there are."""
    return sum(len(episode) for episode in runner.sample(num_timesteps=count))
