"""Measure how fast training is: both sides of each ratio, and where the time goes.

Decisions are the learner's; each figure is the best of several after a warm-up.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

import numpy as np
from rich.console import Console
from rich.table import Table
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv
from stable_baselines3.common.vec_env import VecEnv as AnyVecEnv

import sf_env
from sf_agents.training.crew import Crew
from sf_agents.training.export import to_net
from sf_agents.training.model import KINDS, Network, new_network
from sf_agents.training.players import Player, Shared, TorchPlayer
from sf_agents.training.policy import NetworkPolicy
from sf_agents.training.ppo import CrewPPO
from sf_agents.training.precision import uses_bfloat16
from sf_agents.training.settings import Settings
from sf_agents.training.train import new_model
from sf_env.envs.opponents import Opponents
from sf_env.envs.solo import SoloEnv
from sf_env.sb3 import VecEnv

SMALL = {"net_arch": [64, 64]}  # the policy with which collecting alone is measured
SOLOS = 64  # environments that DummyVecEnv steps one by one
FRAMES = 32  # positions of the environment that costs nothing


class Free(VecEnv):
    """An environment that costs nothing: the same positions again and again."""

    def __init__(self, games: int, **keywords: Any) -> None:
        super().__init__(games, opponent="random", **keywords)
        super().reset()
        rng = np.random.default_rng(0)
        self._frames = []
        for _ in range(100 + FRAMES):
            self.step_async(sf_env.sample_legal(super().action_masks(), rng))
            result = super().step_wait()
            self._frames.append((result, super().action_masks()))
        self._frames = self._frames[-FRAMES:]
        self._at = 0

    def reset(self) -> Any:
        """Return the first position."""
        return self._frames[0][0][0]

    def step_wait(self) -> Any:
        """Return the next position, whatever was done."""
        self._at = (self._at + 1) % FRAMES
        return self._frames[self._at][0]

    def env_method(self, method_name: str, *args: Any, **keywords: Any) -> list[Any]:
        """Return the masks of the position; nothing else is asked for while training."""
        del method_name, args, keywords
        return list(self._frames[self._at][1])


class Nothing(BaseCallback):
    """Watches nothing."""

    def _on_step(self) -> bool:
        return True


def small_model(env: AnyVecEnv, steps: int) -> MaskablePPO:
    """Return PPO with a small random policy."""
    batch = env.num_envs * steps
    return MaskablePPO(
        "MlpPolicy", env, n_steps=steps, batch_size=batch, policy_kwargs=SMALL, device="cpu"
    )


def our_model(env: VecEnv, settings: Settings, crew: Crew) -> CrewPPO:
    """Return PPO with a network of ours and the settings that training uses."""
    return new_model(settings, env, crew, lambda: settings.learning_rate)


def ready(model: MaskablePPO) -> BaseCallback:
    """Prepare a model for collecting without ``learn``; return a callback for it."""
    model._setup_learn(1)
    model.set_logger(Logger(None, []))
    callback = Nothing()
    callback.init_callback(model)
    return callback


def collecting(model: MaskablePPO, repeat: int) -> float:
    """Return the decisions that are collected in a second."""
    callback = ready(model)
    return best(lambda: collect(model, callback), model.n_steps * model.n_envs, repeat)


def collect(model: MaskablePPO, callback: BaseCallback) -> None:
    """Fill the rollout buffer once."""
    assert model.env is not None  # noqa: S101  it was given
    model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)


def training(model: MaskablePPO, repeat: int) -> float:
    """Return the decisions in a second, collecting and updating."""
    callback = ready(model)

    def update() -> None:
        collect(model, callback)
        model.train()

    return best(update, model.n_steps * model.n_envs, repeat)


def best(work: Callable[[], None], count: int, repeat: int) -> float:
    """Return how many of ``count`` things are done in a second, at best."""
    work()
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return count / min(times)


def self_player(model: MaskablePPO, settings: Settings, kind: type) -> Any:
    """Return the policy as an opponent, in numpy and Numba or in torch."""
    policy = cast(NetworkPolicy, model.policy)
    network = cast(Network, new_network(settings.network, settings.players))
    network.load_state_dict(policy.state())
    return Player(to_net(network)) if kind is Player else TorchPlayer(network)


def profile(model: MaskablePPO) -> dict[str, float]:
    """Return the seconds of one update by what they are spent on."""
    spent: dict[str, float] = defaultdict(float)
    callback = ready(model)

    def timed(name: str, owner: Any, method: str) -> tuple[Any, str, Any]:
        work = getattr(owner, method)

        @wraps(work)
        def timing(*args: Any, **keywords: Any) -> Any:
            began = time.perf_counter()
            try:
                return work(*args, **keywords)
            finally:
                spent[name] += time.perf_counter() - began

        setattr(owner, method, timing)
        return owner, method, work

    changed = [
        timed("opponents", Opponents, "act"),
        timed("environment, opponents included", VecEnv, "step_wait"),
        timed("policy while collecting", model.policy, "forward"),
        timed("update", model, "train"),
    ]
    began = time.perf_counter()
    collect(model, callback)
    model.train()
    whole = time.perf_counter() - began
    for owner, method, work in changed:
        setattr(owner, method, work)
    within = spent.pop("environment, opponents included")
    spent["environment"] = within - spent["opponents"]
    spent["the rest of collecting"] = whole - sum(spent.values())
    return dict(spent)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--network", choices=list(KINDS), default="districts")
    options = parser.parse_args()
    crew = Crew(len(os.sched_getaffinity(0)))
    settings = Settings(players=options.players, network=options.network)
    keywords: dict[str, Any] = {"players": settings.players, "skip_forced": True}
    console = Console()
    table = Table("what", "decisions/s", "ratio", box=None, pad_edge=False)
    table.columns[1].justify = table.columns[2].justify = "right"

    fast = collecting(
        small_model(VecEnv(settings.games, opponent="greedy", **keywords), 64), options.repeat
    )
    solos = DummyVecEnv([lambda: SoloEnv(opponent="greedy", **keywords)] * SOLOS)
    slow = collecting(small_model(solos, 16), options.repeat)
    table.add_row("collecting, 64x64 policy, against greedy", f"{fast:,.0f}")
    table.add_row(f"the same with DummyVecEnv of {SOLOS}", f"{slow:,.0f}", f"{fast / slow:.1f} x")

    env = VecEnv(settings.games, opponent="random", **keywords)
    model = our_model(env, settings, crew)
    env.set_opponent(Shared(self_player(model, settings, TorchPlayer), crew))
    by_torch = collecting(model, options.repeat)
    env.set_opponent(Shared(self_player(model, settings, Player), crew))
    by_numba = collecting(model, options.repeat)
    table.add_row(f"collecting, network {options.network}, against itself", f"{by_numba:,.0f}")
    table.add_row(
        "the same, the opponent computed by torch",
        f"{by_torch:,.0f}",
        f"{by_numba / by_torch:.2f} x",
    )
    whole = training(model, options.repeat)
    free = training(our_model(Free(settings.games, **keywords), settings, crew), options.repeat)
    table.add_row(f"training, network {options.network}, against itself", f"{whole:,.0f}")
    table.add_row(
        "the same on an environment that costs nothing", f"{free:,.0f}", f"{whole / free:.0%}"
    )
    console.print(
        f"{platform.processor() or platform.machine()}, {crew.threads} threads, "
        f"updates in {'bfloat16' if uses_bfloat16(settings.precision) else 'float32'}"
    )
    console.print(table)

    spent = profile(model)
    parts = Table("where the time goes", "share", box=None, pad_edge=False)
    for name, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        parts.add_row(name, f"{seconds / sum(spent.values()):.0%}")
    console.print("", parts)


if __name__ == "__main__":
    main()
