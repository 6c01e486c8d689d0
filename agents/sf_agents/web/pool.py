"""Threads for long work: a search may take seconds, and meanwhile the server answers.

They are daemons, so a server that is stopped does not wait for the end of a search.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Pool:
    """``count`` threads, started when they are first needed; work waits for a free one."""

    def __init__(self, count: int) -> None:
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._count = count
        self._started = False

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of the work, or raise what it raised."""
        if not self._started:
            self._start()
        result: Future[T] = Future()
        self._jobs.put((result, work))
        return await asyncio.wrap_future(result)

    def close(self) -> None:
        """Let the threads end, each after the work that it is doing."""
        for _ in range(self._count):
            self._jobs.put(None)

    def _start(self) -> None:
        self._started = True
        for _ in range(self._count):
            Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            result, work = job
            if not result.set_running_or_notify_cancel():
                continue
            try:
                result.set_result(work())
            except BaseException as error:
                result.set_exception(_passable(error))


def _passable(error: BaseException) -> BaseException:
    """Return an error that asyncio passes on like any other: some would end it, or get lost in it.

    So an agent that wants to end the process ends neither the server nor the thread.
    """
    if isinstance(error, Exception) and not isinstance(error, StopIteration | CancelledError):
        return error
    plain = RuntimeError(f"it raised {error!r}")
    plain.__cause__ = error
    return plain
