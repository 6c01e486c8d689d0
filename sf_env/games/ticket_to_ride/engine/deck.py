"""The deck, the discards and the face-up cards (RULES 5).

Which cards are in the deck is known to nobody, in what order does not matter: each card that
leaves it is any of its cards with equal chance. So the deck is a number of cards of each kind, and
whenever one leaves it, the state waits for chance (see chance.py).
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.rng import Word, advance, mix
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.chance_points import CARD_TO_TABLE, NOTHING
from sf_env.games.ticket_to_ride.engine.constants import (
    FACE_UP,
    FERRY,
    KINDS,
    MOST_ROWS,
    TOO_MANY_FERRIES,
)


@jit_inline
def settle(state: np.void) -> bool:
    """Bring deck and face-up cards in order; return whether it is done, or waits for a card."""
    while True:
        shuffle_discards(state)  # (a)
        if state["face_up_count"] < FACE_UP and state["deck_left"] > 0:  # (b)
            state["waits"] = CARD_TO_TABLE
            return False
        if not is_row_bad(state):  # (c)
            break
        discard_row(state)
    state["waits"] = NOTHING
    state["rows_discarded"] = 0
    return True


@jit_inline
def shuffle_discards(state: np.void) -> None:
    """Make a deck of the discards if the deck is empty (RULES 5a).

    Two players can then count each other's hands (RULES 8).
    """
    if state["deck_left"] > 0 or state["discard_count"] == 0:
        return
    state["deck_left"] = state["discard_count"]
    state["discard_count"] = 0
    for kind in range(KINDS):
        state["deck"][kind] = state["discards"][kind]
        state["discards"][kind] = 0
        if state["players"] == 2:
            state["known"][0, kind] = state["hands"][0, kind]
            state["known"][1, kind] = state["hands"][1, kind]


@jit_inline
def is_row_bad(state: np.void) -> bool:
    """Return whether the face-up cards are to be discarded (RULES 5c)."""
    if state["face_up"][FERRY] < TOO_MANY_FERRIES or state["rows_discarded"] == MOST_ROWS:
        return False
    others = 0
    for kind in range(FERRY):
        others += wide(state["deck"][kind]) + wide(state["discards"][kind])
        others += wide(state["face_up"][kind])
    return others >= TOO_MANY_FERRIES


@jit_inline
def discard_row(state: np.void) -> None:
    for kind in range(KINDS):
        discard(state, kind, wide(state["face_up"][kind]))
        state["face_up"][kind] = 0
    state["face_up_count"] = 0
    state["rows_discarded"] += 1


@jit_inline
def discard(state: np.void, kind: int, count: int) -> None:
    """Put cards of a kind on the discards."""
    state["discards"][kind] += count
    state["discard_count"] += count


@jit_inline
def take_face_up(state: np.void, seat: int, kind: int) -> None:
    """Move a face-up card into a hand, as everybody sees."""
    state["face_up"][kind] -= 1
    state["face_up_count"] -= 1
    state["known"][seat, kind] += 1
    add_to_hand(state, seat, kind)


@jit_inline
def add_to_hand(state: np.void, seat: int, kind: int) -> None:
    state["hands"][seat, kind] += 1
    state["hand_size"][seat] += 1


@jit_inline
def pay(state: np.void, seat: int, kind: int, count: int) -> None:
    """Discard cards of a hand; the others count with their being those they know of (RULES 8)."""
    state["hands"][seat, kind] -= count
    state["hand_size"][seat] -= count
    state["known"][seat, kind] = max(0, wide(state["known"][seat, kind]) - count)
    discard(state, kind, count)


@jit_inline
def draw(state: np.void) -> Word:
    """Return the next random number of the hidden word."""
    word = advance(int(state["hidden"]))
    state["hidden"] = word
    return mix(word)


@jit_inline
def nth_card(state: np.void, number: int) -> int:
    """Return the kind of a card of the deck, its cards sorted by kind."""
    for kind in range(FERRY):
        number -= wide(state["deck"][kind])
        if number < 0:
            return kind
    return FERRY
