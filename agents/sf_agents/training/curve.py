"""The learning curve: measured strength by time, as CSV and as a picture."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sf_agents.arena.pictures import FAINT, GRID, INK
from sf_env.core.files import replacing

GAP, TOP = 5.0, 100.0  # per cent of wins: between the labels of two lines, and of the highest
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9")


def apart(heights: Sequence[float]) -> list[float]:
    """Return where to write labels: each near its height, none nearer than a gap to another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    places = list(heights)
    least, most = -math.inf, TOP
    for one in order:
        places[one] = max(places[one], least)
        least = places[one] + GAP
    for one in reversed(order):
        places[one] = min(places[one], most)
        most = places[one] - GAP
    return places


class Curve:
    """Measurements in the order they were made; the files are written again with each."""

    def __init__(self, folder: Path, title: str, even: float) -> None:
        """Keep the files in a folder; ``even`` is the share of wins among equals."""
        self._folder = folder
        self._title = title
        self._even = even
        self.lines: list[dict[str, Any]] = []

    def add(self, line: dict[str, Any]) -> None:
        """Keep a measurement: minutes, decisions, and share, low and high by yardstick."""
        self.lines.append(line)
        self._write()
        self._draw()

    def _write(self) -> None:
        path = self._folder / "curve.csv"
        with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(self.lines[-1]))  # past selves come later
            writer.writeheader()
            writer.writerows(self.lines)

    def _draw(self) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415  heavy, and only for this

        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        names = [key for key in self.lines[-1] if f"{key}_low" in self.lines[-1]]
        places = apart([100 * self.lines[-1][name] for name in names])
        for number, (name, place) in enumerate(zip(names, places, strict=True)):
            colour = COLOURS[number % len(COLOURS)]
            lines = [line for line in self.lines if name in line]
            minutes = [line["minutes"] for line in lines]
            low, share, high = (
                [100 * line[f"{name}{end}"] for line in lines] for end in ("_low", "", "_high")
            )
            axes.fill_between(minutes, low, high, color=colour, alpha=0.15, linewidth=0)
            axes.plot(minutes, share, color=colour, marker="o", markersize=4, label=name)
            axes.annotate(
                f"  {name} {share[-1]:.0f} %",
                (minutes[-1], place),
                color=colour,
                va="center",
                fontsize=9,
                annotation_clip=False,
            )
        axes.set_ylim(0, 100)
        axes.set_xlim(left=0)
        axes.set_xlabel("minutes of training", color=INK)
        axes.set_ylabel("share of wins (%)", color=INK)
        axes.set_title(self._title, loc="left", color=INK, weight="bold", fontsize=12)
        axes.axhline(100 * self._even, color=FAINT, linewidth=0.8, linestyle=":")
        axes.grid(color=GRID, zorder=0)
        axes.set_axisbelow(True)
        for side in ("top", "right", "left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.tick_params(length=0, colors=INK)
        with replacing(self._folder / "curve.png") as part:
            figure.savefig(part, dpi=150, facecolor="white", format="png")
