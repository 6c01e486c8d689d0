"""PPO of RLlib as self-play: its settings, and what happens around each update.

Runners are actors, wherever in the cluster. One that dies takes its unfinished fragment of games
with it and nothing else: the others play more until the update is full, and it is restarted when
there is room for it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import ray
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core import COMPONENT_RL_MODULE, DEFAULT_MODULE_ID
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.tune import register_env

from sf_agents.training.rllib.environment import SelfPlayEnv
from sf_agents.training.rllib.lineup import Lineup
from sf_agents.training.rllib.module import NetworkModule
from sf_agents.training.rllib.settings import ClusterSettings
from sf_agents.training.run import LAST_ENTROPY
from sf_agents.training.seeds import GAMES, seed_for
from sf_env.core.rules import Rules
from sf_env.envs.vector import Info

NAME = "sf_env_self_play"
LARGEST_GRADIENT = 0.5  # as in Stable-Baselines3
SEEDS = 2**31  # RLlib adds the number of each runner to the seed, and torch takes no larger ones
# How long to wait for the answer of a runner that was lost, before each update: while there is no
# room for it there is none, and it takes part again when it has answered.
PROBE_SECONDS = 1.0
RESTORE_SECONDS = 60.0


class SelfPlay(PPO):  # type: ignore[misc]  # Ray has no types
    """PPO that seats everybody before it plays; ``lineup`` is set before each update."""

    lineup: Lineup
    ended: list[Info]

    def training_step(self) -> None:
        """Play and learn; restarted runners get all they need, too."""
        group = self.env_runner_group
        group.foreach_env_runner(partial(seat, lineup=self.lineup))
        super().training_step()
        self.ended = [info for infos in group.foreach_env_runner(take_ended) for info in infos]


def seat(runner: Any, lineup: Lineup) -> None:
    """Seat learner and opponents on a runner; the learner's own may have no environment.

    RLlib sends the learner's weights as well, but does not wait until they have come, and leaves
    it if it has sent others shortly before.
    """
    if runner.env is not None:
        runner.set_state({COMPONENT_RL_MODULE: {DEFAULT_MODULE_ID: ray.get(lineup.learner)}})
        runner.env.unwrapped.seat(lineup)


def take_ended(runner: Any) -> list[Info]:
    """Return the games that ended on a runner since the last time."""
    return [] if runner.env is None else list(runner.env.unwrapped.take_ended())


def make_env(context: Any) -> SelfPlayEnv:
    """Return the environment of a runner."""
    return SelfPlayEnv(
        context["num_envs"],
        network=context["network"],
        players=context["players"],
        setup=context["setup"],
        game=context["game"],
    )


def configure(
    settings: ClusterSettings, rules: Rules, setup: Any, runners: int, done: int
) -> PPOConfig:
    """Return the configuration of a run, of whose decisions some may be done already."""
    game = {"game": rules, "network": settings.kind, "players": settings.players}
    register_env(NAME, make_env)
    games = settings.games_of_runner(runners)
    shares = max(settings.learners, 1)

    def falling(start: float, rest: float) -> list[list[float]]:
        """Return a schedule that falls linearly to a rest, from where the run is."""
        end = settings.decisions
        now = start * (1 - (1 - rest) * min(done / end, 1))
        return [[0, now], *([[done, now]] if 0 < done < end else []), [end, start * rest]]

    return (
        PPOConfig(algo_class=SelfPlay)
        .framework("torch")
        .environment(NAME, env_config=game | {"setup": setup})
        .env_runners(
            num_env_runners=runners,
            num_envs_per_env_runner=games,
            rollout_fragment_length=settings.steps,
            gym_env_vectorize_mode="vector_entry_point",
            sample_timeout_s=None,  # slow runners are waited for, dead ones are noticed anyway
        )
        .learners(num_learners=settings.learners, num_cpus_per_learner=1)
        .training(
            train_batch_size_per_learner=games * max(runners, 1) * settings.steps // shares,
            minibatch_size=settings.batch // shares,
            num_epochs=settings.epochs,
            lr=falling(settings.learning_rate, settings.final_rate),
            entropy_coeff=falling(settings.entropy, LAST_ENTROPY),
            gamma=1.0,
            lambda_=settings.gae_lambda,
            clip_param=settings.clip,
            vf_clip_param=float("inf"),
            vf_loss_coeff=settings.value_weight,
            use_kl_loss=False,
            grad_clip=LARGEST_GRADIENT,
            grad_clip_by="global_norm",
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=NetworkModule,
                model_config=game,
            )
        )
        .fault_tolerance(
            restart_failed_env_runners=True,
            env_runner_health_probe_timeout_s=PROBE_SECONDS,
            env_runner_restore_timeout_s=RESTORE_SECONDS,
        )
        .debugging(
            seed=seed_for(GAMES, settings.seed) % SEEDS, log_level="ERROR", log_sys_usage=False
        )
    )
