"""A card's attributes, packed into two bytes (RULES 2): colour, printed value, symbols."""

from __future__ import annotations

from sf_env.core.compiled.jit import jit
from sf_env.games.san_francisco.engine.constants import COLOUR_SHIFT, SYMBOLS, VALUE_SHIFT

SYMBOL_BITS = (1 << SYMBOLS) - 1


@jit
def colour_of(attributes: int) -> int:
    return attributes >> COLOUR_SHIFT


@jit
def value_of(attributes: int) -> int:
    return (attributes >> VALUE_SHIFT) & 7


@jit
def symbols_of(attributes: int) -> int:
    return attributes & SYMBOL_BITS
