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
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import sf_env

GAMES = 4096
LONGEST = 2000  # more decisions than any game has
Work = Callable[[], int]  # does something and returns how many of it


class Played(NamedTuple):
    """A game as the loops use it."""

    names: Any  # the module with its names
    pettingzoo: str
    gymnasium: str
    options: dict[str, Any]  # which game is meant, where environments are for any

    def raw_env(self) -> Any:
        """Return the plain environment of PettingZoo."""
        return getattr(sf_env, self.pettingzoo).raw_env()

    def env(self) -> Any:
        """Return the wrapped environment of PettingZoo."""
        return getattr(sf_env, self.pettingzoo).env()


PLAYED = {"San Francisco": Played(sf_env, "san_francisco_v0", "SanFrancisco-v0", {})}
if hasattr(sf_env, "ticket_to_ride"):
    PLAYED["Ticket to Ride"] = Played(
        sf_env.ticket_to_ride,
        "ticket_to_ride_v0",
        "TicketToRide-v0",
        {"game": "ticket_to_ride"},
    )


def playouts(played: Played) -> Work:
    """Return a work that plays games to their end in the compiled loop, dealing included."""
    names = played.names
    return lambda: int(names.random_playouts(names.deal(2, range(GAMES)), 1))


def batch_loop(played: Played, observe: bool, threads: int = 1) -> Work:
    """Return the usual loop of Python over a batch."""
    batch = played.names.Batch(GAMES, threads=threads)
    rng = np.random.default_rng(0)
    out = np.zeros((GAMES, played.names.observation_size(2)), np.int8)

    def work(steps: int = 100) -> int:
        for _ in range(steps):
            batch.step(sf_env.sample_legal(batch.legal, rng, threads=threads))
            if observe:
                batch.observe(out=out)
        return steps * GAMES

    work(200)  # games end at all times from here on
    return work


def single_game(played: Played) -> Work:
    """Return a work that plays games from Python, a decision at a time."""
    rng = np.random.default_rng(0)

    def work() -> int:
        count = 0
        for seed in range(100):
            game = played.names.Game(2, seed=seed)
            numbers = iter(rng.random(LONGEST).tolist())
            while legal := game.legal_actions():
                game.step(legal[int(next(numbers) * len(legal))])
                count += 1
        return count

    return work


def aec_loop(env: Any) -> Work:
    """Return PettingZoo's standard loop with masks."""
    rng = np.random.default_rng(0)

    def work() -> int:
        count = 0
        for seed in range(20):
            env.reset(seed=seed)
            numbers = iter(rng.random(LONGEST).tolist())
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


def solo_loop(played: Played) -> Work:
    """Return the loop of a learner that plays at random against greedy; its decisions count."""
    env = gymnasium.make(played.gymnasium, opponent="greedy").unwrapped
    rng = np.random.default_rng(0)

    def work() -> int:
        count = 0
        for seed in range(40):
            _, info = env.reset(seed=seed)
            numbers = iter(rng.random(LONGEST).tolist())
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


def against_greedy(played: Played, rows: int, steps: int) -> Work:
    """Return the loop of the native vector environment."""
    env = gymnasium.make_vec(played.gymnasium, num_envs=rows, opponent="greedy")
    return vector_loop(env, steps)


def sb3_loop(played: Played, opponent: str, rows: int, steps: int) -> Work:
    """Return the loop that MaskablePPO collects with: masks, then a step."""
    from sf_env.sb3 import VecEnv  # noqa: PLC0415  an extra

    env = VecEnv(rows, opponent=opponent, **played.options)
    env.seed(1)
    env.reset()
    rng = np.random.default_rng(0)

    def work() -> int:
        for _ in range(steps):
            env.step(sf_env.sample_legal(env.action_masks(), rng))
        return steps * rows

    return work


def secrets_loop(played: Played, imagine: bool) -> Work:
    """Return a loop that conceals games of all stages, and imagines what may be hidden."""
    names = played.names
    states = names.deal(2, range(GAMES))
    rng = np.random.default_rng(0)
    for number in range(100):
        playing = np.arange(GAMES) * 100 // GAMES > number
        actions = sf_env.sample_legal(names.legal_mask(states), rng)
        names.step_states(states, actions, active=playing)

    def work() -> int:
        for _ in range(20):
            hidden = names.conceal(states)
            if imagine:
                names.imagine(hidden, 1)
        return 20 * GAMES

    return work


def loops_of(played: Played) -> dict[str, Callable[[], Work]]:
    """Return what is compared for a game."""
    of: dict[str, Callable[[], Work]] = {
        "random_playouts": partial(playouts, played),
        "Batch: sample_legal + step": partial(batch_loop, played, observe=False),
        "Batch: sample_legal + step + observe": partial(batch_loop, played, observe=True),
        "Game: legal_actions + step": partial(single_game, played),
        "PettingZoo, raw: last + step": lambda: aec_loop(played.raw_env()),
        "PettingZoo, wrapped: last + step": lambda: aec_loop(played.env()),
        "Gymnasium solo against greedy": partial(solo_loop, played),
        "Gymnasium vector, 512 games, against greedy": partial(against_greedy, played, 512, 50),
        "Gymnasium vector, 4096 games, against greedy": partial(against_greedy, played, GAMES, 10),
        "conceal": partial(secrets_loop, played, imagine=False),
        "conceal + imagine": partial(secrets_loop, played, imagine=True),
    }
    if find_spec("stable_baselines3") is not None:
        of |= {
            "SB3 VecEnv, 512 games, against random": partial(sb3_loop, played, "random", 512, 100),
            "SB3 VecEnv, 512 games, against greedy": partial(sb3_loop, played, "greedy", 512, 50),
        }
    return of


COMPARED = {
    f"{game}, {what}": loop
    for game, played in PLAYED.items()
    for what, loop in loops_of(played).items()
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
