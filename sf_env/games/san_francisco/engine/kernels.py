"""The rules as the loops over many games call them (see ``core/compiled/loops.py``)."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.bits import count_bits, nth_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import OVER
from sf_env.games.san_francisco.engine.deal import lay_deck, shuffle_deck, sort_deck
from sf_env.games.san_francisco.engine.observe import observe
from sf_env.games.san_francisco.engine.scoring import (
    half_points,
    half_points_from,
    is_winner,
    place,
)
from sf_env.games.san_francisco.engine.step import step
from sf_env.games.san_francisco.engine.tallies import tally

__all__ = [
    "conceal",
    "count_legal",
    "deal",
    "deal_order",
    "imagine",
    "is_legal",
    "is_over",
    "is_winner",
    "nth_legal",
    "observe",
    "place",
    "points",
    "points_from",
    "step",
    "tally",
    "write_mask",
]


@jit
def deal(state: np.void, seed: Word) -> None:
    """Shuffle the deck as the seed says."""
    shuffle_deck(state, seed)


@jit
def deal_order(states: np.ndarray, order: np.ndarray, table: np.ndarray) -> None:
    """Start a game in the first row with the deck in this order, the top card first."""
    states[0] = table[0]
    lay_deck(states[0], order)


@jit
def is_over(state: np.void) -> bool:
    return bool(state["phase"] == OVER)


@jit
def is_legal(state: np.void, action: int) -> bool:
    return 0 <= action < ACTIONS and wide(state["legal"]) >> action & 1 != 0


@jit
def count_legal(state: np.void) -> int:
    return count_bits(wide(state["legal"]))


@jit
def nth_legal(state: np.void, number: int) -> int:
    return nth_bit(wide(state["legal"]), number)


@jit
def write_mask(state: np.void, mask: np.ndarray) -> None:
    """Spread the legal actions over a row of booleans."""
    bits = wide(state["legal"])
    for action in range(mask.shape[0]):
        mask[action] = (bits >> action & 1) != 0


@jit
def points(state: np.void, seat: int) -> float:
    return half_points(state, seat) / 2


@jit
def points_from(state: np.void, seat: int, origin: int) -> float:
    return half_points_from(state, seat, origin) / 2


# There is nothing that one seat knows and another does not: seats make no difference.


@jit
def conceal(state: np.void, seat: int) -> None:  # noqa: ARG001
    """Hide the order of the deck."""
    sort_deck(state)


@jit
def imagine(state: np.void, seat: int, seed: Word) -> None:  # noqa: ARG001
    """Put the undrawn cards in a random order."""
    shuffle_deck(state, seed)
