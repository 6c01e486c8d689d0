"""What a position promises is written into one record; leads become chances by one formula."""

from __future__ import annotations

import math

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.games.san_francisco.engine.constants import COLUMNS, MAX_PLAYERS, ROWS

# What there is about the next space of a row.
SPOT = np.dtype(
    [
        ("meets", np.int8),  # 1 if tracks would get a tram there
        ("tram", np.int8),  # 1 if a plaza would get its value there
        ("tracks", np.float64),  # cards beside it that would get a tram with tracks there
        ("plazas", np.float64),  # plazas beside it that sleep
        ("missing", np.float64),  # least value that would build a skyscraper beside it, or 0
    ]
)
# What all of it is written into: see ``outlook``.
OUTLOOK = np.dtype(
    [
        ("points", np.float64, MAX_PLAYERS),  # expected at the end
        ("future", np.float64, ROWS),  # cards that each player will still build, by district
        ("cards", np.float64),  # the same, in all
        ("slopes", np.float64, (MAX_PLAYERS, ROWS)),  # points that a value in a row would bring
        ("skyscrapers", np.float64, MAX_PLAYERS),  # expected at the end
        ("columns", np.float64, (MAX_PLAYERS, COLUMNS)),  # what their cards would bring
        ("asleep", np.float64, (MAX_PLAYERS, ROWS)),  # plazas without their value
        ("idle", np.float64, MAX_PLAYERS),  # cards with tracks and no tram
        ("ends", np.float64, MAX_PLAYERS),  # next spaces at which tracks would get a tram
        ("spots", SPOT, (MAX_PLAYERS, ROWS)),  # the next space of each row
        ("ripe", np.float64, MAX_PLAYERS),  # free foundations that wait for one coast card
    ]
)


@jit
def chance(lead: float, spread: float) -> float:
    """Return how likely a lead is to hold, one half at 0; the spread is what may still change."""
    return 0.5 + 0.5 * lead / math.sqrt(lead * lead + spread * spread)


@jit
def slope(lead: float, spread: float) -> float:
    """Return by how much a chance grows with the lead."""
    square = lead * lead + spread * spread
    return 0.5 * spread * spread / (square * math.sqrt(square))
