"""Show how long it takes to draw a game, decision by decision: the view, the scene, and all."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

import _checkout  # noqa: F401  finds the packages
import sf_env
from sf_env.games.san_francisco.render.scene import scene
from sf_env.games.san_francisco.view import view_of

STEPS: dict[str, Callable[[sf_env.Game], object]] = {
    "view": lambda game: view_of(game.state),
    "view and scene": lambda game: scene(game.state),
    "the whole picture": lambda game: game.picture(),
}


def milliseconds(work: Callable[[sf_env.Game], object], players: int, games: int) -> float:
    """Return the time of a picture in the best game; the first one fills the caches."""
    rng = np.random.default_rng(0)
    medians = []
    for seed in range(games):
        game = sf_env.Game(players, seed=seed)
        times = []
        while not game.is_over:
            game.step(int(rng.choice(game.legal_actions())))
            begin = time.perf_counter()
            work(game)
            times.append(time.perf_counter() - begin)
        medians.append(statistics.median(times))
    return 1000 * min(medians)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    games = parser.parse_args().games
    print("| players | " + " | ".join(f"{name}, ms" for name in STEPS) + " | pictures/s |")
    print("|" + "---|" * (len(STEPS) + 2))
    for players in (2, 3, 4):
        times = [milliseconds(work, players, games) for work in STEPS.values()]
        cells = " | ".join(f"{each:.2f}" for each in times)
        print(f"| {players} | {cells} | {1000 / times[-1]:.0f} |")


if __name__ == "__main__":
    main()
