"""Finding a Ray cluster, or starting one on this machine."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sf_agents.arena.plan import ArenaError

PATIENCE_SECONDS = 10.0


@contextmanager
def connected(address: str | None) -> Iterator[Any]:
    """Yield Ray, connected to the cluster at an address, or to a new one on this machine.

    Where the caller is connected already, that connection is used and kept.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    import ray  # noqa: PLC0415  an extra

    mine = not ray.is_initialized()
    try:
        if mine:
            _connect(ray, address)
    except OSError as error:  # ConnectionError is one
        raise ArenaError(f"there is no Ray cluster at {address!r}: {error}") from error
    try:
        yield ray
    finally:
        if mine:
            ray.shutdown()


def _connect(ray: Any, address: str | None) -> None:
    if address is not None:
        _knock(address)
        ray.init(address=address, log_to_driver=False)
    else:
        ray.init(
            address="local", include_dashboard=False, logging_level="ERROR", log_to_driver=False
        )


def _knock(address: str) -> None:
    """Raise OSError at once where Ray would look for a cluster for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE_SECONDS).close()
