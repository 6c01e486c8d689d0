"""The worlds that a search plays in.

A search that imagines knows what its seat knows. One that does not knows all hands and tickets, to
find out what that is worth. Neither knows what the decks will bring.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.deck import draw
from sf_env.games.ticket_to_ride.engine.secrets import (
    conceal_future,
    imagine,
    imagine_ticket_deck,
    unseen_tickets,
)


@jit
def make_world(state: np.void, imagines: bool, word: Word) -> None:
    """Replace what a search must not know by something that is possible."""
    seat = wide(state["to_move"])
    if imagines:
        imagine(state, seat, word)
    else:
        imagine_future(state, seat, word)


@jit
def imagine_future(state: np.void, seat: int, word: Word) -> None:
    """Replace what the decks will bring; hands and tickets stay."""
    conceal_future(state, seat)
    state["hidden"] = fork(word, 0)
    left = unseen_tickets(state, seat)
    for other in range(wide(state["players"])):
        left &= unseen_tickets(state, other)
    imagine_ticket_deck(state, left)
    state["hidden"] = draw(state)
