"""Progress on standard error: a bar in a terminal; of a training run also lines without one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sf_env.core.extras import installed

if TYPE_CHECKING:
    from rich.progress import Progress

    from sf_agents.training.run import Moment

SECONDS_BETWEEN_LINES = 30.0
SPEED_PERIOD = 600.0  # over which the time left is reckoned; measuring comes in between

Show = Callable[["Moment"], None]
ShowCount = Callable[[int, int], None]  # takes how much is done, and of how much


@contextmanager
def bar(what: str) -> Iterator[ShowCount]:
    """Yield a function that shows how far ``what`` is; it does nothing without a terminal."""
    if not sys.stderr.isatty() or not installed("rich"):
        yield lambda _done, _total: None
        return
    from rich.console import Console  # noqa: PLC0415  an extra
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def showing(quiet: bool) -> Iterator[Show]:
    """Yield a function that shows how far the run is."""
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        with _bar() as bar:
            yield _on(bar)
    else:
        yield Lines().show


class Lines:
    """A line at the beginning and end of each stage, and every half minute between."""

    def __init__(self) -> None:
        self._stage = ""
        self._began = 0.0
        self._from = 0.0  # the part that was done when the stage began, or went on
        self._next = 0.0

    def show(self, moment: Moment) -> None:
        """Write a line if it is time for one."""
        now = time.monotonic()
        if moment.stage != self._stage:
            self._stage, self._began, self._from = moment.stage, now, moment.part
            self._next = now
        if now < self._next and moment.part < 1:
            return
        self._next = now + SECONDS_BETWEEN_LINES
        words = [f"{moment.stage} {100 * moment.part:.0f} %"]
        if moment.decisions:
            words.append(f"{moment.decisions:,} decisions")
        if moment.part > self._from:
            left = (now - self._began) * (1 - moment.part) / (moment.part - self._from)
            words.append(f"{_clock(left)} left")
        sys.stderr.write(", ".join([*words, moment.text]) + "\n")
        sys.stderr.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _bar() -> Progress:
    from rich.console import Console  # noqa: PLC0415  an extra
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.table import Column  # noqa: PLC0415

    def wide(letters: int) -> Column:
        """A column that the text beside it does not make smaller."""
        return Column(no_wrap=True, min_width=letters)

    rest = Column(no_wrap=True, overflow="ellipsis", ratio=4)
    return Progress(
        TextColumn("{task.description}", table_column=wide(8)),
        BarColumn(None, table_column=Column(min_width=4, max_width=20, ratio=1)),
        TaskProgressColumn(table_column=wide(4)),
        TimeElapsedColumn(table_column=wide(7)),
        TextColumn("left", table_column=wide(4)),
        TimeRemainingColumn(table_column=wide(7)),
        TextColumn("{task.fields[text]}", table_column=rest),
        console=Console(stderr=True),
        expand=True,
        speed_estimate_period=SPEED_PERIOD,
    )


def _on(bar: Progress) -> Show:
    tasks: dict[str, Any] = {}

    def show(moment: Moment) -> None:
        if moment.stage not in tasks:
            tasks[moment.stage] = bar.add_task(moment.stage, total=1.0, text="")
        bar.update(tasks[moment.stage], completed=moment.part, text=moment.text)

    return show
