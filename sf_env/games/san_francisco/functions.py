"""The functions on arrays of states (see ``core/functions.py``), bound to San Francisco."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.arrays import writable
from sf_env.core.functions import Functions
from sf_env.core.rules import Array
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

_FUNCTIONS = Functions(SAN_FRANCISCO)
deal = _FUNCTIONS.deal
legal_mask = _FUNCTIONS.legal_mask
step_states = _FUNCTIONS.step_states
observe = _FUNCTIONS.observe
conceal = _FUNCTIONS.conceal
imagine = _FUNCTIONS.imagine
points = _FUNCTIONS.points
winners = _FUNCTIONS.winners
is_over = _FUNCTIONS.is_over
random_playouts = _FUNCTIONS.random_playouts


def reshuffle(states: Array, seed: Any) -> None:
    """Put the undrawn cards of each state in a new random order, in place.

    The order depends on ``seed`` and the row's number; or, if ``seed`` is (n,) integers, on the
    row's own entry. It does not depend on the order before.
    """
    states = writable(SAN_FRANCISCO, states)
    words = _FUNCTIONS.words(seed, len(states))
    SAN_FRANCISCO.imagine(states, np.full(len(states), -1), words)
