"""Sets of actions and cells as the bits of one integer."""

from __future__ import annotations

from sf_env.core.compiled.jit import jit


@jit
def count_bits(bits: int) -> int:
    """Return how many members a set has."""
    count = 0
    while bits:  # the compiler knows this loop and makes one instruction of it
        bits &= bits - 1
        count += 1
    return count


@jit
def lowest_bit(bits: int) -> int:
    """Return the smallest member of a set that is not empty."""
    return count_bits((bits & -bits) - 1)


@jit
def nth_bit(bits: int, number: int) -> int:
    """Return the member of a set that has ``number`` smaller ones."""
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)
