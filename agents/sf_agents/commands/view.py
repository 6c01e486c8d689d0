"""A tournament in the terminal: the standings and a bar while it runs, tables at the end."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Self

import numpy as np
from rich.box import SIMPLE
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from sf_agents.arena.statistics import Appearances
from sf_agents.arena.tables import Summary, count, notes, tables_of
from sf_agents.arena.tables import Table as Content
from sf_agents.arena.tournament import Progress

WIDTH_OF_FILES = 140
LEAST_NAME = 12  # letters
GAP = 3  # letters between two columns
EDGES = 2  # of a table


class View:
    """The live part, on standard error, so that standard output stays for results."""

    def __init__(self) -> None:
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            expand=True,
        )
        self._task = self._bar.add_task("games", speed="")
        self._won: np.ndarray | None = None
        self._played: np.ndarray | None = None
        self._lost = 0
        self._live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, progress: Progress) -> None:
        """Update the view with the games finished so far."""
        self._tally(progress)
        self._bar.update(self._task, completed=progress.done, total=progress.total)
        speed = self._bar.tasks[0].speed
        self._bar.update(self._task, speed=f"{count(int(speed))}/s" if speed else "")
        self._live.update(Group(self._standings(progress), self._bar))

    def _tally(self, progress: Progress) -> None:
        agents = len(progress.plan.labels)
        if self._won is None or self._played is None:
            self._won, self._played = np.zeros(agents), np.zeros(agents)
        plan = progress.plan
        games = Appearances(
            progress.rows, plan.rules, plan.schedule, first_only=plan.kind == "duels"
        )
        which = games.agents[games.counted]
        self._won += np.bincount(which, games.shares[games.counted], agents)
        self._played += np.bincount(which, minlength=agents)
        self._lost += int((games.forfeits >= 0).sum())

    def _standings(self, progress: Progress) -> Table:
        table = _empty_table(Content("So far", ("agent", "wins", "games"), []))
        assert self._won is not None  # noqa: S101  show has been called
        assert self._played is not None  # noqa: S101
        shares = self._won / np.maximum(self._played, 1)
        for agent in np.argsort(-shares).tolist():
            games = int(self._played[agent])
            wins = f"{shares[agent]:.1%}" if games else ""
            table.add_row(Text(progress.plan.labels[agent]), wins, count(games))
        if self._lost:
            table.caption = f"games lost by a forfeit: {count(self._lost)}"
        return table


def print_summary(summary: Summary) -> None:
    """Print all tables, and what they mean."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH_OF_FILES)
    for content in tables_of(summary):
        for part in _fitting(content, console.width):
            table = _empty_table(part)
            for row in part.rows:
                table.add_row(*map(Text, row))
            console.print(table, "")
    for note in notes(summary):
        console.print(Text(note, style="dim"))


def _fitting(content: Content, width: int) -> Iterator[Content]:
    """Yield a table in parts that are not wider than this, each with the names."""
    columns = zip(content.head, *content.rows, strict=True)
    widths = [max(map(len, column)) + GAP for column in columns]
    names = range(content.names)
    least = [LEAST_NAME + GAP if content.head[at] else 0 for at in names]
    named = sum(map(max, widths, least))
    room_for_figures = width - min(named, max(LEAST_NAME + 2 * GAP, width // 3)) - EDGES
    begin, title = content.names, content.title
    while begin < len(widths):
        end, room = begin + 1, room_for_figures - widths[begin]
        while end < len(widths) and widths[end] <= room:
            room -= widths[end]
            end += 1
        shown = [*names, *range(begin, end)]
        head, *rows = (tuple(line[at] for at in shown) for line in (content.head, *content.rows))
        yield Content(title, head, rows, content.names)
        begin, title = end, "(continued)"


def _empty_table(content: Content) -> Table:
    table = Table(
        title=content.title, title_justify="left", title_style="bold", box=SIMPLE, pad_edge=False
    )
    for at, name in enumerate(content.head):
        if at < content.names:
            table.add_column(name, min_width=LEAST_NAME if name else None, overflow="fold")
        else:
            table.add_column(name, justify="right", no_wrap=True)
    return table
