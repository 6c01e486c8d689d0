"""What benchmark_training.py measures: collecting, training, and where the time of a run goes."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from tempfile import TemporaryDirectory
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
from sf_agents.training.networks import TorchPlayer, networks_of
from sf_agents.training.policy import NetworkPolicy
from sf_agents.training.ppo import CrewPPO
from sf_agents.training.settings import Settings
from sf_agents.training.shared import Shared
from sf_agents.training.train import Training, new_model
from sf_env.envs.sb3 import VecEnv
from sf_env.envs.seats import Opponents
from sf_env.envs.solo import SoloEnv
from timing import best

SMALL = {"net_arch": [64, 64]}  # the policy with which collecting alone is measured
FEW = 64  # games with which collecting is measured as well
STEPS = 64  # between two updates, where only collecting is measured
NEVER = 2**40  # updates
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
    networks = networks_of(settings.rules)
    return new_model(settings, networks, env, crew, lambda: settings.learning_rate)


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
    return best(lambda: collect(model, callback), repeat)


def collect(model: MaskablePPO, callback: BaseCallback) -> int:
    """Fill the rollout buffer once, and return how many decisions that takes."""
    assert model.env is not None  # noqa: S101  it was given
    model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)
    return model.n_steps * model.n_envs


def training(model: MaskablePPO, repeat: int) -> float:
    """Return the decisions in a second, collecting and updating."""
    callback = ready(model)

    def update() -> int:
        decisions = collect(model, callback)
        model.train()
        return decisions

    return best(update, repeat)


def self_player(model: MaskablePPO, settings: Settings, by_torch: bool) -> Any:
    """Return the policy as an opponent, as training plays it or in torch."""
    policy = cast(NetworkPolicy, model.policy)
    networks = networks_of(settings.rules)
    network: Any = networks.new(settings.kind, settings.players)
    network.load_state_dict(policy.state())
    return TorchPlayer(settings.rules, network) if by_torch else networks.player(network, 1.0)


@contextmanager
def whole_run(settings: Settings) -> Iterator[Training]:
    """Yield a run with a full pool: the present self, past selves, and the fixed agents."""
    with TemporaryDirectory() as folder:
        kept = replace(settings, imitate=None, snapshot_every=NEVER)
        run = Training(kept, folder)
        for _ in range(settings.pool):
            run.pool.add(run.player(1.0))
        yield run


def profile(run: Training) -> dict[str, float]:
    """Return the seconds of one update, and of its part of measuring, by what they went to."""
    spent: dict[str, float] = defaultdict(float)

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
        timed("policy while collecting", run.policy, "forward"),
        timed("update", run.model, "train"),
    ]
    began = time.perf_counter()
    run.update()
    whole = time.perf_counter() - began
    for owner, method, work in changed:
        setattr(owner, method, work)
    within = spent.pop("environment, opponents included")
    spent["environment"] = within - spent["opponents"]
    spent["the rest of collecting"] = whole - sum(spent.values())
    began = time.perf_counter()
    run.measure()
    spent["measuring"] = (time.perf_counter() - began) / run.settings.evaluate_every
    return dict(spent)


class Rows:
    """The table of what was measured, printed when it is whole."""

    def __init__(self) -> None:
        self.table = Table("what", "decisions/s", "ratio", box=None, pad_edge=False)
        self.table.columns[1].justify = self.table.columns[2].justify = "right"

    def add(self, what: str, speed: float, ratio: str = "") -> None:
        """Add a line."""
        self.table.add_row(what, f"{speed:,.0f}", ratio)


def measure_collecting(rows: Rows, keywords: dict[str, Any], games: int, repeat: int) -> None:
    """Measure collecting alone, with a small policy, natively and by DummyVecEnv."""
    for count in dict.fromkeys((games, FEW)):
        env = VecEnv(count, opponent="greedy", **keywords)
        native = collecting(small_model(env, STEPS), repeat)
        solos = DummyVecEnv([lambda: SoloEnv(opponent="greedy", **keywords)] * count)
        slow = collecting(small_model(solos, STEPS), repeat)
        rows.add(f"collecting, 64x64 policy, against greedy, {count} games", native)
        rows.add("the same with DummyVecEnv of solo environments", slow, f"{native / slow:.1f} x")


def measure_training(rows: Rows, keywords: dict[str, Any], settings: Settings, repeat: int) -> None:
    """Measure collecting and training with a network of ours, and with all opponents."""
    crew = Crew(settings.threads_here)
    env = VecEnv(settings.games, opponent="random", **keywords)
    model = our_model(env, settings, crew)
    env.set_opponent(Shared(self_player(model, settings, by_torch=True), crew))
    by_torch = collecting(model, repeat)
    env.set_opponent(Shared(self_player(model, settings, by_torch=False), crew))
    by_numba = collecting(model, repeat)
    rows.add(f"collecting, network {settings.kind}, against itself", by_numba)
    rows.add("the same, the opponent computed by torch", by_torch, f"{by_numba / by_torch:.2f} x")
    free = training(our_model(Free(settings.games, **keywords), settings, crew), repeat)
    rows.add(f"training, network {settings.kind}, an environment that costs nothing", free)
    against_self = training(model, repeat)
    rows.add("the same against itself", against_self, f"{against_self / free:.0%}")
    with whole_run(settings) as run:
        whole = best(run.update, repeat)
        rows.add("the same against the whole pool, as in a run", whole, f"{whole / free:.0%}")


def print_profile(console: Console, settings: Settings) -> None:
    """Print where the time of a run goes."""
    with whole_run(settings) as run:
        run.update()
        run.measure()
        spent = profile(run)
    parts = Table("where the time goes", "share", box=None, pad_edge=False)
    parts.columns[1].justify = "right"
    for name, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        parts.add_row(name, f"{seconds / sum(spent.values()):.0%}")
    console.print("", parts)
