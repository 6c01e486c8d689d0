"""A disk on which there is hardly any room left."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

ROOM = 10  # bytes


@contextmanager
def full_disk() -> Iterator[None]:
    """Let nobody write more than some bytes into a file as long as the block lasts."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
