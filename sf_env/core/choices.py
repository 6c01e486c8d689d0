"""Random choices that depend on nothing but a seed, and are the same on every machine.

Generated setups are made with them. Games are dealt by ``core/compiled/rng.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """One choice after the other: SHA-256 of the seed and a counter."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``."""
        digest = hashlib.sha256(f"{self._seed}:{self._drawn}".encode("ascii")).digest()
        self._drawn += 1
        return int.from_bytes(digest[:8], "big") * bound >> 64

    def between(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def one(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Return ``count`` different items."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return all items in any order."""
        return self.some(items, len(items))

    def weighted(self, weights: Sequence[int]) -> int:
        """Return the position of one of the weights; each is as likely as it weighs."""
        rest = self.below(sum(weights))
        for position, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return position
        raise AssertionError("the weights do not add up")
