"""Measure how fast everything is, on one thread unless the line says otherwise.

Each line is measured several times after a warm-up; the best and the median are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from statistics import median
from typing import Any

import gymnasium
import numba
import numpy as np
import pettingzoo

import _checkout  # noqa: F401  finds the packages
import sf_env
from comparison import compare
from loops import (
    GAMES,
    PLAYED,
    Played,
    aec_loop,
    against_greedy,
    batch_loop,
    playouts,
    secrets_loop,
    single_game,
    solo_loop,
    vector_loop,
)
from sf_env import san_francisco_v0
from sf_env.opponents import load

START = (
    "import time; t = time.perf_counter(); from {} import Game; "
    "game = Game(2, seed=1); game.step(game.legal_actions()[0]); "
    "print(time.perf_counter() - t)"
)
SAN_FRANCISCO, TICKET_TO_RIDE = PLAYED
PEERS = "In comparison"
HEAD = "| what | best | median | unit | at least | aim |\n|---|---|---|---|---|---|"
GOALS = {  # at least, and aimed at
    SAN_FRANCISCO: {
        "playouts": ("8 M", "20 M"),
        "batch": ("4 M", "10 M"),
        "observe": ("2.5 M", "5 M"),
        "game": ("150 k", "400 k"),
        "raw": ("40 k", "100 k"),
        "wrapped": ("15 k", "30 k"),
        "solo": ("20 k", "60 k"),
        "memory": ("4 KB", "2 KB"),
    },
    TICKET_TO_RIDE: {
        "playouts": ("15 M", "25 M"),
        "batch": ("4 M", "8 M"),
        "observe": ("1.5 M", "3 M"),
        "imagine": ("1 M", "3 M"),
        "game": ("250 k", "600 k"),
        "raw": ("60 k", "120 k"),
        "wrapped": ("20 k", "33 k"),
        "solo": ("20 k", "50 k"),
        "memory": ("2 KB", "1 KB"),
    },
}


@dataclass
class Line:
    """One measured figure."""

    game: str
    what: str
    unit: str
    best: float
    median: float
    floor: str = ""
    aim: str = ""


def rate(work: Callable[[], int], repeat: int) -> tuple[float, float]:
    """Return the best and the median number of things that ``work`` does in a second."""
    work()
    rates = []
    for _ in range(repeat):
        begin = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - begin))
    return max(rates), median(rates)


def picture_loop() -> Callable[[], int]:
    """Return the loop of somebody who films a game: a picture after each decision."""
    env = san_francisco_v0.raw_env(render_mode="rgb_array")
    rng = np.random.default_rng(0)

    def work() -> int:
        env.reset(seed=1)
        count = 0
        while not all(env.terminations.values()):
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            env.step(int(rng.choice(legal)))
            env.render()
            count += 1
        return count

    return work


def memory(played: Played) -> float:
    """Return the bytes that one game takes in a batch."""
    played.names.Batch(2)
    tracemalloc.start()
    batch = played.names.Batch(GAMES)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / len(batch)


def start(played: Played, repeat: int, **environment: str) -> list[float]:
    """Return the seconds from importing to the first step of a game, in fresh processes."""
    command = [sys.executable, "-c", START.format(played.names.__name__)]
    settings = {**os.environ, **environment}
    runs = [
        subprocess.run(command, env=settings, capture_output=True, check=True, text=True)
        for _ in range(repeat)
    ]
    return [float(result.stdout) for result in runs]


def game_lines(game: str, repeat: int) -> Iterator[Line]:
    """Measure everything that each game has."""
    played, goals, learner = PLAYED[game], GOALS[game], "learner's decisions/s"
    many = f"`Batch`, {GAMES} games: sample_legal + step"
    for goal, what, unit, work in (
        ("playouts", "`random_playouts`, compiled loop", "decisions/s", playouts(played)),
        ("batch", many, "decisions/s", batch_loop(played, observe=False)),
        ("observe", "the same with `observe`", "decisions/s", batch_loop(played, observe=True)),
        ("imagine", "`conceal` + `imagine`", "states/s", secrets_loop(played, imagine=True)),
        ("game", "`Game`: legal_actions + step", "decisions/s", single_game(played)),
        ("raw", "PettingZoo, raw: last + step", "decisions/s", aec_loop(played.raw_env())),
        ("wrapped", "PettingZoo, wrapped: last + step", "decisions/s", aec_loop(played.env())),
        ("solo", "Gymnasium solo against greedy", learner, solo_loop(played)),
        (
            "vector",
            "Gymnasium vector, 1024 games, against greedy",
            learner,
            against_greedy(played, 1024, 50),
        ),
    ):
        yield Line(game, what, unit, *rate(work, repeat), *goals.get(goal, ()))
    yield threads_line(game, repeat)
    size = memory(played)
    yield Line(game, "memory of a game in a batch", "bytes", size, size, *goals["memory"])
    warm = start(played, max(3, repeat))
    yield Line(game, "import and first step, warm cache", "s", min(warm), median(warm), "1", "")
    with tempfile.TemporaryDirectory() as folder:
        (cold,) = start(played, 1, NUMBA_CACHE_DIR=folder)
    yield Line(game, "the same on the very first use", "s", cold, cold, "20", "")


def threads_line(game: str, repeat: int) -> Line:
    """Compare two threads with one, in turn, so that both meet the same machine."""
    works = {threads: step_and_observe(PLAYED[game], threads) for threads in (1, 2)}
    ratios = []
    for _ in range(max(3, repeat)):
        one, two = (rate(works[threads], 1)[0] for threads in (1, 2))
        ratios.append(two / one)
    name = f"two threads against one, step + observe, {GAMES} games"
    return Line(game, name, "times", max(ratios), median(ratios), "1.5", "1.8")


def step_and_observe(played: Played, threads: int) -> Callable[[], int]:
    """Return a loop that plays given actions, in games that all are at the same decision."""
    batch = played.names.Batch(GAMES, threads=threads)
    out = np.zeros((GAMES, played.names.observation_size(2)), np.int8)
    rng = np.random.default_rng(0)
    history = []
    batch.reset(seeds=1)
    for _ in range(100):
        history.append(sf_env.sample_legal(batch.legal, rng))
        batch.step(history[-1])

    def work() -> int:
        batch.reset(seeds=1)
        for actions in history:
            batch.step(actions)
            batch.observe(out=out)
        return len(history) * GAMES

    return work


def picture_lines(repeat: int) -> Iterator[Line]:
    """Measure pictures, where the extra for them is installed."""
    if find_spec("PIL") is not None:
        name = "pictures, one after each decision"
        yield Line(SAN_FRANCISCO, name, "pictures/s", *rate(picture_loop(), repeat), "60")


def positions(games: int) -> np.ndarray:
    """Return concealed positions with a choice, from all stages of games of ``greedy``."""
    states = sf_env.deal(2, range(games))
    greedy = load("greedy")
    for number in range(130):
        playing = np.arange(games) * 130 // games > number
        sf_env.step_states(
            states, greedy.act(sf_env.conceal(states), sf_env.legal_mask(states)), active=playing
        )
    choice = sf_env.legal_mask(states).sum(axis=1) > 1
    return sf_env.conceal(states[choice])


def agent_lines(repeat: int) -> Iterator[Line]:
    """Measure how fast agents decide and how fast ``mcts`` searches."""
    rows = positions(4096)
    for name, floor in (("greedy", "500 k"), ("planner", "10 k")):
        figures = rate(partial(decide, load(name), rows), repeat)
        what = f"agent `{name}`, {len(rows)} positions"
        yield Line(SAN_FRANCISCO, what, "decisions/s", *figures, floor)
    rows = positions(60)
    for playout in ("sharp", "light"):
        agent = load(f"mcts:simulations=1000,playout={playout}")
        best, middle = rate(partial(decide, agent, rows), repeat)
        name = f"agent `mcts`, {playout} playouts"
        figures = 1000 * best, 1000 * middle
        yield Line(SAN_FRANCISCO, name, "simulations/s", *figures, "40 k")


def decide(agent: Any, rows: np.ndarray) -> int:
    """Let an agent decide in all positions."""
    agent.act(rows, sf_env.legal_mask(rows), np.arange(len(rows), dtype=np.uint64))
    return len(rows)


def peer_lines(repeat: int) -> Iterator[Line]:
    """Measure what others reach in the same loops, where they are installed."""
    sync = gymnasium.make_vec(
        "SanFrancisco-v0", num_envs=64, opponent="greedy", vectorization_mode="sync"
    )
    native, peer = against_greedy(PLAYED[SAN_FRANCISCO], 64, 50), vector_loop(sync, 50)
    for work, name in ((native, "native"), (peer, "Gymnasium's SyncVectorEnv of solo ones")):
        figures = rate(work, repeat)
        what = f"64 games of {SAN_FRANCISCO} against greedy, {name}"
        yield Line(PEERS, what, "learner's decisions/s", *figures)
    try:
        from pettingzoo.classic import connect_four_v3  # noqa: PLC0415
    except (ImportError, gymnasium.error.DependencyNotInstalled):
        return
    for maker in ("raw_env", "env"):
        env = getattr(connect_four_v3, maker)()
        name = f"PettingZoo connect_four, {maker}, the same loop"
        yield Line(PEERS, name, "decisions/s", *rate(aec_loop(env), repeat))


def machine() -> dict[str, str]:
    """Say what this was measured on."""
    return {
        "machine": f"{processor()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "gymnasium": gymnasium.__version__,
        "pettingzoo": pettingzoo.__version__,
        "sf_env": sf_env.__version__,
    }


def processor() -> str:
    """Return the processor's name, as far as the system reports it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
        return names[0]
    except (OSError, IndexError):
        return platform.processor() or platform.machine()


def figure(value: float) -> str:
    """Return a number as people write it."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {letter}"
    return f"{value:.3g}"


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7, help="measurements of each line")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument(
        "--against", metavar="REV", help="compare with a git revision: both sides and the ratio"
    )
    parser.add_argument("--only", default="", help="with --against: lines that contain this text")
    parser.add_argument("--no-peers", action="store_true", help="measure this package only")
    arguments = parser.parse_args()
    facts = machine()
    if not arguments.json:
        print(", ".join(f"{key} {value}" for key, value in facts.items()), end="\n\n")
    if arguments.against:
        compare(arguments.against, arguments.only, arguments.repeat)
        return
    lines = measured(arguments.repeat, peers=not arguments.no_peers)
    if arguments.json:
        print(json.dumps({**facts, "lines": [asdict(line) for line in lines]}, indent=2))
        return
    game = ""
    for line in lines:
        if line.game != game:
            game = line.game
            print(f"\n## {game}\n\n{HEAD}")
        numbers = f"{figure(line.best)} | {figure(line.median)}"
        tail = f"{line.unit} | {line.floor} | {line.aim}"
        print(f"| {line.what} | {numbers} | {tail} |", flush=True)


def measured(repeat: int, *, peers: bool) -> Iterator[Line]:
    """Measure everything, line by line."""
    yield from game_lines(SAN_FRANCISCO, repeat)
    yield from agent_lines(repeat)
    yield from picture_lines(repeat)
    yield from game_lines(TICKET_TO_RIDE, repeat)
    if peers:
        yield from peer_lines(repeat)


if __name__ == "__main__":
    main()
