"""The loops that benchmark.py times, written with public names only: they run on any version.

As a program it times one of them for comparison.py: a line on its input asks for a measurement, and
a line on its output answers with how many things were done in a second of the processor's time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np

import sf_env
from sf_env import Batch, Game, san_francisco_v0

GAMES = 4096
Work = Callable[[], int]  # does something and returns how many of it


def playouts() -> int:
    """Play games to their end in the compiled loop, dealing included."""
    return sf_env.random_playouts(sf_env.deal(2, range(GAMES)), 1)


def batch_loop(observe: bool, threads: int = 1) -> Work:
    """Return the usual loop of Python over a batch."""
    batch = Batch(GAMES, threads=threads)
    rng = np.random.default_rng(0)
    out = np.zeros((GAMES, sf_env.observation_size(2)), np.int8)

    def work(steps: int = 100) -> int:
        for _ in range(steps):
            batch.step(sf_env.sample_legal(batch.legal, rng, threads=threads))
            if observe:
                batch.observe(out=out)
        return steps * GAMES

    work(200)  # games end at all times from here on
    return work


def single_game() -> int:
    """Play games from Python, a decision at a time."""
    rng = np.random.default_rng(0)
    count = 0
    for seed in range(100):
        game = Game(2, seed=seed)
        numbers = iter(rng.random(1000).tolist())
        while legal := game.legal_actions():
            game.step(legal[int(next(numbers) * len(legal))])
            count += 1
    return count


def aec_loop(env: Any) -> Work:
    """Return PettingZoo's standard loop with masks."""
    rng = np.random.default_rng(0)

    def work() -> int:
        count = 0
        for seed in range(20):
            env.reset(seed=seed)
            numbers = iter(rng.random(2000).tolist())
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(next(numbers) * len(legal))]))
                count += 1
        return count

    return work


def solo_loop() -> Work:
    """Return the loop of a learner that plays at random against greedy; its decisions count."""
    env = gymnasium.make("SanFrancisco-v0", opponent="greedy").unwrapped
    rng = np.random.default_rng(0)

    def work() -> int:
        count = 0
        for seed in range(40):
            _, info = env.reset(seed=seed)
            numbers = iter(rng.random(1000).tolist())
            over = False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                action = legal[int(next(numbers) * len(legal))]
                _, _, over, _, info = env.step(action)
                count += 1
        return count

    return work


def vector_loop(env: Any, steps: int) -> Work:
    """Return the loop of a vector environment; the learners' decisions count."""
    rng = np.random.default_rng(0)
    _, infos = env.reset(seed=1)
    masks = [infos["action_mask"]]

    def work() -> int:
        for _ in range(steps):
            *_, infos = env.step(sf_env.sample_legal(masks[0], rng))
            masks[0] = infos["action_mask"]
        return steps * int(env.num_envs)

    return work


def against_greedy(rows: int, steps: int) -> Work:
    """Return the loop of the native vector environment."""
    env = gymnasium.make_vec("SanFrancisco-v0", num_envs=rows, opponent="greedy")
    return vector_loop(env, steps)


def sb3_loop(opponent: str, rows: int, steps: int) -> Work:
    """Return the loop that MaskablePPO collects with: masks, then a step."""
    from sf_env.sb3 import VecEnv  # noqa: PLC0415  an extra

    env = VecEnv(rows, opponent=opponent)
    env.seed(1)
    env.reset()
    rng = np.random.default_rng(0)

    def work() -> int:
        for _ in range(steps):
            env.step(sf_env.sample_legal(env.action_masks(), rng))
        return steps * rows

    return work


def conceal_loop() -> Work:
    """Return a loop that hides the deck in games of all stages."""
    states = sf_env.deal(2, range(GAMES))
    rng = np.random.default_rng(0)
    for number in range(160):
        playing = np.arange(GAMES) * 160 // GAMES > number
        actions = sf_env.sample_legal(sf_env.legal_mask(states), rng)
        sf_env.step_states(states, actions, active=playing)

    def work() -> int:
        for _ in range(20):
            sf_env.conceal(states)
        return 20 * GAMES

    return work


COMPARED: dict[str, Callable[[], Work]] = {
    "random_playouts": lambda: playouts,
    "Batch: sample_legal + step": partial(batch_loop, observe=False),
    "Batch: sample_legal + step + observe": partial(batch_loop, observe=True),
    "Game: legal_actions + step": lambda: single_game,
    "PettingZoo, raw: last + step": lambda: aec_loop(san_francisco_v0.raw_env()),
    "PettingZoo, wrapped: last + step": lambda: aec_loop(san_francisco_v0.env()),
    "Gymnasium solo against greedy": solo_loop,
    "Gymnasium vector, 512 games, against greedy": partial(against_greedy, 512, 50),
    "Gymnasium vector, 4096 games, against greedy": partial(against_greedy, GAMES, 10),
    "conceal": conceal_loop,
}
if find_spec("stable_baselines3") is not None:
    COMPARED |= {
        "SB3 VecEnv, 512 games, against random": partial(sb3_loop, "random", 512, 100),
        "SB3 VecEnv, 512 games, against greedy": partial(sb3_loop, "greedy", 512, 50),
    }


def main() -> None:
    """Time the loop of this name as often as it is asked for."""
    work = COMPARED[sys.argv[1]]()
    work()
    for _ in sys.stdin:
        begin = time.process_time()
        count = work()
        print(count / (time.process_time() - begin), flush=True)


if __name__ == "__main__":
    main()
