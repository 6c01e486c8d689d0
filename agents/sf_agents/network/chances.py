"""What a network's value means: the chance to win."""

from __future__ import annotations

from sf_env.core.compiled.jit import jit

LEAST_CHANCE = 0.001  # nothing but the rules says that a game is lost or won


@jit
def chance_of(reward: float, players: int) -> float:
    """Return the chance to win that an expected reward means: 1 won, -1 / (n - 1) lost."""
    chance = (reward * (players - 1) + 1.0) / players
    return min(max(chance, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
