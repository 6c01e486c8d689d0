"""Asking an agent for actions: whatever it does wrong becomes one kind of error, with a reason.

An alarm signal enforces the time limit for a decision where possible. Windows has none, and signals
reach only the main thread: elsewhere, the time is checked after the decision.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

from sf_env.core.errors import raised
from sf_env.core.rules import Array
from sf_env.opponents.contract import Question, act_of

FIRST_CALL_SECONDS = 20.0  # how much longer an agent's first decision may take: it compiles


class Overtime(BaseException):
    """A decision took too long; not an Exception, so that an agent does not catch it."""


class Misconduct(Exception):
    """An agent did not answer with actions."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Asker:
    """One agent at the table: its act, its time, how much it has done."""

    def __init__(self, agent: Any, move_seconds: float | None, *, compiled: bool = False) -> None:
        """``compiled`` says that its first decision gets no extra time."""
        self._act = act_of(agent)
        self._seconds = move_seconds
        self._compiled = compiled
        self._effort = [0.0, 0.0]

    @property
    def is_first(self) -> bool:
        """Whether the next decision is one that gets extra time."""
        return not self._compiled

    @property
    def limit(self) -> float | None:
        """The seconds that the next decision may take."""
        if self._seconds is None:
            return None
        return self._seconds + (FIRST_CALL_SECONDS if self.is_first else 0)

    def answers(self, asked: Question) -> Array:
        """Return integers (n,), or raise Misconduct; whether they are legal is for the caller."""
        count = len(asked.states)
        began = time.perf_counter()
        try:
            with time_limit(self.limit):
                given = np.asarray(self._act(*asked))
        except Overtime:
            raise Misconduct(overtime_reason(self._seconds)) from None
        except Exception as error:
            raise Misconduct(raised(error)) from error
        finally:
            self._note(count, time.perf_counter() - began)
        if given.shape != (count,) or not np.issubdtype(given.dtype, np.integer):
            wrong = f"{given.shape} {given.dtype}"
            raise Misconduct(f"returned {wrong} instead of ({count},) integers")
        return given.astype(np.int64)

    def take_effort(self) -> list[float]:
        """Return the decisions and seconds since the last time; the first decision is left out."""
        effort, self._effort = self._effort, [0.0, 0.0]
        return effort

    def _note(self, decisions: int, seconds: float) -> None:
        if self._compiled:
            self._effort[0] += decisions
            self._effort[1] += seconds
        self._compiled = True


def overtime_reason(seconds: float | None) -> str:
    """Say that a decision took too long."""
    return f"took longer than {seconds:g} s for a decision"


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise Overtime if the block takes longer.

    Python code is interrupted where there is an alarm; what cannot be interrupted is found too slow
    when it is done.
    """
    if seconds is None:
        yield
        return
    began = time.monotonic()
    with _alarm(seconds):
        yield
    if time.monotonic() - began > seconds:
        raise Overtime


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise Overtime
