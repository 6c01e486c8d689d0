"""Chance as a move of its own: the kinds of card that may be turned up, and turning up one.

The order of the deck is all that is random in a game, and DRAW is the only action that it decides.
A game tree has a node there, with an outcome for each kind of card that is left. Cards that look
alike are one kind: which of them comes makes no difference.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.errors import IllegalAction
from sf_env.core.rules import Array
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.actions import DRAW
from sf_env.games.san_francisco.game import Game


class Kinds:
    """The kinds of card of a deck, numbered from 0 in the order of their first card ids."""

    def __init__(self, deck: Deck) -> None:
        self.cards = tuple(dict.fromkeys(deck))
        numbers = {card: kind for kind, card in enumerate(self.cards)}
        self._of_card = np.array([numbers[card] for card in deck])

    def __len__(self) -> int:
        return len(self.cards)

    def probabilities(self, game: Game) -> list[tuple[int, float]]:
        """Return each kind that is left in the deck, ascending, and how likely it comes next."""
        left = self._of_card[undrawn(game)]
        counts = np.bincount(left, minlength=len(self)).tolist()
        return [(kind, count / len(left)) for kind, count in enumerate(counts) if count]

    def draw(self, game: Game, kind: int) -> None:
        """Carry out DRAW with a card of this kind; the rest of the deck keeps its order.

        The game has no record afterwards, since its deal no longer leads here.
        """
        if DRAW in game.legal_actions():  # else the step refuses it, and nothing changes
            put_on_top(game, self._place(game, kind))
            game.actions = None
        game.step(DRAW)

    def _place(self, game: Game, kind: int) -> int:
        """Return the place of the uppermost card of a kind in the deck."""
        places = np.flatnonzero(self._of_card[undrawn(game)] == kind)
        if not len(places):
            raise IllegalAction(f"card of kind {kind}: the deck holds none")
        return int(places[-1])


def undrawn(game: Game) -> Array:
    """Return the ids of the cards left in the deck, the top card last: a live view."""
    state = game.state
    cards: Array = state["deck"][: state["deck_left"]]
    return cards


def put_on_top(game: Game, place: int) -> None:
    """Move a card from its place in the deck to the top; the others keep their order."""
    cards = undrawn(game)
    cards[place:] = np.roll(cards[place:], -1)
