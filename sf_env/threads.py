"""Work split among threads: the kernels run without the GIL, so plain threads use all cores.

The pool is made when it is first needed, and made anew in a process that was forked since.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

_pools: dict[tuple[int, int], ThreadPoolExecutor] = {}


def check_threads(threads: Any) -> int:
    """Return the number of threads, or raise ValueError."""
    number = operator.index(threads)
    if number < 1:
        raise ValueError(f"threads={threads!r} is not allowed; there is at least one thread")
    return number


def split(threads: int, count: int, work: Callable[[int, int], None]) -> None:
    """Call ``work(begin, end)`` for equal parts of ``range(count)``, one for each thread."""
    parts = min(threads, count)
    if parts <= 1:
        work(0, count)
        return
    bounds = [count * part // parts for part in range(parts + 1)]
    pool = _pool(parts - 1)
    others = [pool.submit(work, *bounds[part : part + 2]) for part in range(1, parts)]
    work(*bounds[:2])
    for other in others:
        other.result()


def _pool(workers: int) -> ThreadPoolExecutor:
    key = (os.getpid(), workers)  # threads do not survive a fork
    if key not in _pools:
        _pools[key] = ThreadPoolExecutor(workers, thread_name_prefix="sf_env")
    return _pools[key]
