"""The only place that compiles: Numba's ``njit`` with a cache that tracks the engine's sources.

Numba's on-disk cache checks only the file of the cached function, not the files of the functions it
calls, nor how it was compiled. Its index key includes the contents of a function's closure cells,
so every function gets one more cell: a digest of its file and of all files that it imports, and
the options it was compiled with.
"""

from __future__ import annotations

import hashlib
import logging
import re
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
IMPORT = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE)
PATIENCE = 2.0  # seconds of compiling that pass without a word
KERNELS: dict[str, Any] = {}  # every compiled function by its full name


def jit(function: F) -> F:
    """Compile ``function`` when it is first called; it runs without the GIL."""
    return _compiled(function)


def jit_inline(function: F) -> F:
    """Compile ``function`` into each function that calls it, which then compiles longer.

    An engine's small functions gain most: what they share with their caller is computed once.
    """
    return _compiled(function, forceinline=True)


def jit_parallel(function: F) -> F:
    """Compile ``function``, with its ``prange`` loops on several threads (see threads.py).

    ``jit`` compiles the same function for one thread.
    """
    return _compiled(function, parallel=True)


def jit_for(game: Any, function: F, names: dict[str, Any], parallel: bool = False) -> F:
    """Compile a function for a game: what it calls is in ``names``, the game's module among it."""
    code, defaults = function.__code__, function.__defaults__
    bound = types.FunctionType(code, names, function.__name__, defaults, function.__closure__)
    bound.__doc__ = function.__doc__
    bound.__module__ = game.__name__
    bound.__qualname__ = f"loops.{function.__qualname__}"  # else it could be the game's own
    return _compiled(bound, parallel=parallel, source=game.__file__)  # type: ignore[return-value]


def _compiled(function: F, *, source: str | None = None, **options: bool) -> F:
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    tied = _tie_to_sources(function, source, options)
    njit = partial(numba.njit, nogil=True, error_model="numpy", **options)
    try:
        compiled = njit(cache=True)(tied)
    except RuntimeError:  # nowhere to keep it: neither beside the source nor in the home
        compiled = njit()(tied)
    name = f"{function.__module__}.{function.__qualname__}"
    KERNELS[f"{name} (parallel)" if options.get("parallel") else name] = compiled
    return compiled  # type: ignore[return-value]


def _tie_to_sources(function: F, source: str | None, options: dict[str, bool]) -> F:
    """Return ``function`` with an additional closure cell, which holds what its code depends on.

    It is for the compiler only: Python itself could stumble over a cell that no code refers to.
    """
    digest = _digest(Path(function.__code__.co_filename), *([Path(source)] if source else []))
    code = function.__code__.replace(co_freevars=(*function.__code__.co_freevars, "_sources"))
    closure = (*(function.__closure__ or ()), types.CellType((digest, tuple(options.items()))))
    tied = types.FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, closure
    )
    tied.__doc__ = function.__doc__
    tied.__module__ = function.__module__
    tied.__qualname__ = function.__qualname__
    return tied  # type: ignore[return-value]


@cache
def _digest(*paths: Path) -> str:
    """Return a hash of source files, of those of ours that they import, of theirs, and so on."""
    digest = hashlib.sha256()
    for source in sorted(set().union(*map(_needed, paths))):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _needed(path: Path) -> set[Path]:
    needed: set[Path] = set()
    todo = {path} if path.is_file() else set()  # what was typed at a prompt has no file
    while todo:
        source = todo.pop()
        needed.add(source)
        files = {_file_of(module, _top_of(path)) for module in _imports(source)}
        todo |= {file for file in files if file} - needed
    return needed


@cache
def _top_of(path: Path) -> Path:
    """Return the outermost package of a source file, or the file itself if it is in none."""
    while (path.parent / "__init__.py").exists():
        path = path.parent
    return path


@cache
def _imports(path: Path) -> set[str]:
    """Return all that a file may import at its top level: modules, and names that may be some."""
    found: set[str] = set()
    for package, names, module in IMPORT.findall(path.read_text(encoding="utf-8")):
        found |= {module or package}
        found |= {f"{package}.{name}" for name in re.findall(r"\w+", names)}
    return found


@cache
def _file_of(module: str, top: Path) -> Path | None:
    """Return the file of a module of this package, of that of ``top``, or beside a lone file."""
    if "." not in module and top.is_file():
        sibling = top.with_name(f"{module}.py")
        return sibling if sibling.is_file() else None
    package = module.partition(".")[0]
    root = next((one.parent for one in (PACKAGE, top) if one.name == package), None)
    if root is None:
        return None
    path = root.joinpath(*module.split("."))
    choices = (path.with_suffix(".py"), path / "__init__.py")
    return next((choice for choice in choices if choice.is_file()), None)


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
