"""The rules as the loops over many games call them (see ``core/compiled/loops.py``)."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.bits import count_bits, nth_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.sets import holds, nth, size
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.actions import ACTIONS, CLAIM
from sf_env.games.ticket_to_ride.engine.constants import OVER
from sf_env.games.ticket_to_ride.engine.legal import note_legal
from sf_env.games.ticket_to_ride.engine.observe import observe
from sf_env.games.ticket_to_ride.engine.scoring import is_winner, place, points, points_from
from sf_env.games.ticket_to_ride.engine.secrets import conceal, imagine
from sf_env.games.ticket_to_ride.engine.step import draw_outcomes, step
from sf_env.games.ticket_to_ride.engine.tallies import tally

__all__ = [
    "conceal",
    "count_legal",
    "deal",
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
    """Deal the cards and tickets that the seed selects."""
    state["hidden"] = fork(int(seed), 0)
    draw_outcomes(state)
    note_legal(state)


@jit
def is_over(state: np.void) -> bool:
    return bool(state["phase"] == OVER)


@jit
def is_legal(state: np.void, action: int) -> bool:
    if action < 0 or action >= ACTIONS:
        return False
    if action < CLAIM:
        return wide(state["legal"]) >> action & 1 != 0
    return holds(int(state["claims"]), action - CLAIM)


@jit
def count_legal(state: np.void) -> int:
    return count_bits(wide(state["legal"])) + size(int(state["claims"]))


@jit
def nth_legal(state: np.void, number: int) -> int:
    bits = wide(state["legal"])
    low = count_bits(bits)
    if number < low:
        return nth_bit(bits, number)
    return CLAIM + nth(int(state["claims"]), number - low)


@jit
def write_mask(state: np.void, mask: np.ndarray) -> None:
    """Spread the legal actions over a row of booleans."""
    bits = wide(state["legal"])
    for action in range(CLAIM):
        mask[action] = (bits >> action & 1) != 0
    routes = int(state["claims"])
    for route in range(ACTIONS - CLAIM):
        mask[CLAIM + route] = holds(routes, route)
