"""A limit for the time of one decision, kept by an alarm signal where there is one.

Windows has none, and signals reach the main thread only: elsewhere a decision is found too slow
when it is done.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

FIRST_CALL_SECONDS = 20.0  # what an agent's first decision may take longer: it compiles


class Overtime(BaseException):
    """A decision took too long; no Exception, so that an agent does not catch it."""


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
