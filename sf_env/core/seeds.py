"""Seeds: integers from 0 to 2**53 - 1, so that every language's JSON keeps them."""

from __future__ import annotations

import operator
import secrets
from typing import Any

import numpy as np

from sf_env.core.compiled.rng import episode_seed as _episode_seed
from sf_env.core.errors import shown

SEED_LIMIT = 2**53


def check_seed(seed: Any) -> int:
    """Return the seed as an int; raise if it is not an integer, or out of range."""
    try:
        number = operator.index(seed)
    except TypeError:
        raise ValueError(f"seed {shown(seed)} is not an integer") from None
    if not 0 <= number < SEED_LIMIT:
        raise ValueError(f"seed {shown(number)} is out of range; a seed is 0 <= seed < 2**53")
    return number


def draw_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(SEED_LIMIT)


def episode_seed(seed: int, slot: int, k: int) -> int:
    """Return the seed of the ``k``-th game (from 0) of a slot."""
    for name, number in (("slot", slot), ("k", k)):
        if not 0 <= operator.index(number) < SEED_LIMIT:
            raise ValueError(f"{name}={number} is out of range; it is 0 <= {name} < 2**53")
    return int(_episode_seed(np.uint64(check_seed(seed)), int(slot), int(k)))
