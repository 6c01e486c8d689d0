"""Whether something is being compiled now; agents are compiled when they first play."""

from __future__ import annotations

from threading import Lock

from numba.core import event


class _Watch(event.Listener):
    """Counts what is being compiled, in whatever thread."""

    def __init__(self) -> None:
        self.under_way = 0
        self._lock = Lock()

    def on_start(self, event: event.Event) -> None:
        with self._lock:
            self.under_way += 1

    def on_end(self, event: event.Event) -> None:
        with self._lock:
            self.under_way -= 1


_WATCH = _Watch()
event.register("numba:compile", _WATCH)  # type: ignore[no-untyped-call]


def is_compiling() -> bool:
    """Return whether something is being compiled now."""
    return _WATCH.under_way > 0
