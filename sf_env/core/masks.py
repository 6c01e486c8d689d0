"""Masks of legal actions: checking actions against them, and sampling from them."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

import numpy as np
from numba import prange

from sf_env.core.compiled.jit import jit, jit_parallel
from sf_env.core.compiled.rng import Word, advance, below, fork, mix
from sf_env.core.errors import IllegalAction, shown
from sf_env.core.threads import check_count, numba_threads

Array = np.ndarray[Any, Any]

OUTSIDE = 1 << 62  # stands for any action beyond it


@lru_cache(maxsize=1 << 16)
def members(bits: int) -> tuple[int, ...]:
    """Return the members of a set of actions, or of anything else, ascending."""
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


def sample_legal(legal: Array, rng: np.random.Generator, threads: int = 1) -> Array:
    """Return a uniformly random legal action for each row of a (n, actions) mask, 0 if none.

    The same state of ``rng`` gives the same actions, whatever the number of threads.
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng should be a numpy.random.Generator, not {rng!r}")
    mask = as_mask(legal)
    actions = np.empty(len(mask), np.int64)
    seed = np.uint64(rng.integers(1 << 63))
    if check_count("threads", threads) > 1:
        with numba_threads(threads):
            _sample_parallel(mask, seed, actions)
    else:
        _sample(mask, seed, actions)
    return actions


def as_mask(legal: Any) -> Array:
    """Return any kind of mask as a contiguous, writable array of booleans."""
    mask = np.require(legal, np.bool_, ("C", "W")) if _is_bool(legal) else np.array(legal, np.bool_)
    if mask.ndim != 2:
        raise ValueError(f"a mask has shape (n, actions), not {mask.shape}")
    return mask


def check_mask(legal: Any, shape: tuple[int, ...]) -> None:
    """Raise ValueError unless a mask has this shape."""
    if np.shape(legal) != shape:
        raise ValueError(f"legal should be a mask of shape {shape}, not {np.shape(legal)}")


def _is_bool(legal: Any) -> bool:
    return isinstance(legal, np.ndarray) and legal.dtype == np.bool_


def check_actions(legal: Array, rows: Array, actions: Array, noun: str = "slot") -> None:
    """Raise IllegalAction for the first of ``rows`` whose action is not legal in its mask."""
    wrong = first_illegal(legal, rows, actions)
    if wrong >= 0:
        row, action = int(rows[wrong]), int(actions[wrong])
        allowed = np.flatnonzero(legal[row]).tolist()
        raise IllegalAction(f"{noun} {row}: action {action} is not legal; legal are {allowed}")


def is_legal(legal: Array, actions: Array) -> Array:
    """Return (n,) bool: whether each action is legal in its row of a (n, actions) mask."""
    known = (actions >= 0) & (actions < legal.shape[1])
    fine: Array = known & legal[np.arange(len(legal)), np.where(known, actions, 0)]
    return fine


def as_actions(actions: Any, count: int) -> Array:
    """Return actions as a contiguous, writable (count,) array of int64."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise ValueError(f"actions should have shape ({count},), not {given.shape}")
    if given.dtype.kind in "iu" and np.can_cast(given.dtype, np.int64):
        return np.array(given, np.int64)
    try:  # numpy makes floats of a list of small and large integers
        return np.array([_index(a) for a in np.asarray(actions, object).tolist()], np.int64)
    except TypeError:
        raise TypeError(f"actions should be integers, not {given.dtype}") from None


def _index(action: Any) -> int:
    """Return an integer as one that int64 holds; what does not fit is not an action anyway."""
    if isinstance(action, bool):
        raise TypeError
    return max(-OUTSIDE, min(operator.index(action), OUTSIDE))


def as_action(action: Any) -> int:
    """Return one action as an int, or raise TypeError."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is an integer, not {shown(action)}") from None


@jit
def choose(mask: Array, word: Word) -> int:
    """Return the legal action of a mask that a random word selects, 0 if there is none."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    left = below(mix(advance(word)), count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return 0


def _sample_rows(legal: Array, seed: Word, actions: Array) -> None:
    for row in prange(legal.shape[0]):
        actions[row] = choose(legal[row], fork(int(seed), row))


_sample = jit(_sample_rows)
_sample_parallel = jit_parallel(_sample_rows)


@jit
def first_illegal(legal: Array, rows: Array, actions: Array) -> int:
    """Return the number of the first action that is not legal in its row, -1 if there is none."""
    for number in range(rows.shape[0]):
        action = actions[number]
        if action < 0 or action >= legal.shape[1] or not legal[rows[number], action]:
            return number
    return -1


@jit
def find_forced(legal: Array, rows: Array, actions: Array) -> None:
    """Write the only legal action of each row into ``actions``, -1 where there is a choice."""
    for number in range(rows.shape[0]):
        row = rows[number]
        only = -1
        for action in range(legal.shape[1]):
            if legal[row, action]:
                if only >= 0:
                    only = -1
                    break
                only = action
        actions[number] = only
