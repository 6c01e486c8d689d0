"""Three pictures of a summary: the ladder, who beats whom, where the points come from.

The colours are those of Okabe and Ito, which colour-blind people can distinguish.
"""

from __future__ import annotations

import textwrap
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from sf_agents.arena.tables import Summary, count, in_order
from sf_env.core.rules import rules_of

INK = "#222222"
FAINT = "#8a8a8a"
GRID = "#e6e6e6"
BLUE = "#0072B2"
# Of the origins of points, in their order, and the ink of numbers on them.
PALETTE = (
    (BLUE, "white"),
    ("#E69F00", INK),
    ("#56B4E9", INK),
    ("#CC79A7", INK),
    ("#009E73", "white"),
    ("#D55E00", "white"),
    ("#F0E442", INK),
    (FAINT, "white"),
)
LEAST_BAR = 0.05  # with a number in it, of the length of all bars
LONGEST_NAME = 28  # letters in a line
LONGEST_COLUMN = 11  # letters over a column of the matrix; longer names get numbers
LOSING_WINNING = LinearSegmentedColormap.from_list("", ["#D55E00", "#f7f7f7", "#0072B2"])


def draw_all(summary: Summary, folder: Path) -> None:
    """Draw and save all pictures."""
    for name, draw in (("ladder", ladder), ("matrix", matrix), ("points", points)):
        draw(summary).savefig(folder / f"{name}.png", dpi=160, facecolor="white")


def ladder(summary: Summary) -> Figure:
    """Draw ratings, or shares of wins where there are none, as points with intervals."""
    agents = in_order(summary)[::-1]
    rated = bool(summary["ratings"]["model"])
    scale = 1 if rated else 100
    key, ends = ("rating", "rating_interval") if rated else ("win_share", "interval")
    values = np.array([one[key] for one in agents]) * scale
    intervals = np.array([one[ends] for one in agents], np.float64) * scale
    what = "Rating" if rated else "Share of wins (%)"
    figure, axes = _sheet(summary, f"{what} of the agents, with 95 % intervals", len(agents))
    comparable = isinstance(summary["groups"], str)  # a list lets some meet weaker ones
    heights = np.arange(len(agents))
    axes.hlines(heights, *intervals.T, color=BLUE, linewidth=2.5, alpha=0.45)
    axes.plot(values, heights, "o", color=BLUE, markersize=8)
    for height, value, one in zip(heights, values, agents, strict=True):
        text = (f"{value:.0f}" if rated else f"{value:.1f}").replace("-", "−")
        axes.annotate(
            f"{text}   {100 * one['win_share']:.0f} % wins" if rated and comparable else text,
            (value, height),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
            fontsize=8.5,
            color=INK,
        )
    _name_rows(axes, agents)
    axes.grid(axis="x", color=GRID, zorder=0)
    axes.margins(x=0.12)
    anchor = f" (Elo scale; {summary['ratings']['anchor']} = 0)" if rated else ""
    axes.set_xlabel(f"{what}{anchor}", color=INK)
    return figure


def matrix(summary: Summary) -> Figure:
    """Draw how often the agent of each row finishes before that of each column."""
    agents = in_order(summary)
    order = [summary["agents"].index(one) for one in agents]
    shares = np.array(summary["matrix"], np.float64)[np.ix_(order, order)] * 100
    size = len(agents)
    figure, axes = _sheet(summary, "How often the row finishes before the column (%)", size, 0.62)
    axes.imshow(shares, cmap=LOSING_WINNING, vmin=0, vmax=100, aspect="auto")
    for row, column in np.ndindex(size, size):
        share = float(shares[row, column])
        if not np.isnan(share):
            colour = "white" if abs(share - 50) > 32 else INK
            axes.text(
                column, row, _percent(share), ha="center", va="center", color=colour, fontsize=9
            )
    names = [_wrapped(one["name"], LONGEST_NAME) for one in agents]
    short = max(map(len, names)) <= LONGEST_COLUMN
    rows = names if short else [f"{at} · {name}" for at, name in enumerate(names, start=1)]
    axes.set_yticks(range(size), rows)
    axes.set_xticks(range(size), names if short else [str(at) for at in range(1, size + 1)])
    axes.xaxis.tick_top()
    axes.set_xticks(np.arange(size - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(size - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)
    return figure


def points(summary: Summary) -> Figure:
    """Draw each agent's mean points by origin, as bars on end."""
    agents = in_order(summary)[::-1]
    figure, axes = _sheet(summary, "Where the points come from (mean of a game)", len(agents))
    left, below = np.zeros(len(agents)), np.zeros(len(agents))
    heights = np.arange(len(agents))
    room = _room_for_numbers(summary)
    for source, (colour, ink) in _sources(summary):
        values = np.array([one["points"][source] or 0.0 for one in agents])
        start = np.where(values < 0, below, left)
        axes.barh(heights, values, 0.62, left=start, color=colour, label=source, zorder=2)
        for height, value, at in zip(heights.tolist(), values, start, strict=True):
            if abs(value) >= room:
                axes.text(
                    at + value / 2,
                    height,
                    f"{value:.1f}",
                    color=ink,
                    ha="center",
                    va="center",
                    fontsize=8,
                )
        left += np.where(values > 0, values, 0)
        below += np.where(values < 0, values, 0)
    for height, one, end in zip(heights.tolist(), agents, left, strict=True):
        if one["points"]["total"] is not None:
            axes.text(end, height, f"  {one['points']['total']:.1f}", va="center", weight="bold")
    _name_rows(axes, agents)
    axes.grid(axis="x", color=GRID, zorder=0)
    axes.set_xlim(right=max(left.max(initial=1.0) * 1.1, 1.0))
    axes.set_xlabel("victory points", color=INK)
    _name_sources(axes, len(_sources(summary)))
    return figure


def _sheet(summary: Summary, title: str, rows: int, height: float = 0.5) -> tuple[Figure, Axes]:
    """Return a figure with a title, and in small print what was played."""
    names = [_wrapped(one["name"], LONGEST_NAME) for one in summary["agents"]]
    longest = max(len(line) for name in names for line in name.split("\n"))
    width = 6.5 + 0.07 * longest + (0.35 * max(rows - 6, 0) if height > 0.5 else 0)
    figure = Figure(figsize=(width, 2.0 + height * rows + 0.3), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontsize=13, weight="bold", color=INK)
    say_what_was_played(figure, summary)
    axes = figure.add_subplot()
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0, colors=INK)
    axes.set_axisbelow(True)
    return figure, axes


def say_what_was_played(figure: Figure, summary: Summary) -> None:
    """Write in small print below a figure which games it shows."""
    rules = rules_of(summary["game"])
    word = rules.setup_word
    kind = summary[word]
    if rules.reconstructed and kind == rules.usual_setup:
        kind = "reconstructed"
    figure.supxlabel(
        f"{rules.name}, {summary['players']} players, {count(summary['games'])} games; "
        f"{kind} {word}, hash {summary[f'{word}_hash']}; sf_env {summary['sf_env_version']}",
        x=0.01,
        ha="left",
        fontsize=7.5,
        color=FAINT,
    )


def _name_rows(axes: Axes, agents: list[dict[str, Any]]) -> None:
    axes.set_yticks(range(len(agents)), [_wrapped(one["name"], LONGEST_NAME) for one in agents])
    axes.set_ylim(-0.6, len(agents) - 0.4)


def _sources(summary: Summary) -> list[tuple[str, tuple[str, str]]]:
    """Return the origins of points, each with its colour and ink; the total if it has no parts."""
    *names, total = summary["agents"][0]["points"]
    return list(zip(names or [total], cycle(PALETTE), strict=False))


def _room_for_numbers(summary: Summary) -> float:
    """Return the points that a bar needs to hold its number."""
    names = [name for name, _ in _sources(summary)]
    values = np.array([[one["points"][name] or 0.0 for name in names] for one in summary["agents"]])
    above, below = np.maximum(values, 0).sum(axis=1), np.minimum(values, 0).sum(axis=1)
    return float(above.max() - below.min()) * LEAST_BAR


def _name_sources(axes: Axes, count: int) -> None:
    axes.legend(
        ncols=count,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        frameon=False,
        fontsize=8.5,
        handlelength=1,
        columnspacing=1.2,
    )


def _wrapped(name: str, width: int) -> str:
    """Return a name in lines, broken after commas and colons where there are some."""
    spaced = name.replace(",", ", ").replace(":", ": ")
    lines = textwrap.wrap(spaced, width)
    return "\n".join(lines).replace(", ", ",").replace(": ", ":")


def _percent(share: float) -> str:
    """Return a share with a decimal where a whole number would say never or always."""
    return f"{share:.0f}" if 1 <= share <= 99 or share in (0.0, 100.0) else f"{share:.1f}"
