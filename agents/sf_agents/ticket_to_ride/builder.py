"""Random, but it claims a route when it can, and draws cards when it cannot.

It draws tickets only if there is nothing else to do, and chooses everything else at random: the
route, the card, the tickets to keep, how to pay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sf_env.core.arrays import readable
from sf_env.core.compiled.bits import count_bits, nth_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, mix
from sf_env.core.compiled.sets import NO_MEMBERS, nth, size
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import CLAIM, TICKETS
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.opponents.contract import as_keys


@dataclass(frozen=True)
class Builder:
    """Random, but claims a route whenever it can, and otherwise draws cards."""

    games = ("ticket_to_ride",)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state, 0 where a game is over."""
        states = readable(TICKET_TO_RIDE, states, legal)
        actions = np.zeros(len(states), np.int64)
        _act(states, as_keys(states, keys), actions)
        return actions


@jit
def _act(states: Array, keys: Array, actions: Array) -> None:
    for row in range(states.shape[0]):
        actions[row] = claim_or_draw(states[row], int(keys[row]))


@jit
def claim_or_draw(state: np.void, key: Word) -> int:
    """Return a random action of the liveliest kind, 0 if there is none."""
    random = mix(advance(key))
    claims = int(state["claims"])
    if claims != NO_MEMBERS:
        return CLAIM + nth(claims, below(random, size(claims)))
    legal = wide(state["legal"])
    if legal & ~(1 << TICKETS):
        legal &= ~(1 << TICKETS)
    return nth_bit(legal, below(random, count_bits(legal))) if legal else 0
