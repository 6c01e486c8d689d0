"""Distances between all locations, as the observer could travel."""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.rules import Array

NO_WAY: Final = np.uint8(100)  # twice this still fits in a byte


@jit_inline
def note_distances(
    routes: int, locations: int, ends: Array, usable: Array, lengths: Array, far: Array
) -> None:
    """Write the fewest spaces that the observer has to claim between each two locations.

    ``lengths`` are those of routes that may be claimed, and 0 for the observer's own.
    """
    for one in range(locations):
        far[one] = NO_WAY
        far[one, one] = 0
    for route in range(routes):
        if usable[route]:
            one, other = ends[route]
            far[one, other] = far[other, one] = min(far[one, other], lengths[route])
    for middle in range(locations):
        for one in range(locations):
            first = far[one, middle]
            if first < NO_WAY:
                extend(far[middle], first, far[one])


@jit_inline
def extend(onward: Array, first: np.uint8, out: Array) -> None:
    """Keep the shorter ways to all locations: those there are, or those that begin elsewhere."""
    for at in range(out.shape[0]):
        way = np.uint8(first + onward[at])
        out[at] = way if way < out[at] else out[at]


@jit_inline
def detour(far: Array, one: int, other: int, length: int, begin: int, end: int) -> int:
    """Return how much longer the way between two locations is if it takes a route."""
    there = int(far[begin, one]) + int(far[other, end])
    back = int(far[begin, other]) + int(far[one, end])
    return min(there, back) + length - int(far[begin, end])
