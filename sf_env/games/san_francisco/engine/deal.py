"""Laying out a new game (RULES 1), and the order of the undrawn cards."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.bits import count_bits, lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, shuffle
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.constants import (
    BONUS_COPIES,
    FOUNDATION_TOKENS,
    MAX_CARDS,
    MIN_PLAYERS,
)
from sf_env.games.san_francisco.engine.legal import legal_actions
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.turn import count_undrawn

HALF = MAX_CARDS // 2  # as many cards as fit into the bits of an integer, and as many again


def new_table(players: int, attributes: np.ndarray) -> np.ndarray:
    """Return a state, as an array of one, in which all is laid out but the deck.

    ``attributes`` holds those of the deck's cards by id, then those of the two bonus cards.
    """
    table = np.zeros(1, STATE)
    for nothing in ("ender", "medal", "completion", "drawn", "bonus", "taken", "columns", "deck"):
        table[nothing] = -1
    table["cards"][0, :players] = -1
    table["players"] = players
    table["foundation_tokens"] = FOUNDATION_TOKENS[players - MIN_PLAYERS]
    table["bonuses_left"] = BONUS_COPIES
    table["deck_size"] = len(attributes) - 2
    table["attributes"][0, : len(attributes)] = attributes
    return table


@jit
def lay_deck(state: np.void, order: np.ndarray) -> None:
    """Put the whole deck on the table; order[0] is the top card."""
    size = wide(state["deck_size"])
    for place in range(size):
        card = int(order[place])
        state["deck"][size - 1 - place] = card
        count_undrawn(state, card, 1)
    state["deck_left"] = size
    state["legal"] = legal_actions(state)


@jit
def shuffle_deck(state: np.void, word: Word) -> None:
    """Put the undrawn cards in the order that a random word selects."""
    sort_deck(state)
    shuffle(state["deck"], wide(state["deck_left"]), word)


@jit
def sort_deck(state: np.void) -> None:
    """Put the undrawn cards in ascending order, the smallest id on top."""
    left = wide(state["deck_left"])
    low = 0  # the ids from 0 to 59, each a bit
    high = 0  # those from 60 to 119
    for place in range(left):
        card = wide(state["deck"][place])
        if card < HALF:
            low |= 1 << card
        else:
            high |= 1 << (card - HALF)
    for _ in range(count_bits(low)):
        left -= 1
        state["deck"][left] = lowest_bit(low)
        low &= low - 1
    for place in range(left - 1, -1, -1):
        state["deck"][place] = HALF + lowest_bit(high)
        high &= high - 1
