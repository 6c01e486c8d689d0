"""One decision: what each action does in each phase (RULES 7); that it is legal is known."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, below
from sf_env.core.compiled.wide import wide
from sf_env.games.ticket_to_ride.engine.actions import (
    CLAIM,
    DRAW,
    PASS,
    PAY_FERRIES,
    PAY_WITH,
    PUT,
    TAKE,
    TAKE_TOKEN,
    TICKETS,
)
from sf_env.games.ticket_to_ride.engine.chance_points import (
    CARD_TO_HAND,
    END_OF_TURN,
    FIRST_OFFERS,
    NOTHING,
    SECOND_CARD,
    TICKET_TO_DECK,
)
from sf_env.games.ticket_to_ride.engine.claiming import (
    choose_colour,
    choose_route,
    claim,
    take_token,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOUR,
    KEEP_FIRST,
    PAY,
    PLACE,
    SECOND,
    TOKEN,
    TURN,
)
from sf_env.games.ticket_to_ride.engine.deck import add_to_hand, draw, nth_card, settle
from sf_env.games.ticket_to_ride.engine.legal import note_legal
from sf_env.games.ticket_to_ride.engine.setup import (
    card_dealt,
    lay_ticket,
    next_to_keep,
    place_pile,
    shuffle_tickets,
)
from sf_env.games.ticket_to_ride.engine.tickets import keep_tickets
from sf_env.games.ticket_to_ride.engine.turn import (
    draw_card,
    draw_tickets,
    end_claim,
    end_turn,
    look_for_token,
    pass_turn,
    second_card,
    take_card,
)


@jit
def step(state: np.void, action: int) -> None:
    """Carry out a legal action, draw what chance decides, and note what is legal next."""
    begin(state, action)
    draw_outcomes(state)
    note_legal(state)


# Actions.


@jit
def begin(state: np.void, action: int) -> None:
    """Carry out a legal action as far as nothing depends on chance."""
    phase = state["phase"]
    if phase == TURN:
        begin_turn(state, action)
    elif phase == SECOND:
        begin_card(state, action)
    elif phase == COLOUR:
        if choose_colour(state, action - PAY_WITH):
            settle_and_follow(state)
    elif phase == PAY:
        claim(state, action - PAY_FERRIES)
        settle_and_follow(state)
    elif phase == TOKEN:
        take_token(state, action - TAKE_TOKEN)
        end_claim(state)
    elif phase == PLACE:
        place_pile(state, action - PUT)
    else:
        begin_keeping(state, action)


@jit
def begin_turn(state: np.void, action: int) -> None:
    if action == PASS:
        pass_turn(state)
        return
    state["passes"] = 0
    if action >= CLAIM:
        choose_route(state, action - CLAIM)
    elif action == TICKETS:
        draw_tickets(state)
    else:
        begin_card(state, action)


@jit
def begin_card(state: np.void, action: int) -> None:
    if action == DRAW:
        draw_card(state)
    else:
        take_card(state, action - TAKE)
        settle_and_follow(state)


@jit
def begin_keeping(state: np.void, action: int) -> None:
    keep_tickets(state, wide(state["to_move"]), action)
    if state["phase"] == KEEP_FIRST:
        next_to_keep(state)
    else:
        end_turn(state)


@jit
def settle_and_follow(state: np.void) -> None:
    """Settle the cards; when that is done, resume what they interrupted."""
    if not settle(state):
        return
    follows = state["follows"]
    state["follows"] = NOTHING
    if follows == SECOND_CARD:
        second_card(state)
    elif follows == END_OF_TURN:
        end_turn(state)
    elif follows == FIRST_OFFERS:
        shuffle_tickets(state)
    else:
        look_for_token(state)


# Chance (RULES 9).


@jit
def resolve(state: np.void, outcome: int) -> None:
    """Let come what the state waits for: a card of this kind, or this ticket."""
    waits = state["waits"]
    if waits == TICKET_TO_DECK:
        lay_ticket(state, outcome)
        return
    state["waits"] = NOTHING
    state["deck"][outcome] -= 1
    state["deck_left"] -= 1
    if waits == CARD_TO_HAND:
        add_to_hand(state, wide(state["to_move"]), outcome)
        if state["to_deal"] > 0 and not card_dealt(state):
            state["waits"] = CARD_TO_HAND
            return
    else:
        state["face_up"][outcome] += 1
        state["face_up_count"] += 1
    settle_and_follow(state)


@jit
def draw_outcomes(state: np.void) -> None:
    """Draw from the hidden word until the state waits no longer."""
    while state["waits"] != NOTHING:
        resolve(state, outcome_of(state, draw(state)))


@jit
def outcome_of(state: np.void, random: Word) -> int:
    """Return what a random number means: any card of the deck, any ticket not yet in it."""
    if state["waits"] == TICKET_TO_DECK:
        laid = wide(state["tickets_left"])
        return wide(state["ticket_deck"][laid + below(random, wide(state["tickets"]) - laid)])
    return nth_card(state, below(random, wide(state["deck_left"])))
