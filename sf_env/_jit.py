"""The one place that compiles: Numba's ``njit`` with a cache that knows the engine's sources.

Numba's on-disk cache looks at the file of the cached function only, not at the files of the
functions it calls. Its index key does include what a function's closure cells hold, so every
function gets one more cell with a digest of all sources it may call.
"""

from __future__ import annotations

import hashlib
import logging
import time
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])

ENGINE = Path(__file__).parent / "engine"
LOGGER = logging.getLogger("sf_env")
PATIENCE = 2.0  # seconds of compiling that pass without a word


def jit(function: F) -> F:
    """Compile ``function`` on its first call, without the GIL, cached on disk where possible."""
    tied = _tie_to_sources(function)
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(tied)
    except RuntimeError:  # no folder to be written: neither beside the source nor in the home
        compiled = numba.njit(nogil=True, error_model="numpy")(tied)
    return compiled  # type: ignore[no-any-return]


def _tie_to_sources(function: F) -> F:
    """Return ``function`` with the digest of its sources in an additional closure cell."""
    digest = _digest(ENGINE) + _digest(Path(function.__code__.co_filename).parent)
    code = function.__code__.replace(co_freevars=(*function.__code__.co_freevars, "_sources"))
    closure = (*(function.__closure__ or ()), types.CellType(digest))
    tied = types.FunctionType(code, function.__globals__, function.__name__, None, closure)
    tied.__doc__ = function.__doc__
    tied.__module__ = function.__module__
    tied.__qualname__ = function.__qualname__
    return tied  # type: ignore[return-value]


@cache
def _digest(folder: Path) -> str:
    """Return a hash of all Python sources in ``folder``."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
