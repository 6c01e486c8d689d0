"""Copies of states as plain memory: numpy itself copies records slowly, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def copy_states(states: Array) -> Array:
    """Return a writable, contiguous copy of an array of states."""
    if len(states) == 1:  # games by themselves: this way takes an eighth of the other's time
        return np.frombuffer(bytearray(states.tobytes()), states.dtype)
    return states.take(np.arange(len(states)))


def take_states(states: Array, rows: Array) -> Array:
    """Return a writable, contiguous copy of some rows."""
    return states.take(rows)
