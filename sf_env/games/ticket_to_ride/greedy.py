"""One decision ahead: the action after which the own position looks best.

A position is worth its points, less for every space that a ticket still needs, and a little for
cards in hand. What chance would bring is not looked at: a card of the deck counts as any other. A
claim is judged as if it were paid for at once, with the colour and ferries that are left over best.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.arrays import readable
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.sets import NO_MEMBERS, first, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import CLAIM, DRAW, PAY_WITH, TICKETS
from sf_env.games.ticket_to_ride.engine.chance_points import NOTHING
from sf_env.games.ticket_to_ride.engine.connections import is_completed
from sf_env.games.ticket_to_ride.engine.constants import (
    COLOURS,
    FERRY,
    PAY,
)
from sf_env.games.ticket_to_ride.engine.distances import ROOM, distance, note_neighbours
from sf_env.games.ticket_to_ride.engine.kernels import count_legal, nth_legal
from sf_env.games.ticket_to_ride.engine.legal import note_legal
from sf_env.games.ticket_to_ride.engine.scoring import token_kinds, token_points
from sf_env.games.ticket_to_ride.engine.state import STATE
from sf_env.games.ticket_to_ride.engine.step import begin
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.opponents.contract import as_keys

# Weights, in hundredths of a point.
POINT = 100
SPACE = 150  # that a ticket still needs
CARD = 55
PAIR = 12  # a card for each other one of its colour
WILD = 95  # a ferry
UNSEEN = 62  # a card of the deck
TOKEN = 60  # a kind of token, besides what it brings now
NEW_TICKETS = -150  # drawing some


class Greedy:
    """Look one decision ahead, at points and what may bring some."""

    games = ("ticket_to_ride",)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the best-looking legal action (n,) for each state."""
        states = readable(TICKET_TO_RIDE, states)
        actions = np.zeros(len(states), np.int64)
        _act(states, as_keys(states, keys), np.zeros(1, STATE), np.zeros(ROOM, np.int8), actions)
        return actions


@jit
def _act(states: Array, keys: Array, scratch: Array, room: Array, actions: Array) -> None:
    for row in range(states.shape[0]):
        actions[row] = choose_best(states[row], int(keys[row]), scratch, room)


@jit
def choose_best(state: np.void, key: Word, scratch: Array, room: Array) -> int:
    """Return the action after which the position looks best, 0 if there is none."""
    seat = wide(state["to_move"])
    best_worth = -(1 << 60)
    best = 0
    for number in range(count_legal(state)):
        action = nth_legal(state, number)
        scratch[0] = state
        worth = try_action(scratch[0], seat, action, room)
        # The low bits tell equal positions apart, at random.
        worth = worth << 16 | int(np.int64(fork(key, action) >> 48))
        if worth > best_worth:
            best_worth = worth
            best = action
    return best


@jit
def try_action(state: np.void, seat: int, action: int, room: Array) -> int:
    """Return what a position is worth after an action, before chance brings anything."""
    if action == TICKETS:
        return evaluate(state, seat, room) + NEW_TICKETS
    begin(state, action)
    if action >= CLAIM:
        pay_well(state, seat)
    worth = evaluate(state, seat, room)
    return worth + UNSEEN if action == DRAW else worth


@jit
def pay_well(state: np.void, seat: int) -> None:
    """Pay for a route with the colour that most cards are held of, and few ferries."""
    note_legal(state)
    colour = FERRY
    for kind in range(COLOURS):
        more = colour == FERRY or state["hands"][seat, kind] > state["hands"][seat, colour]
        if more and wide(state["legal"]) >> (PAY_WITH + kind) & 1:
            colour = kind
    begin(state, PAY_WITH + colour)
    pay_few_ferries(state)


@jit
def pay_few_ferries(state: np.void) -> None:
    """Pay for a route with as few ferries as possible, if that is to be decided next.

    A claim that is paid stays in this phase until the row of cards is filled, which is for chance.
    """
    if state["phase"] == PAY and state["waits"] == NOTHING:
        note_legal(state)
        begin(state, nth_legal(state, 0))


@jit
def evaluate(state: np.void, seat: int, room: Array) -> int:
    """Return what a position promises a seat."""
    worth = POINT * wide(state["route_points"][seat])
    return (
        worth
        + tokens_worth(state, seat)
        + hand_worth(state, seat)
        + tickets_worth(state, seat, room)
    )


@jit
def tokens_worth(state: np.void, seat: int) -> int:
    """Return the points for tokens, and what having more kinds promises."""
    return POINT * token_points(state, seat) + TOKEN * token_kinds(state, seat)


@jit
def hand_worth(state: np.void, seat: int) -> int:
    """Cards of one colour are worth more together."""
    worth = WILD * wide(state["hands"][seat, FERRY])
    for colour in range(COLOURS):
        cards = wide(state["hands"][seat, colour])
        worth += CARD * cards + PAIR * cards * (cards - 1) // 2
    return worth


@jit
def tickets_worth(state: np.void, seat: int, room: Array) -> int:
    """The points of a ticket, less for every space that it needs; they are lost out of reach."""
    note_neighbours(state, seat, room)
    worth = 0
    left = int(state["tickets_of"][seat])
    while left != NO_MEMBERS:
        ticket = first(left)
        left = without_first(left)
        points = POINT * wide(state["ticket_points"][ticket])
        if is_completed(state, seat, ticket):
            worth += points
        else:
            spaces = distance(state, seat, ticket, room)
            if spaces > state["trams"][seat]:
                worth -= points
            else:
                worth += max(-points, points - SPACE * spaces)
    return worth
