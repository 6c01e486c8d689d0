"""Random decks, for research on generalisation.

They have as many cards of each colour as the standard deck, but other values and other symbols,
within bounds that keep the game playable.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.file import PLAZA_COLOURS
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, VALUES

T = TypeVar("T")

CARDS = dict.fromkeys(COLOUR_NAMES, 15) | {"black": 12}
VALUE_WEIGHTS = (27, 31, 20, 9, 3)  # about the standard deck's, with a few fours


class _Chance:
    """Random choices that depend on nothing but the seed: SHA-256 of seed and counter."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, bound: int) -> int:
        digest = hashlib.sha256(f"{self._seed}:{self._drawn}".encode("ascii")).digest()
        self._drawn += 1
        return int.from_bytes(digest[:8], "big") * bound >> 64

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Return ``count`` different items."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def value(self) -> int:
        rest = self.below(sum(VALUE_WEIGHTS))
        for value in range(VALUES):
            rest -= VALUE_WEIGHTS[value]
            if rest < 0:
                return value
        raise AssertionError("the weights do not add up")


def generate_cards(seed: int) -> list[Card]:
    """Return the cards of a deck, sorted by colour, value and symbols."""
    chance = _Chance(seed)
    colours = [colour for colour, count in CARDS.items() for _ in range(count)]
    everywhere = range(len(colours))
    plaza_places = [place for place in everywhere if colours[place] in PLAZA_COLOURS]
    plazas = set(chance.some(plaza_places, chance.between(5, 12)))
    depots = set(chance.some(everywhere, chance.between(2, 6)))
    trackless = [place for place in everywhere if place not in depots]
    tracks = set(chance.some(trackless, chance.between(20, 34)))
    foundations = set(chance.some(everywhere, chance.between(10, 14)))
    coasts = set(chance.some(everywhere, chance.between(3, 8)))
    bonuses = set(chance.some(everywhere, chance.between(20, 34)))
    cards = [
        Card(
            colours[place],
            0 if place in plazas else chance.value(),
            tracks=place in tracks,
            depot=place in depots,
            plaza=place in plazas,
            foundation=place in foundations,
            coast=place in coasts,
            bonus=place in bonuses,
        )
        for place in everywhere
    ]
    return sorted(cards, key=lambda card: card.attributes)
