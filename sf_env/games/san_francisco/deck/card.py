"""What is printed on one card (RULES 2)."""

from __future__ import annotations

from typing import NamedTuple

from sf_env.games.san_francisco.engine.constants import (
    COLOUR_NAMES,
    COLOUR_SHIFT,
    SYMBOL_NAMES,
    VALUE_SHIFT,
)


class Card(NamedTuple):
    """One card of a deck; ``str(card)`` describes it, ``card.line`` is its line in a deck file."""

    colour: str
    value: int
    tracks: bool = False
    depot: bool = False
    plaza: bool = False
    foundation: bool = False
    coast: bool = False
    bonus: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of its symbols."""
        return tuple(name for name in SYMBOL_NAMES if getattr(self, name))

    @property
    def attributes(self) -> int:
        """The card in two bytes, as the engine reads it."""
        bits = sum(int(getattr(self, name)) << bit for bit, name in enumerate(SYMBOL_NAMES))
        colour = COLOUR_NAMES.index(self.colour)
        return colour << COLOUR_SHIFT | int(self.value) << VALUE_SHIFT | bits

    @property
    def line(self) -> str:
        """The card as in a deck file, without the count."""
        return ",".join((self.colour, *(str(int(field)) for field in self[1:])))

    def __str__(self) -> str:
        return " ".join((self.colour, str(self.value), *self.symbols))


def card_of(attributes: int) -> Card:
    """Return the card that has these attributes."""
    flags = [bool(attributes >> bit & 1) for bit in range(len(SYMBOL_NAMES))]
    value = attributes >> VALUE_SHIFT & 7
    return Card(COLOUR_NAMES[attributes >> COLOUR_SHIFT], value, *flags)
