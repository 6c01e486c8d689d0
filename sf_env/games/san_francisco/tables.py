"""Tables on which a game of San Francisco begins."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine import kernels
from sf_env.games.san_francisco.engine.deal import new_table


@lru_cache(maxsize=64)
def table_of(players: int, deck: Deck) -> Array:
    """Return a table on which everything is laid out but the deck."""
    return new_table(players, deck.attributes)


@lru_cache(maxsize=64)
def sorted_table(players: int, deck: Deck) -> Array:
    """Return a laid table with the deck in ascending order, as a seed finds it."""
    table = table_of(players, deck).copy()
    kernels.deal_order(table, np.arange(len(deck)), table.copy())
    return table
