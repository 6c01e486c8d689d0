"""A card's attributes packed into two bytes: symbols, printed value and colour (RULES 2)."""

from __future__ import annotations

from sf_env._jit import jit
from sf_env.engine.constants import BLACK, DEPOT, SYMBOLS

VALUE_SHIFT = SYMBOLS
COLOUR_SHIFT = VALUE_SHIFT + 3
SYMBOL_BITS = (1 << SYMBOLS) - 1


@jit
def pack(colour: int, value: int, symbols: int) -> int:
    """Return the attributes of a card; sorting them sorts by colour, value and symbols."""
    return (colour << COLOUR_SHIFT) | (value << VALUE_SHIFT) | symbols


@jit
def colour_of(attributes: int) -> int:
    return attributes >> COLOUR_SHIFT


@jit
def value_of(attributes: int) -> int:
    return (attributes >> VALUE_SHIFT) & 7


@jit
def symbols_of(attributes: int) -> int:
    return attributes & SYMBOL_BITS


# The bonus cards have the ids after the deck's last; they may stand in any row, as black cards do.
WILD4_CARD = (BLACK, 4, 0)
DEPOT_BONUS_CARD = (BLACK, 0, DEPOT)
