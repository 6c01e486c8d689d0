"""How fast something is: what benchmarks of training share."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(work: Callable[[], int], repeat: int) -> float:
    """Return how many decisions work makes in a second, at best, after a warm-up."""
    work()
    speeds = []
    for _ in range(repeat):
        began = time.perf_counter()
        speeds.append(work() / (time.perf_counter() - began))
    return max(speeds)
