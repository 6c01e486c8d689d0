"""How long a game can be (RULES 7)."""

from __future__ import annotations


def longest_game(players: int, cards: int) -> int:
    """Return a number of decisions that no game exceeds.

    Each card is drawn, put in a column, and built or discarded, and may be the only one that is
    taken; a card behind n others may have to be deferred n times. The rest is bonuses,
    tokens and waivers.
    """
    return 4 * cards + cards * (cards - 1) // 2 + 12 * players
