"""Self-play with PPO on Ray: the whole course of a run, on one machine or a cluster.

Runners play hundreds of games side by side with the compiled engine; the learner's decisions come
back to this process, or to learners of their own, which improve the policy. Who sits on the other
seats is drawn for each game from a pool: the present self, past selves, and fixed agents.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ray.rllib.core import COMPONENT_LEARNER, COMPONENT_RL_MODULE, DEFAULT_MODULE_ID
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME
from tensorboardX import SummaryWriter

from sf_agents.training import checkpoint
from sf_agents.training.pool import Pool
from sf_agents.training.reward import means_of_games
from sf_agents.training.rllib.algorithm import SelfPlay, configure
from sf_agents.training.rllib.lineup import Store
from sf_agents.training.rllib.module import state_of, weights_of
from sf_agents.training.rllib.settings import ClusterSettings
from sf_agents.training.run import Run
from sf_agents.training.settings import FREE

# A run may continue with other processes than it began with.
FREE_HERE = FREE | {"runners", "learners"}
SAMPLED = (ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME)
MODULE = f"{COMPONENT_LEARNER}/{COMPONENT_RL_MODULE}"
LEARNT = ("policy_loss", "vf_loss", "vf_explained_var", "entropy")  # of what RLlib reports


class ClusterTraining(Run):
    """A run: make it while connected to Ray, call ``run`` until it is done, then ``close``."""

    program = "sf-train-rllib"
    settings: ClusterSettings

    def __init__(
        self,
        settings: ClusterSettings,
        folder: str | os.PathLike[str],
        cores: int,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """Begin, or continue from what a checkpoint kept; ``cores`` are those of the cluster."""
        super().__init__(settings, folder, kept)
        self._done = kept["decisions"] if kept else 0
        self.runners = settings.runners_of(cores)
        self.network = self.networks.new(settings.kind, settings.players)
        self.imitation = self.new_imitation()
        config = configure(settings, self.rules, self.setup, self.runners, self._done)
        self.algorithm: SelfPlay = config.build_algo()
        self.present = self.player(1.0)
        self.pool = Pool(settings, self.present)
        self.store = Store()
        self.writer = SummaryWriter(str(self.folder / "tensorboard"))
        if kept:
            self._restore(kept)
        elif self.start is not None:
            self.network.load_state_dict(self.start)
            self.teach()

    def close(self) -> None:
        """End the processes of the run."""
        self.writer.close()
        self.algorithm.stop()
        with contextlib.suppress(OSError):  # Ray makes an empty folder in the user's home
            Path(self.algorithm.logdir).rmdir()

    # How far it is ---------------------------------------------------------------------------

    @property
    def decisions(self) -> int:
        """The learner's decisions so far."""
        return self._done

    def look(self) -> None:
        """Copy the learner's weights to ``network``."""
        state = self.algorithm.learner_group.get_state(components=MODULE)
        weights = state[COMPONENT_LEARNER][COMPONENT_RL_MODULE][DEFAULT_MODULE_ID]
        self.network.load_state_dict(weights_of(weights))

    def teach(self) -> None:
        """Copy the weights of ``network`` to the learners; runners have them before they play."""
        module = {DEFAULT_MODULE_ID: state_of(self.network.state_dict())}
        self.algorithm.learner_group.set_state({COMPONENT_LEARNER: {COMPONENT_RL_MODULE: module}})

    def log(self, numbers: Mapping[str, float], step: int) -> None:
        """Write numbers for TensorBoard."""
        for name, number in numbers.items():
            self.writer.add_scalar(name, number, step)

    def update(self) -> int:
        """Play and learn once; return from how many decisions, 0 if all runners were lost."""
        self.look()
        self.present.take(self.network)
        if self.adds_past_self():
            self.pool.add(self.networks.player(self.network, 1.0))
        mixture = self.pool.renew()
        learner = state_of(self.network.state_dict())
        self.algorithm.lineup = self.store.lineup(self.updates, self.margin, mixture, learner)
        results = self.algorithm.train()
        done = int(self.algorithm.metrics.peek(SAMPLED, default=0))
        new, self._done = done - self._done, done
        if new:
            self.updates += 1
            self.pool.note(self.algorithm.ended)
            learnt = results["learners"][DEFAULT_MODULE_ID]
            numbers = {f"learner/{name}": float(learnt[name]) for name in LEARNT}
            numbers |= means_of_games(self.algorithm.ended) | self.shares_of_games()
            self.log(numbers, self.decisions)
        return new

    # Stopping and resuming ---------------------------------------------------------------------

    def save(self) -> None:
        """Write the checkpoint, and the network as it is now."""
        self.look()
        state = self.state() | {
            "network": self.network.state_dict(),
            "algorithm": self.algorithm.get_state(),
            "decisions": self.decisions,
        }
        checkpoint.save(self.folder / "checkpoint.pt", state)
        self.export("latest.npz")

    @classmethod
    def resume(
        cls, settings: ClusterSettings, folder: str | os.PathLike[str], cores: int
    ) -> ClusterTraining:
        """Return a run that continues from its checkpoint, with new games."""
        path = Path(folder) / "checkpoint.pt"
        kept = checkpoint.load(path)
        checkpoint.check_same(path, kept, settings, FREE_HERE)
        return cls(settings, folder, cores, kept)

    def _restore(self, kept: dict[str, Any]) -> None:
        self.algorithm.set_state(kept["algorithm"])
        self.look()
        self.present.take(self.network)
        self.restore(kept)
