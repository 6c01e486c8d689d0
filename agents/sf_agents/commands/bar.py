"""A bar on standard error that shows how far something is; nothing where there is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sf_env.core.extras import installed

Show = Callable[[int, int], None]  # is told how much is done, and of how much


@contextmanager
def bar(what: str) -> Iterator[Show]:
    """Yield a function that shows how far ``what`` is."""
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
