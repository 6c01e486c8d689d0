"""What a network's values mean: chances to win."""

from __future__ import annotations

from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array

LEAST_CHANCE = 0.001  # nothing but the rules says that a game is lost or won


@jit
def chance_of(reward: float, players: int) -> float:
    """Return the chance to win that an expected reward means: 1 won, -1 / (n - 1) lost."""
    chance = (reward * (players - 1) + 1.0) / players
    return min(max(chance, LEAST_CHANCE), 1.0 - LEAST_CHANCE)


@jit
def note_chances(values: Array, looks: int, mover: int, players: int, out: Array) -> None:
    """Write the chance of each seat to win, by values (looks, 1) from the seats, the mover's first.

    With two players one look gives both chances; with more, there is one from every seat.
    """
    total = 0.0
    for turn in range(looks):
        chance = chance_of(float(values[turn, 0]), players)
        out[(mover + turn) % players] = chance
        total += chance
    if looks == 1:
        out[1 - mover] = 1.0 - out[mover]
        return
    for seat in range(players):
        out[seat] /= total
