"""What is counted of each seat when the game is over, besides points."""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.core.tallies import Tally

END = "How the games ended"
TALLIES = (
    Tally("cards", END, "cards built"),
    Tally("trams", END, "trams"),
    Tally("contracts", END, "contracts left"),
    Tally("ended", END, "ended the game", share=True),
)
CARDS: Final = 0
TRAMS: Final = 1
CONTRACTS: Final = 2


@jit
def tally(state: np.void, seat: int, number: int) -> int:
    """Return what is counted of a seat, by the number of the tally."""
    if number == CARDS:
        return wide(state["built"][seat])
    if number == TRAMS:
        return wide(state["tram_count"][seat])
    if number == CONTRACTS:
        return wide(state["contracts"][seat])
    return 1 if state["ender"] == seat else 0
