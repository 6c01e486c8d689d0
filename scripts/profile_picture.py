"""Show how long it takes to draw each game, decision by decision: the view, the scene, and all."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

import _checkout  # noqa: F401  finds the packages
import sf_env
from sf_env.core.game import Game
from sf_env.core.rules import Rules
from sf_env.render.look import look_of


def view(game: Game) -> object:
    """Return what the referee sees."""
    return look_of(game.rules).view(game.state, None, None)


def view_and_scene(game: Game) -> object:
    """Return the whole table of what the referee sees."""
    look = look_of(game.rules)
    return look.arrange(look.panels(view(game)))


STEPS: dict[str, Callable[[Game], object]] = {
    "view": view,
    "view and scene": view_and_scene,
    "the whole picture": Game.picture,
}


def milliseconds(rules: Rules, work: Callable[[Game], object], players: int, games: int) -> float:
    """Return the time of a picture in the best game; the first one fills the caches."""
    rng = np.random.default_rng(0)
    medians = []
    for seed in range(games):
        game = rules.new_game(players=players, seed=seed)
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
    print("| game | players | " + " | ".join(f"{name}, ms" for name in STEPS) + " | pictures/s |")
    print("|" + "---|" * (len(STEPS) + 3))
    for rules in map(sf_env.rules, sf_env.games()):
        for players in rules.players:
            times = [milliseconds(rules, work, players, games) for work in STEPS.values()]
            cells = " | ".join(f"{each:.2f}" for each in times)
            print(f"| {rules.name} | {players} | {cells} | {1000 / times[-1]:.0f} |")


if __name__ == "__main__":
    main()
