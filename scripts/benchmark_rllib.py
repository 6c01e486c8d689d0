"""Measure how fast training on Ray is on this machine, and what each kind of runner collects.

Decisions are the learner's; each figure is the best of several after a warm-up.
"""

from __future__ import annotations

import argparse
import platform

import _checkout  # noqa: F401  finds the packages
from sf_agents.arena.ray_connection import connected
from sf_agents.training.rllib.settings import ClusterSettings
from sf_env.core.threads import cores


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--steps", type=int, default=128)
    options = parser.parse_args()
    from rich.console import Console  # noqa: PLC0415  extras: --help does without
    from rich.table import Table  # noqa: PLC0415

    from ray_speed import multi_agent, single_agent, training  # noqa: PLC0415

    chosen = {"games": options.games, "steps": options.steps, "baselines": ()}
    chosen["batch"] = min(ClusterSettings.batch, options.games * options.steps)
    count = cores()
    console = Console()
    table = Table("what", "decisions/s", box=None, pad_edge=False)
    table.columns[1].justify = "right"

    def row(what: str, speed: float) -> None:
        table.add_row(what, f"{speed:,.0f}")

    with connected(None):
        row("collecting, multi-agent runner, PettingZoo", multi_agent(options.repeat))
        alone = ClusterSettings(runners=0, **chosen)
        row("collecting, our runner, native batch", single_agent(alone, options.repeat))
        row("training, playing in this process", training(alone, count, options.repeat))
        for runners in range(1, count + 1):
            settings = ClusterSettings(runners=runners, **chosen)
            row(f"training, runners={runners}", training(settings, count, options.repeat))
    console.print(f"{platform.processor() or platform.machine()}, {count} cores")
    console.print(table)


if __name__ == "__main__":
    main()
