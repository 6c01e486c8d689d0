"""Recorded games, and pairs of games that a seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import sf_env
from sf_env.games.ticket_to_ride.engine.constants import COPIES, FERRY
from sf_env.ticket_to_ride import Game
from tests.games.playthrough import golden_game

Record = dict[str, Any]
Order = dict[str, list[int]]

NAMES = {2: "two_players", 3: "three_players", 4: "four_players"}
PAIRS = 4
LENGTH = 34  # decisions, after which no card has come that is late in the order
LATE = 40  # place of such a card


@cache
def _game(players: int) -> Game:
    game: Game = golden_game("ticket_to_ride", NAMES[players], 1000)
    return game


def finished(players: int) -> Record:
    """Return the record of a finished game."""
    return _game(players).record(agents=["Ann", "Bob", "Cem", "Dee"][:players])


def thought_about() -> Record:
    """Return a record with an analysis in which all legal actions are alike."""
    record = finished(2)
    entries: list[Any] = []
    for game in sf_env.record.replay(record):
        legal = game.legal_actions()
        choices = [[action, 1 / len(legal), None] for action in legal]
        entries.append({"agent": "oracle", "chance": 0.6, "choices": choices} if legal else None)
    return record | {"analysis": entries[:-1]}


def differing(players: int, seat: int) -> Iterator[tuple[Record, Record]]:
    """Yield pairs of games in progress that differ only in what a seat cannot know.

    Another seat has been offered another ticket, and holds another card.
    """
    others = [other for other in range(players) if other != seat]
    for number in range(PAIRS):
        order = _order(number)
        changed = _exchanged(order, others[number % len(others)])
        actions = _actions(players, order, seat)
        yield _record(players, order, actions), _record(players, changed, actions)


def _order(seed: int) -> Order:
    """Return an order in which ferries come last."""
    rng = np.random.default_rng(seed)
    cards = [kind for kind in range(FERRY) for _ in range(COPIES[kind])]
    rng.shuffle(cards)
    return {"tickets": rng.permutation(24).tolist(), "cards": cards + [FERRY] * COPIES[FERRY]}


def _exchanged(order: Order, seat: int) -> Order:
    """Return an order in which a seat begins with another ticket and another card."""
    tickets, cards = list(order["tickets"]), list(order["cards"])
    tickets[2 * seat], tickets[-1] = tickets[-1], tickets[2 * seat]
    cards[2 * seat], cards[LATE] = cards[LATE], cards[2 * seat]
    return {"tickets": tickets, "cards": cards}


def _actions(players: int, order: Order, seat: int) -> list[int]:
    """Return what is done; the others do what their own cards and tickets do not decide."""
    game = Game(players, order=order)
    rng = np.random.default_rng(seat)
    while game.length < LENGTH and game.snapshot()["deck"] > 44 - LATE + 3:
        names = game.rules.actions
        legal = game.legal_actions()
        open_to_all = [
            action for action in legal if not names[action].startswith(("CLAIM", "COLOUR", "PAY"))
        ]
        game.step(int(rng.choice(legal if game.to_move == seat else open_to_all)))
    actions = game.actions
    assert actions is not None
    return actions


def _record(players: int, order: Order, actions: list[int]) -> Record:
    game = Game(players, order=order)
    for action in actions:
        game.step(action)
    return game.record()
