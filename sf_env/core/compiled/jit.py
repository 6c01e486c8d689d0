"""The one place that compiles: Numba's ``njit`` with a cache that knows the engine's sources.

Numba's on-disk cache looks at the file of the cached function only, not at the files of the
functions it calls. Its index key does include what a function's closure cells hold, so every
function gets one more cell, with a digest of all sources it may call.
"""

from __future__ import annotations

import hashlib
import logging
import time
import types
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])

LOGGER = logging.getLogger("sf_env")
PACKAGE = Path(__file__).parents[2]
# Folders of our packages that hold no compiled function and nothing that one uses: editing a page
# or a command does not make everything compile anew.
FAR = {
    "sf_env": {"envs", "interop", "render"},
    "sf_agents": {"arena", "commands", "playing", "terminal", "theatre", "training", "web"},
}
PATIENCE = 2.0  # seconds of compiling that pass without a word
KERNELS: dict[str, Any] = {}  # every compiled function by its full name


def jit(function: F) -> F:
    """Compile ``function`` when it is first called; it runs without the GIL."""
    return _compiled(function, parallel=False)


def jit_parallel(function: F) -> F:
    """Compile ``function``, with its ``prange`` loops on several threads (see threads.py)."""
    return _compiled(function, parallel=True)


def _compiled(function: F, *, parallel: bool) -> F:
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    tied = _tie_to_sources(function)
    njit = partial(numba.njit, nogil=True, error_model="numpy", parallel=parallel)
    try:
        compiled = njit(cache=True)(tied)
    except RuntimeError:  # nowhere to keep it: neither beside the source nor in the home
        compiled = njit()(tied)
    KERNELS[f"{function.__module__}.{function.__qualname__}"] = compiled
    return compiled  # type: ignore[return-value]


def _tie_to_sources(function: F) -> F:
    """Return ``function`` with the digest of its sources in an additional closure cell.

    It is for the compiler only: Python itself could stumble over a cell that no code refers to.
    """
    digest = _digest(PACKAGE) + _digest(_package_of(Path(function.__code__.co_filename)))
    code = function.__code__.replace(co_freevars=(*function.__code__.co_freevars, "_sources"))
    closure = (*(function.__closure__ or ()), types.CellType(digest))
    tied = types.FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, closure
    )
    tied.__doc__ = function.__doc__
    tied.__module__ = function.__module__
    tied.__qualname__ = function.__qualname__
    return tied  # type: ignore[return-value]


def _package_of(path: Path) -> Path:
    """Return the folder of the outermost package that a source file belongs to."""
    folder = path.parent
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


@cache
def _digest(package: Path) -> str:
    """Return a hash of all Python sources in a package that compiled functions may depend on."""
    digest = hashlib.sha256()
    far = FAR.get(package.name, set())
    for path in sorted(package.rglob("*.py")):
        if far.isdisjoint(path.relative_to(package).parts):
            digest.update(path.read_bytes())
    return digest.hexdigest()


class _Notice(event.Listener):
    """Say once that compiling is what takes so long."""

    def __init__(self) -> None:
        self._depth = 0
        self._began = 0.0
        self._spent = 0.0
        self._said = False

    def on_start(self, event: event.Event) -> None:
        if not self._said and self._ours(event):
            if self._depth == 0:
                self._began = time.perf_counter()
            self._depth += 1

    def on_end(self, event: event.Event) -> None:
        if self._said or not self._ours(event):
            return
        self._depth -= 1
        now = time.perf_counter()
        if self._spent + now - self._began > PATIENCE:
            self._said = True
            LOGGER.warning(
                "compiling the game engine; this happens once, if Numba can keep the result "
                "(in __pycache__ or in the user's cache folder)"
            )
        if self._depth == 0:
            self._spent += now - self._began

    @staticmethod
    def _ours(event: event.Event) -> bool:
        module: str = event.data["dispatcher"].py_func.__module__
        return module.startswith("sf_")


event.register("numba:compile", _Notice())  # type: ignore[no-untyped-call]
