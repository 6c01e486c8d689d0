"""Self-play with MaskablePPO: a training run from start to end.

Hundreds of games are played in parallel. The learner sees only its own decisions; for each game,
the opponents are drawn from a pool: the current network, past selves, and fixed agents. Every
update plays a few dozen decisions in each game and then improves the policy. From time to time the
strength is measured in matches on paired deals, and the best network is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from sf_agents.training import checkpoint
from sf_agents.training.crew import Crew, uses_bfloat16
from sf_agents.training.networks import Networks
from sf_agents.training.policy import NetworkPolicy, Reader
from sf_agents.training.pool import Pool
from sf_agents.training.ppo import CrewPPO
from sf_agents.training.reward import Reward, means_of_games
from sf_agents.training.run import LAST_ENTROPY, Run
from sf_agents.training.seeds import GAMES, seed_for
from sf_agents.training.settings import Settings
from sf_env.envs.sb3 import VecEnv


def new_model(
    settings: Settings, networks: Networks, env: VecEnv, crew: Crew, rate: Callable[[], float]
) -> CrewPPO:
    """Return PPO with a fresh network; ``rate`` returns the learning rate of each update."""
    model = CrewPPO(
        NetworkPolicy,
        env,
        learning_rate=lambda _: rate(),
        n_steps=settings.steps,
        batch_size=settings.batch,
        n_epochs=settings.epochs,
        gamma=1.0,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value_weight,
        policy_kwargs={
            "features_extractor_class": Reader,
            "features_extractor_kwargs": {
                "new": partial(networks.new, settings.kind, settings.players)
            },
        },
        seed=settings.seed,
        device="cpu",
        crew=crew,
    )
    cast(NetworkPolicy, model.policy).in_bfloat16 = uses_bfloat16(settings.precision)
    return model


class _Notes(BaseCallback):
    """Lets the pool know how games ended, and keeps what they were like."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self._pool = pool
        self.ended: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        rows = np.flatnonzero(self.locals["dones"])
        ended = [self.locals["infos"][row] for row in rows]
        self._pool.note(ended)
        self.ended += ended
        return True

    def scalars(self) -> dict[str, float]:
        """Return means over the games that ended since the last time."""
        ended, self.ended = self.ended, []
        return means_of_games(ended)


class Training(Run):
    """A run: make it with a folder, then call ``run`` until it is done."""

    def __init__(
        self,
        settings: Settings,
        folder: str | os.PathLike[str],
        kept: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(settings, folder, kept)
        self.reward = Reward(settings.margin, self.rules.score_scale)
        self.env = VecEnv(
            settings.games,
            players=settings.players,
            setup=self.setup,
            game=self.rules,
            opponent="random",
            reward=self.reward,
            skip_forced=True,
        )
        rate = settings.learning_rate
        self.model = new_model(
            settings,
            self.networks,
            self.env,
            self.crew,
            lambda: self.fall(rate, settings.final_rate),
        )
        self.env.seed(seed_for(GAMES, settings.seed))  # the model has given it another one
        if self.start is not None:
            self.policy.take(self.start)
        self.network = self.networks.new(settings.kind, settings.players)
        self.imitation = self.new_imitation()
        self.present = self.player(1.0)
        self.pool = Pool(settings, self.present, self.crew)
        self.env.set_opponent(self.pool.renew())
        self.notes = _Notes(self.pool)
        self.model.set_logger(configure(str(self.folder / "tensorboard"), ["tensorboard"]))
        if kept:
            self._restore(kept)

    @property
    def policy(self) -> NetworkPolicy:
        """The learner's policy."""
        return cast(NetworkPolicy, self.model.policy)

    @property
    def decisions(self) -> int:
        """The learner's decisions so far."""
        return self.updates * self.settings.games * self.settings.steps

    def look(self) -> None:
        """Copy the learner's weights to ``network``."""
        self.network.load_state_dict(self.policy.state())

    def teach(self) -> None:
        """Copy the weights of ``network`` to the learner, and to the players that it is."""
        self.policy.take(self.network.state_dict())
        self._renew_present()

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Write numbers for TensorBoard."""
        for name, number in numbers.items():
            self.model.logger.record(name, number)
        self.model.logger.dump(step)

    def update(self) -> int:
        """Play and learn once, and return from how many decisions."""
        self._prepare()
        new = self.settings.games * self.settings.steps
        self.model.learn(
            new,
            callback=self.notes,
            log_interval=None,  # type: ignore[arg-type]
            reset_num_timesteps=False,
        )
        self.updates += 1
        self.log(self.notes.scalars() | self.shares_of_games(), self.decisions)
        return new

    def _prepare(self) -> None:
        """Set what changes from update to update: the reward, the entropy, the opponents."""
        self.reward.margin = self.margin
        self.env.set_reward(self.reward)
        self.model.ent_coef = self.fall(self.settings.entropy, LAST_ENTROPY)
        self._renew_present()
        if self.adds_past_self():
            self.pool.add(self.player(1.0))
        self.env.set_opponent(self.pool.renew())

    def _renew_present(self) -> None:
        self.look()
        self.present.take(self.network)

    # Stopping and resuming ---------------------------------------------------------------------

    def save(self) -> None:
        """Write the checkpoint, and the network as it is now."""
        state = self.state() | {
            "network": self.policy.state(),
            "optimizer": self.model.policy.optimizer.state_dict(),
            "timesteps": self.model.num_timesteps,
            "model_updates": self.model._n_updates,
            "observations": self.model._last_obs,
            "starts": self.model._last_episode_starts,
            "env": self.env.state_dict(),
            "chance": checkpoint.chance(),
        }
        checkpoint.save(self.folder / "checkpoint.pt", state)
        self.look()
        self.export("latest.npz")

    @classmethod
    def resume(cls, settings: Settings, folder: str | os.PathLike[str]) -> Training:
        """Return a run that continues from its checkpoint."""
        path = Path(folder) / "checkpoint.pt"
        kept = checkpoint.load(path)
        checkpoint.check_same(path, kept, settings)
        return cls(settings, folder, kept)

    def _restore(self, state: dict[str, Any]) -> None:
        model = self.model
        self.policy.take(state["network"])
        model.policy.optimizer.load_state_dict(state["optimizer"])
        model.num_timesteps = state["timesteps"]
        model._n_updates = state["model_updates"]
        model._last_obs = state["observations"]
        model._last_episode_starts = state["starts"]
        self.env.load_state_dict(state["env"])
        self._renew_present()
        self.restore(state)
        self.env.set_opponent(self.pool.mixture)
        checkpoint.restore_chance(state["chance"])
