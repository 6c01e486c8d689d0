"""Measure how fast training is: both sides of each ratio, and where the time goes.

Decisions are the learner's; each figure is the best of several after a warm-up.
"""

from __future__ import annotations

import argparse
import platform
from typing import Any

import _checkout  # noqa: F401  finds the packages
from sf_agents.training.defaults import presets_of
from sf_agents.training.settings import Settings
from sf_env.core.rules import games, rules_of

NUMBERS = ("games", "steps", "batch", "evaluation_games", "threads")  # of the settings


def _settings(options: argparse.Namespace) -> Settings:
    chosen = presets_of(rules_of(options.game))[options.preset].copy()
    names = ("game", "network", "precision", *NUMBERS)
    given = {name: getattr(options, name) for name in names}
    return Settings(**chosen | {name: one for name, one in given.items() if one is not None})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("preset", nargs="?", default="2p", help="a preset of sf-train")
    parser.add_argument("--game", choices=games(), default=games()[0])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--network", help="kind of network (default: the game's own)")
    parser.add_argument("--precision", choices=["full", "bfloat16"])
    for name in NUMBERS:
        parser.add_argument(f"--{name.replace('_', '-')}", type=int)
    options = parser.parse_args()
    if options.preset not in (presets := presets_of(rules_of(options.game))):
        parser.error(f"no preset is called {options.preset!r}; there are: {', '.join(presets)}")
    return options


def main() -> None:
    """Measure and print."""
    options = _options()
    from rich.console import Console  # noqa: PLC0415  extras: --help does without

    from sf_agents.training.crew import uses_bfloat16  # noqa: PLC0415
    from training_speed import (  # noqa: PLC0415
        Rows,
        measure_collecting,
        measure_training,
        print_profile,
    )

    settings = _settings(options)
    keywords: dict[str, Any] = {
        "game": settings.rules,
        "players": settings.players,
        "skip_forced": True,
    }
    rows, console = Rows(), Console()
    measure_collecting(rows, keywords, settings.games, options.repeat)
    measure_training(rows, keywords, settings, options.repeat)
    console.print(
        f"{platform.processor() or platform.machine()}, {settings.threads_here} threads, "
        f"updates in {'bfloat16' if uses_bfloat16(settings.precision) else 'float32'}"
    )
    console.print(rows.table)
    print_profile(console, settings)


if __name__ == "__main__":
    main()
