"""The seeds of the deals, for tournaments and for evaluation.

The highest 2**20 seeds are reserved: tournaments leave them out, and if you train or tune on seeds
of your own choice, check them with ``is_reserved``. Environments draw from all 2**53 seeds, so one
deal in 2**33 is a reserved one.
"""

from __future__ import annotations

from itertools import count, filterfalse, islice

import numpy as np

from sf_env.core.rules import Array
from sf_env.core.seeds import SEED_LIMIT, episode_seed

RESERVED = 2**20
FIRST_RESERVED = SEED_LIMIT - RESERVED
EVALUATION_DEALS = 2**16  # room for each number of players


def is_reserved(seed: int) -> bool:
    """Return whether a seed is reserved for evaluation."""
    return FIRST_RESERVED <= seed < SEED_LIMIT


def tournament_seeds(seed: int, deals: int) -> Array:
    """Return the seeds (deals,) int64 of a tournament, none of them reserved."""
    drawn = (episode_seed(seed, 0, k) for k in count())
    return np.fromiter(islice(filterfalse(is_reserved, drawn), deals), np.int64, deals)


def evaluation_seeds(players: int, deals: int) -> Array:
    """Return the first reserved seeds (deals,) int64 for a number of players."""
    if not 0 < deals <= EVALUATION_DEALS:
        raise ValueError(f"deals={deals} is not allowed; allowed: 1 to {EVALUATION_DEALS}")
    return FIRST_RESERVED + players * EVALUATION_DEALS + np.arange(deals, dtype=np.int64)
