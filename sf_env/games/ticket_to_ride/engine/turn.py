"""The turn (RULES 3): drawing cards, drawing tickets, passing; and the end of turns (RULES 6)."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.chance_points import (
    CARD_TO_HAND,
    END_OF_TURN,
    SECOND_CARD,
)
from sf_env.games.ticket_to_ride.engine.claiming import take_token, token_ends
from sf_env.games.ticket_to_ride.engine.constants import (
    FERRY,
    FEW_TRAMS,
    KEEP,
    OFFERED,
    OVER,
    SECOND,
    TOKEN,
    TURN,
)
from sf_env.games.ticket_to_ride.engine.deck import take_face_up
from sf_env.games.ticket_to_ride.engine.tickets import keep_ticket, offer_tickets


@jit_inline
def draw_card(state: np.void) -> None:
    """Draw the top card of the deck, as the first card or the second."""
    state["follows"] = SECOND_CARD if state["phase"] == TURN else END_OF_TURN
    state["waits"] = CARD_TO_HAND


@jit_inline
def take_card(state: np.void, kind: int) -> None:
    """Take a face-up card; a ferry is the only card of its turn."""
    first = state["phase"] == TURN and kind != FERRY
    state["follows"] = SECOND_CARD if first else END_OF_TURN
    take_face_up(state, wide(state["to_move"]), kind)


@jit_inline
def draw_tickets(state: np.void) -> None:
    """Draw two tickets to choose from, or keep the only one that is left."""
    seat = wide(state["to_move"])
    offer_tickets(state, seat)
    if state["offer"][seat, OFFERED - 1] >= 0:
        state["phase"] = KEEP
        return
    keep_ticket(state, seat, wide(state["offer"][seat, 0]))
    state["offer"][seat, 0] = -1
    end_turn(state)


@jit_inline
def second_card(state: np.void) -> None:
    """The second card must be drawn if there is one to draw."""
    if state["deck_left"] > 0 or state["face_up_count"] > state["face_up"][FERRY]:
        state["phase"] = SECOND
    else:
        end_turn(state)


@jit_inline
def look_for_token(state: np.void) -> None:
    """After a claim: one token is taken, of two the player chooses one (RULES 4)."""
    ends = token_ends(state)
    if ends == 3:
        state["phase"] = TOKEN
        return
    if ends > 0:
        take_token(state, ends - 1)
    end_claim(state)


@jit_inline
def end_claim(state: np.void) -> None:
    state["claiming"] = -1
    end_turn(state)


@jit_inline
def pass_turn(state: np.void) -> None:
    """Do nothing; if all players pass one after the other, the game ends (RULES 3)."""
    state["passes"] += 1
    if state["passes"] < state["players"]:
        end_turn(state)
        return
    state["turns_left"] = min(state["turns_left"], 0)
    state["phase"] = OVER


@jit_inline
def end_turn(state: np.void) -> None:
    """With few trams left, each player has one more turn; then the game is over (RULES 6)."""
    seat = wide(state["to_move"])
    if state["turns_left"] > 0:
        state["turns_left"] -= 1
    elif state["trams"][seat] <= FEW_TRAMS:
        state["turns_left"] = state["players"]
    if state["turns_left"] == 0:
        state["phase"] = OVER
        return
    state["to_move"] = (seat + 1) % wide(state["players"])
    state["phase"] = TURN
