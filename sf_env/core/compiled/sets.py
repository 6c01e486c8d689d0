"""Sets of up to 64 members as one unsigned integer: a game's routes, its tickets.

Sets are ``uint64`` compiled and Python's own integers uncompiled; both know ``&``, ``|`` and
``a & ~b``. Members are made and removed here, because Numba makes a float of ``uint64 - 1``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.compiled.jit import jit

Set = Any  # uint64, or Python's int
ONE = np.uint64(1)
NO_MEMBERS = np.uint64(0)
EVERYTHING = np.uint64(0xFFFFFFFFFFFFFFFF)


@jit
def only(member: int) -> Set:
    """Return the set of one member."""
    return int(ONE << np.uint64(member))


@jit
def first_members(count: int) -> Set:
    """Return the set of the members 0 to count - 1; 1 to 64 of them."""
    return int(EVERYTHING >> np.uint64(64 - count))


@jit
def holds(members: Set, member: int) -> bool:
    """Return whether a set has this member."""
    return bool((np.uint64(members) >> np.uint64(member)) & ONE)


@jit
def without(members: Set, member: int) -> Set:
    """Return a set without this member, which it may have or not."""
    return int(np.uint64(members) & ~(ONE << np.uint64(member)))


@jit
def size(members: Set) -> int:
    """Return how many members a set has."""
    count = 0
    bits = np.uint64(members)
    while bits:  # the compiler knows this loop and makes one instruction of it
        bits &= bits - ONE
        count += 1
    return count


@jit
def first(members: Set) -> int:
    """Return the smallest member of a set that is not empty."""
    bits = np.uint64(members)
    return size(int((bits & (~bits + ONE)) - ONE))


@jit
def without_first(members: Set) -> Set:
    """Return a set that is not empty without its smallest member."""
    bits = np.uint64(members)
    return int(bits & (bits - ONE))


@jit
def nth(members: Set, number: int) -> int:
    """Return the member of a set that has ``number`` smaller ones."""
    for _ in range(number):
        members = without_first(members)
    return first(members)
