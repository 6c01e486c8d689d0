"""Searches with the same time for each decision: which uses it better, how much more time helps.

At each length of time the two meet each other and an agent that needs hardly any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sf_agents.arena.lineup import Pair, Thinkers
from sf_agents.arena.tables import Summary, Table, count, share

TITLE = "At equal thinking time"
PLAIN_COLOUR, ADVISED_COLOUR = "#0072B2", "#D55E00"  # of Okabe and Ito, as in the other pictures


class Thinking:
    """Meetings at several lengths of time, and their results as a table and a picture."""

    def __init__(self, thinkers: Thinkers, players: int) -> None:
        self.names = thinkers
        self.seconds = tuple(thinkers.seconds.get(players, ()))

    def pairs(self) -> list[Pair]:
        """Return who meets whom, by names of agents."""
        return [pair for time in self.seconds for pair in self._pairs(time)]

    def table(self, summary: Summary) -> Table:
        """Return shares of wins by time."""
        names, rows = self.names, []
        for time, (direct, advised, plain) in zip(self.seconds, self._met(summary), strict=True):
            shares = (share(one) for one in (direct, advised, plain))
            rows.append((f"{1000 * time:g} ms", *shares, count(direct["games"])))
        head = (
            "time per decision",
            f"{names.advised} against {names.plain}",
            f"{names.advised} against {names.reference}",
            f"{names.plain} against {names.reference}",
            "games each",
        )
        return Table(TITLE, head, rows)

    def draw(self, summary: Summary, path: Path) -> None:
        """Draw the shares of wins against the reference over the time for a decision."""
        from matplotlib.figure import Figure  # noqa: PLC0415  an extra

        from sf_agents.arena.pictures import say_what_was_played  # noqa: PLC0415  needs it, too

        figure = Figure(figsize=(8, 4), layout="constrained")
        axes = figure.add_subplot()
        met = list(self._met(summary))
        times = [1000 * time for time in self.seconds]
        advised, plain = (self.names.advised, ADVISED_COLOUR), (self.names.plain, PLAIN_COLOUR)
        for at, (name, colour) in enumerate((advised, plain), start=1):
            ones = [meetings[at] for meetings in met]
            low, high = zip(*(one["interval"] for one in ones), strict=True)
            axes.fill_between(times, _percent(low), _percent(high), color=colour, alpha=0.15)
            shares = _percent([one["win_share"] for one in ones])
            axes.plot(times, shares, "o-", color=colour, label=name)
        axes.set_xscale("log")
        axes.set_xticks(times, [f"{time:g} ms" for time in times], minor=False)
        axes.minorticks_off()
        axes.set_xlabel("time for a decision")
        axes.set_ylabel(f"wins against {self.names.reference} (%)")
        axes.set_title("Strength over thinking time, with 95 % intervals", loc="left", fontsize=10)
        axes.grid(axis="y", alpha=0.3)
        axes.legend(frameon=False)
        say_what_was_played(figure, summary)
        figure.savefig(path, dpi=120, facecolor="white")

    def _met(self, summary: Summary) -> Iterator[list[dict[str, Any]]]:
        """Yield the meetings of each time, in the order of ``_pairs``."""
        meetings = summary["meetings"]
        each = len(meetings) // len(self.seconds)
        return (meetings[at : at + each] for at in range(0, len(meetings), each))

    def _pairs(self, time: float) -> list[Pair]:
        names = self.names
        plain, advised = (f"{name}:seconds={time}" for name in (names.plain, names.advised))
        return [(advised, plain), (advised, names.reference), (plain, names.reference)]


def _percent(shares: Sequence[float]) -> list[float]:
    return [100 * one for one in shares]
