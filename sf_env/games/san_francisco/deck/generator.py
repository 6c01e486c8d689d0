"""Random decks, for research on generalisation.

They have as many cards of each colour as the standard deck, but other values and other symbols,
within bounds that keep the game playable.
"""

from __future__ import annotations

from sf_env.core.choices import Choices
from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.deck.file import PLAZA_COLOURS
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES

CARDS = dict.fromkeys(COLOUR_NAMES, 15) | {"black": 12}
VALUE_WEIGHTS = (27, 31, 20, 9, 3)  # about the standard deck's, with a few fours


def generate_cards(seed: int) -> list[Card]:
    """Return the cards of a deck, sorted by colour, value and symbols."""
    choices = Choices(seed)
    colours = [colour for colour, count in CARDS.items() for _ in range(count)]
    everywhere = range(len(colours))
    plaza_places = [place for place in everywhere if colours[place] in PLAZA_COLOURS]
    plazas = set(choices.some(plaza_places, choices.between(5, 12)))
    depots = set(choices.some(everywhere, choices.between(2, 6)))
    trackless = [place for place in everywhere if place not in depots]
    tracks = set(choices.some(trackless, choices.between(20, 34)))
    foundations = set(choices.some(everywhere, choices.between(10, 14)))
    coasts = set(choices.some(everywhere, choices.between(3, 8)))
    bonuses = set(choices.some(everywhere, choices.between(20, 34)))
    cards = [
        Card(
            colours[place],
            0 if place in plazas else choices.weighted(VALUE_WEIGHTS),
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
