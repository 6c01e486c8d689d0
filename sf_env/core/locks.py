"""Only one process at a time in a folder: two would overwrite each other's work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sf_env.core.errors import Error

try:
    import fcntl
except ImportError:  # Windows has no such locks: nobody is kept out there
    fcntl = None  # type: ignore[assignment]


TRAINING = "another process is training there; stop it first"


@contextmanager
def alone_in(folder: Path, reason: str = TRAINING) -> Iterator[None]:
    """Lock a folder against other processes that use this function; raise if one has it already.

    The error names the folder and the ``reason``.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, f"{folder}: {reason}")
        yield
    finally:
        os.close(handle)


def _lock(handle: int, taken: str) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Error(taken) from None
    except OSError:  # some network drives have no locks either: nobody is kept out of those
        return
