"""What a state may wait for that chance decides, and what follows once it is settled."""

from __future__ import annotations

from typing import Final

# What a state waits for.
NOTHING: Final = 0
CARD_TO_HAND: Final = 1  # dealt or drawn
CARD_TO_TABLE: Final = 2  # turned up
TICKET_TO_DECK: Final = 3  # the next one of the ticket deck, from the top

# What follows when the cards are settled.
FIRST_OFFERS: Final = 1
SECOND_CARD: Final = 2
END_OF_TURN: Final = 3
A_TOKEN: Final = 4
