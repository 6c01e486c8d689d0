"""Chance with outcomes from outside: the kinds of card that may be turned up, and turning up one.

The order of the deck is all that is random in a game, and DRAW is the only action that it decides.
A game tree has a node there, with an outcome for each kind of card that is left. Cards that look
alike are one kind: which of them comes makes no difference. Kinds are numbered in the order of
their first card ids.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array, Chance
from sf_env.games.san_francisco.deck.card import card_of
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.actions import DRAW
from sf_env.games.san_francisco.engine.constants import TURN
from sf_env.games.san_francisco.engine.step import step
from sf_env.games.san_francisco.length import longest_game
from sf_env.games.san_francisco.tables import sorted_table


def deal(states: Array, players: int, deck: Deck) -> None:
    """Start a game in row 0; the order of the deck, which is ascending, decides nothing."""
    states[0] = sorted_table(players, deck)[0]


@jit
def begin(states: np.ndarray, action: int) -> None:
    """Carry out an action in row 0; after DRAW nothing is legal until the card is known."""
    if action == DRAW:
        states[0]["legal"] = 0
    else:
        step(states[0], action)


@jit
def turn_up(states: np.ndarray, place: int) -> None:
    """Carry out DRAW in row 0 with the card at this place of the deck; the others keep theirs."""
    state = states[0]
    card = wide(state["deck"][place])
    top = wide(state["deck_left"]) - 1
    for under in range(place, top):
        state["deck"][under] = state["deck"][under + 1]
    state["deck"][top] = card
    step(state, DRAW)


def waits(states: Array) -> bool:
    """Return whether row 0 waits for a card: it is a turn, but nothing is legal."""
    return bool(states["legal"][0] == 0 and states["phase"][0] == TURN)


def awaits(states: Array) -> str:
    """Say what row 0 waits for."""
    return "DRAW is chosen: a card is turned up."


def outcomes(states: Array) -> list[tuple[int, float]]:
    """Return each kind that is left in the deck of row 0, and how likely it comes next."""
    kinds = undrawn_kinds(states)
    counts = np.bincount(kinds).tolist()
    return [(kind, count / len(kinds)) for kind, count in enumerate(counts) if count]


def resolve(states: Array, kind: int) -> None:
    """Turn up the uppermost card of a kind in row 0; the rest of the deck keeps its order."""
    turn_up(states, int(np.flatnonzero(undrawn_kinds(states) == kind)[-1]))


def outcome_name(states: Array, kind: int) -> str:
    """Return what is printed on the cards of a kind."""
    return str(card_of(_kinds_of(states)[0][kind]))


def undrawn_kinds(states: Array) -> Array:
    """Return the kinds of the cards left in the deck of row 0, the top card last."""
    state = states[0]
    kinds: Array = _kinds_of(states)[1][state["deck"][: state["deck_left"]]]
    return kinds


def _kinds_of(states: Array) -> tuple[tuple[int, ...], Array]:
    """Return the attributes of each kind, and the kind of each card id."""
    state = states[0]
    return _kinds(state["attributes"][: state["deck_size"]].tobytes())


@lru_cache(maxsize=64)
def _kinds(packed: bytes) -> tuple[tuple[int, ...], Array]:
    cards = np.frombuffer(packed, np.int16).tolist()
    kinds = tuple(dict.fromkeys(cards))
    return kinds, np.array([kinds.index(card) for card in cards])


def count(players: int, deck: Deck) -> int:
    """Return the number of kinds."""
    return len(set(deck))


def longest(players: int, deck: Deck) -> tuple[int, int]:
    """Return numbers of decisions and of cards turned up that no game exceeds."""
    return longest_game(players, len(deck)), len(deck)


CHANCE = Chance(
    deal=deal,
    step=begin,
    waits=waits,
    awaits=awaits,
    outcomes=outcomes,
    resolve=resolve,
    outcome_name=outcome_name,
    count=count,
    longest=longest,
)
