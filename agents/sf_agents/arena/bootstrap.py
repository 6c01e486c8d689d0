"""Means with 95 % intervals, from resampling the deals.

The games of one deal are not independent, because they share the cards. So deals are resampled, not
games, always with the same generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sf_env.core.rules import Array

RESAMPLES = 2000
AT_ONCE = 250  # resamples, for the sake of memory
LEVEL = 0.95
TAILS = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)


@dataclass(frozen=True)
class Estimate:
    """A mean and its interval; ``agreed`` if all deals gave the same, so that drawing said nothing.

    Values that no game gave are NaN.
    """

    value: float
    low: float
    high: float
    agreed: bool = False

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high


def resampled_sums(columns: Array, resamples: int = RESAMPLES) -> Iterator[Array]:
    """Yield the sums (n, k) of deals that are drawn again, some resamples at a time.

    ``columns`` is (deals, k). Deals that are alike are drawn as one kind, which is the same and
    much faster.
    """
    rng = np.random.default_rng(0)
    kinds, times = np.unique(columns, axis=0, return_counts=True)
    for first in range(0, resamples, AT_ONCE):
        count = min(AT_ONCE, resamples - first)
        yield rng.multinomial(len(columns), times / len(columns), size=count) @ kinds


def estimate(deals: Array, values: Array, bounds: tuple[float, float] | None = None) -> Estimate:
    """Return the mean of values (n,) that come from some deals (n,).

    Within ``bounds``, an interval of no width is made wider by the rule of three: if n deals agree,
    fewer than 3 / n of all deals differ, with the same confidence.
    """
    counts = np.bincount(deals)
    sums = np.bincount(deals, values)[counts > 0].round(6)
    counts = counts[counts > 0]
    if len(counts) == 0:
        return Estimate(np.nan, np.nan, np.nan)
    mean = float(values.mean())
    shares = sums / counts
    if np.ptp(shares) < 1e-9:
        return _agreed(mean, len(counts), bounds)
    drawn = np.concatenate([*resampled_sums(np.stack([sums, counts], axis=1))])
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], TAILS).tolist()
    return Estimate(mean, low, high)


def _agreed(mean: float, deals: int, bounds: tuple[float, float] | None) -> Estimate:
    if bounds is None:
        return Estimate(mean, np.nan, np.nan, agreed=True)
    differ = min(3 / deals, 1.0)
    low = mean + differ * (bounds[0] - mean)
    return Estimate(mean, low, mean + differ * (bounds[1] - mean), agreed=True)
