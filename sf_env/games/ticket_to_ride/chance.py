"""Chance with outcomes from outside (RULES 9): from an order that was fixed, or from a game tree.

What the state waits for is a ticket, the next one of the shuffled deck, or the kind of a card that
leaves the deck. As nothing is drawn from the hidden word then, it counts the cards.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.errors import shown
from sf_env.core.rules import Array, Chance
from sf_env.games.ticket_to_ride.engine import step as engine
from sf_env.games.ticket_to_ride.engine.chance_points import (
    CARD_TO_HAND,
    CARD_TO_TABLE,
    NOTHING,
    TICKET_TO_DECK,
)
from sf_env.games.ticket_to_ride.engine.constants import KIND_NAMES, KINDS
from sf_env.games.ticket_to_ride.engine.legal import note_legal
from sf_env.games.ticket_to_ride.length import longest_game
from sf_env.games.ticket_to_ride.map.known import map_of
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.tables import table_of

AWAITS = {
    CARD_TO_HAND: "A card goes from the deck to the hand of the player.",
    CARD_TO_TABLE: "A card of the deck is turned up.",
    TICKET_TO_DECK: "The tickets are shuffled: the next one goes under those that lie there.",
}


def deal(states: Array, players: int, board: Map) -> None:
    """Lay out a game in row 0, which then waits for the first card to be dealt."""
    states[0] = table_of(players, board)[0]


@jit
def begin(states: np.ndarray, action: int) -> None:
    """Carry out an action in row 0 as far as nothing depends on chance."""
    engine.begin(states[0], action)
    note_if_ready(states[0])


@jit
def resolve(states: np.ndarray, outcome: int) -> None:
    """Let a card of this kind, or this ticket, come in row 0."""
    state = states[0]
    if state["waits"] != TICKET_TO_DECK:
        state["hidden"] += np.uint64(1)
    engine.resolve(state, outcome)
    note_if_ready(state)


@jit
def note_if_ready(state: np.void) -> None:
    """Note what is legal; while a state waits for chance, nothing is."""
    if state["waits"] == NOTHING:
        note_legal(state)
    else:
        state["legal"] = 0
        state["claims"] = 0


def waits(states: Array) -> bool:
    """Return whether row 0 waits for chance."""
    return bool(states["waits"][0] != NOTHING)


def awaits(states: Array) -> str:
    """Say what row 0 waits for."""
    return AWAITS[int(states["waits"][0])]


def outcomes(states: Array) -> list[tuple[int, float]]:
    """Return the tickets or kinds that may come in row 0, and how likely each is."""
    state = states[0]
    if state["waits"] == TICKET_TO_DECK:
        left = sorted(state["ticket_deck"][state["tickets_left"] : state["tickets"]].tolist())
        return [(ticket, 1 / len(left)) for ticket in left]
    total = int(state["deck_left"])
    return [(kind, count / total) for kind, count in enumerate(state["deck"].tolist()) if count]


def outcome_name(states: Array, outcome: int) -> str:
    """Return the ticket with its places, or the kind of the card."""
    state = states[0]
    if state["waits"] == TICKET_TO_DECK:
        return map_of(state).ticket_name(outcome)
    return KIND_NAMES[outcome]


def count(players: int, board: Map) -> int:
    """Return the number of kinds or of tickets, whichever is greater."""
    return max(KINDS, len(board.tickets))


def given(states: Array, order: Mapping[str, list[int]]) -> int:
    """Return the ticket or kind that an order has next for row 0; see `Chance`."""
    state = states[0]
    if state["waits"] == TICKET_TO_DECK:
        return order["tickets"][int(state["tickets_left"])]
    cards, number = order["cards"], int(state["hidden"])
    if number >= len(cards):
        raise ValueError(
            f"order: 'cards' has {len(cards)} cards and the game needs another: cards[{number}]"
        )
    kind = cards[number]
    if not 0 <= kind < KINDS:
        raise ValueError(f"order: cards[{number}] is {shown(kind)}; kinds are 0 to {KINDS - 1}")
    if state["deck"][kind] == 0:
        raise ValueError(
            f"order: cards[{number}] is {kind} ({KIND_NAMES[kind]}), and the deck holds none"
        )
    return kind


def deal_in_order(states: Array, order: Any, table: Array) -> None:
    """Start a game in row 0 on a laid table, all chance as in an order."""
    checked = check_order(order, int(table["tickets"][0]))
    states[0] = table[0]
    while waits(states):
        resolve(states, given(states, checked))


def check_order(order: Any, tickets: int) -> dict[str, list[int]]:
    """Return an order as lists of integers, or raise ValueError."""
    if not isinstance(order, Mapping) or set(order) != {"tickets", "cards"}:
        raise ValueError(
            "order should be {'tickets': [ids, the top one first], 'cards': [kinds in the order "
            "in which they leave the deck]}"
        )
    checked = {name: _integers(name, order[name]) for name in ("tickets", "cards")}
    if sorted(checked["tickets"]) != list(range(tickets)):
        raise ValueError(f"order: 'tickets' should hold each id from 0 to {tickets - 1} once")
    return checked


def _integers(name: str, values: Iterable[Any]) -> list[int]:
    try:
        return [operator.index(value) for value in values]
    except TypeError as error:
        raise ValueError(f"order: {name!r} should be a list of integers: {error}") from None


CHANCE = Chance(
    deal=deal,
    step=begin,
    waits=waits,
    awaits=awaits,
    outcomes=outcomes,
    resolve=resolve,
    outcome_name=outcome_name,
    count=count,
    longest=longest_game,
    given=given,
)
