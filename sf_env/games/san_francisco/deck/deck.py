"""Decks: the cards of a game (RULES 2).

The packaged one is a reconstruction, see docs/games/san_francisco/deck.md.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, overload

import numpy as np

from sf_env.core.errors import DeckError, shown
from sf_env.core.seeds import check_seed
from sf_env.core.setups import check_name, name_in, seed_in
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.file import check_cards, read_cards
from sf_env.games.san_francisco.deck.generator import generate_cards
from sf_env.games.san_francisco.engine.constants import BLACK, COLOUR_NAMES

PACKAGED = Path(__file__).parent
NAMES = ("standard",)

# The bonus cards have the two ids after the deck's last; like black cards they fit any row.
WILD4 = Card(COLOUR_NAMES[BLACK], 4)
DEPOT_CARD = Card(COLOUR_NAMES[BLACK], 0, depot=True)


class Deck(Sequence[Card]):
    """The cards of a game by their ids: read-only, equal if the cards are equal."""

    def __init__(self, cards: Sequence[Card], name: str = "file:own") -> None:
        check_cards(cards, name)
        check_name(name, *NAMES, "deck", DeckError)
        self._cards = tuple(cards)
        self.name = name

    @classmethod
    def load(cls, source: Deck | str | os.PathLike[str] = "standard") -> Deck:
        """Return the deck ``standard``, ``generate:SEED``, or the deck in a CSV file."""
        if isinstance(source, Deck):
            return source
        name = name_in(source, "deck", DeckError)
        if name in NAMES:
            return _packaged(name)
        if name.startswith("generate:"):
            return cls.generate(seed_in(name, "deck", DeckError))
        if name.startswith("file:"):
            raise DeckError(f"deck {shown(name)} came from a file: load it by the file's path")
        path = Path(name)
        return cls(read_cards(path), f"file:{path.stem}")

    @classmethod
    def generate(cls, seed: int) -> Deck:
        """Return a random valid deck; the same seed gives the same deck."""
        seed = check_seed(seed)
        return cls(generate_cards(seed), f"generate:{seed}")

    @cached_property
    def attributes(self) -> np.ndarray:
        """What the engine needs of each card id: (len(deck) + 2,) int16, read-only."""
        cards = (*self._cards, WILD4, DEPOT_CARD)
        packed = np.array([card.attributes for card in cards], np.int16)
        packed.flags.writeable = False
        return packed

    @cached_property
    def hash(self) -> str:
        """16 hexadecimal digits: a digest of the cards in the order of their ids."""
        lines = "".join(f"{card.line}\n" for card in self._cards)
        return hashlib.sha256(lines.encode("ascii")).hexdigest()[:16]

    def card(self, card_id: int) -> Card:
        """Return the card with this id, bonus cards included."""
        if card_id >= len(self):
            return (WILD4, DEPOT_CARD)[card_id - len(self)]
        return self._cards[card_id]

    def __len__(self) -> int:
        return len(self._cards)

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        return self._cards[index]

    def __eq__(self, other: object) -> bool:
        return self._cards == other._cards if isinstance(other, Deck) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._cards)

    def __reduce__(self) -> tuple[Any, ...]:
        return Deck, (self._cards, self.name)

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {len(self)} cards, {self.hash}>"


@cache
def _packaged(name: str) -> Deck:
    return Deck(read_cards(PACKAGED / f"{name}.csv"), name)


DeckLike = Deck | str | os.PathLike[str]
