"""What a seat cannot know (RULES 8): taking it out of a state, and imagining it.

A seat knows its own hand, tickets and offer, the tickets that it put under the deck itself, and
everything that happened on the table. Hidden cards become the ones that are known of a hand and an
empty deck (their numbers stay), hidden tickets -1.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.rng import Word, below, fork
from sf_env.core.compiled.sets import Set, first_members, nth, only, size, without
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.chance_points import NOTHING
from sf_env.games.ticket_to_ride.engine.constants import (
    COPIES,
    KEEP,
    KEEP_FIRST,
    KINDS,
    OFFERED,
)
from sf_env.games.ticket_to_ride.engine.deck import draw, nth_card
from sf_env.games.ticket_to_ride.engine.legal import note_legal


@jit_inline
def conceal(state: np.void, seat: int) -> None:
    """Remove what a seat cannot know; the actions of another seat would show its hand."""
    conceal_future(state, seat)
    state["deck"][:] = 0
    for other in range(wide(state["players"])):
        if other != seat:
            state["hands"][other] = state["known"][other]
            state["offer"][other] = -1
            state["tickets_of"][other] = 0
    if seat != state["to_move"]:
        state["legal"] = 0
        state["claims"] = 0


@jit_inline
def conceal_future(state: np.void, seat: int) -> None:
    """Remove what the decks will bring; a seat knows the tickets that it put there itself."""
    state["hidden"] = 0
    for place in range(wide(state["tickets_left"])):
        if state["ticket_by"][place] != seat:
            state["ticket_deck"][place] = -1


@jit_inline
def imagine(state: np.void, seat: int, seed: Word) -> None:
    """Replace what a seat cannot know by one of the worlds that it may imagine, all alike."""
    conceal(state, seat)
    state["hidden"] = fork(int(seed), 0)
    imagine_cards(state, seat)
    imagine_tickets(state, seat)
    state["hidden"] = draw(state)
    note_legal(state)


# Cards.


@jit_inline
def imagine_cards(state: np.void, seat: int) -> None:
    """Deal the unseen cards to the unknown places of other hands; the rest is the deck."""
    for kind in range(KINDS):
        state["deck"][kind] = unseen_by(state, seat, kind)
    left = wide(state["deck_left"])
    for other in range(wide(state["players"])):
        if other != seat:
            left += unknown_cards(state, other)
    for other in range(wide(state["players"])):
        if other != seat:
            for _ in range(unknown_cards(state, other)):
                kind = nth_card(state, below(draw(state), left))
                state["deck"][kind] -= 1
                state["hands"][other, kind] += 1
                left -= 1


@jit_inline
def unseen_by(state: np.void, seat: int, kind: int) -> int:
    """Return how many cards of a kind are in the deck or in unknown places of other hands."""
    count = COPIES[kind] - wide(state["face_up"][kind]) - wide(state["discards"][kind])
    count -= wide(state["hands"][seat, kind])
    for other in range(wide(state["players"])):
        if other != seat:
            count -= wide(state["known"][other, kind])
    return count


@jit_inline
def unknown_cards(state: np.void, seat: int) -> int:
    """Return how many cards of a concealed hand are not known."""
    count = wide(state["hand_size"][seat])
    for kind in range(KINDS):
        count -= wide(state["hands"][seat, kind])
    return count


# Tickets.


@jit_inline
def imagine_tickets(state: np.void, seat: int) -> None:
    """Deal the unseen tickets to other players, their offers, and unknown places of the deck."""
    left = unseen_tickets(state, seat)
    for other in range(wide(state["players"])):
        if other != seat:
            for _ in range(wide(state["ticket_count"][other])):
                ticket = any_of(state, left)
                left = without(left, ticket)
                state["tickets_of"][other] = int(state["tickets_of"][other]) | only(ticket)
            if has_offer(state, other):
                for place in range(OFFERED):
                    ticket = any_of(state, left)
                    left = without(left, ticket)
                    state["offer"][other, place] = ticket
    imagine_ticket_deck(state, left)


@jit_inline
def imagine_ticket_deck(state: np.void, left: Set) -> None:
    """Deal tickets that nobody holds to the unknown places of their deck."""
    for place in range(wide(state["tickets_left"])):
        if state["ticket_deck"][place] < 0:
            ticket = any_of(state, left)
            left = without(left, ticket)
            state["ticket_deck"][place] = ticket


@jit_inline
def unseen_tickets(state: np.void, seat: int) -> Set:
    """Return the tickets that a seat does not see and that it has not put back itself.

    In a state where all is known, this is what the seat would not know.
    """
    everything = first_members(wide(state["tickets"]))
    left = everything & ~int(state["tickets_of"][seat])
    for place in range(OFFERED):
        if state["offer"][seat, place] >= 0:
            left = without(left, wide(state["offer"][seat, place]))
    for place in range(wide(state["tickets_left"])):
        if state["ticket_by"][place] == seat and state["ticket_deck"][place] >= 0:
            left = without(left, wide(state["ticket_deck"][place]))
    return left


@jit_inline
def any_of(state: np.void, tickets: Set) -> int:
    return nth(tickets, below(draw(state), size(tickets)))


@jit_inline
def has_offer(state: np.void, seat: int) -> bool:
    """Return whether a seat is looking at two tickets now, as everybody sees (RULES 2.4, 3)."""
    if state["waits"] != NOTHING:  # nothing has been offered while cards are dealt
        return False
    if state["phase"] == KEEP_FIRST:
        return bool(seat >= state["to_move"])
    return bool(state["phase"] == KEEP and seat == state["to_move"])
