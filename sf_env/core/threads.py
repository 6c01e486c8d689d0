"""The only access to Numba's threads, which ``threads=1`` never uses.

They must not be used in a process that was forked after they were started (it would hang or die),
nor by two Python threads at once (some threading layers abort): the first case is refused, in the
second one thread waits.

They are worth it only if that many cores are idle: OpenMP's threads busy-wait between loops, which
makes loops start fast but slows everything down on a busy machine. There,
``OMP_WAIT_POLICY=passive`` in the environment lets them sleep. A pool of Python threads was slower:
waking one takes as long as several hundred games.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np

from sf_env.core.errors import Error

_entering = threading.Lock()
_started_in: list[int] = []  # the process that has used the threads


def cores() -> int:
    """Return how many cores this process may use, or how many there are if that is unknown."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_count(name: str, count: Any) -> int:
    """Return a number of games or threads, or raise ValueError."""
    if isinstance(count, int | np.integer) and count >= 1:
        return int(count)
    raise ValueError(f"{name}={count!r} is not allowed; it is a whole number of at least 1")


@contextmanager
def numba_threads(threads: int) -> Iterator[None]:
    """Let the parallel loops inside use this many threads, or as many as there are cores."""
    _refuse_forked_child()
    with _entering:
        before = numba.get_num_threads()
        numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]
        try:
            yield
        finally:
            numba.set_num_threads(before)


def _refuse_forked_child() -> None:
    if not _started_in:
        _started_in.append(os.getpid())
    if _started_in[0] != os.getpid():
        raise Error(
            "this process was forked after threads > 1 had been used, and Numba's threads do not "
            "survive that: use threads=1 here, or start processes with the method 'spawn'"
        )
