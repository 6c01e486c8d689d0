"""Threads that think: a search may take seconds, and meanwhile the server answers.

They are daemons, so a server that is stopped does not wait for the end of a thought.
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
    """So many threads; what is asked of them when all are busy waits for its turn."""

    def __init__(self, count: int) -> None:
        self._questions: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._count = count
        self._begun = False

    async def ask(self, question: Callable[[], T]) -> T:
        """Return the answer to a question, or raise what was raised by it."""
        if not self._begun:
            self._begin()
        answer: Future[T] = Future()
        self._questions.put((answer, question))
        return await asyncio.wrap_future(answer)

    def dismiss(self) -> None:
        """Let the threads end, each after the thought that it is at."""
        for _ in range(self._count):
            self._questions.put(None)

    def _begin(self) -> None:
        self._begun = True
        for _ in range(self._count):
            Thread(target=self._think, daemon=True).start()

    def _think(self) -> None:
        while (asked := self._questions.get()) is not None:
            answer, question = asked
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(question())
            except BaseException as error:
                answer.set_exception(_to_hand_on(error))


def _to_hand_on(error: BaseException) -> BaseException:
    """Return an error that asyncio hands on like any other: some would end it, or are lost in it.

    So an agent that wants to end the process ends neither the server nor the thread.
    """
    if isinstance(error, Exception) and not isinstance(error, StopIteration | CancelledError):
        return error
    plain = RuntimeError(f"it raised {error!r}")
    plain.__cause__ = error
    return plain
