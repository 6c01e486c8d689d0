"""Pairs of games that one seat cannot tell from each other, though what it cannot know differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import sf_env.ticket_to_ride as door
from sf_env.core.errors import Error
from sf_env.core.rules import Rules
from sf_env.games.ticket_to_ride.engine.constants import COPIES
from tests.toy import MATCHES
from tests.toy_look import DRAWN

DRAW, KEEPING = 0, (9, 10)  # a card of the deck; one ticket, the first or the second
DECISIONS, TRIES = 30, 300


class Course(NamedTuple):
    """A game with all chance fixed, and what people do in it."""

    rules: Rules
    players: int
    order: Any
    actions: list[int]

    def states(self) -> Iterator[Any]:
        """Yield the states of the game."""
        game = self.rules.new_game(players=self.players, order=self.order)
        yield game.states.copy()
        for action in self.actions:
            game.step(action)
            yield game.states.copy()

    def record(self) -> dict[str, Any]:
        """Return the game before its first decision, played by people."""
        game = self.rules.new_game(players=self.players, order=self.order)
        return game.record(agents=["human"] * self.players)


def are_twins(one: Course, other: Course, seat: int) -> bool:
    """Return whether a seat knows the same in both games at any time."""
    try:
        pairs = list(zip(one.states(), other.states(), strict=True))
    except (Error, ValueError):  # an action is not legal there
        return False
    return all(_known(one.rules, a, seat) == _known(one.rules, b, seat) for a, b in pairs)


def _known(rules: Rules, states: Any, seat: int) -> bytes:
    rules.conceal(states, np.array([seat]))
    found: bytes = states.tobytes()
    return found


def matches(rules: Rules = MATCHES) -> tuple[Course, Course]:
    """Return two games with a hidden hand for seat 0 of 3."""
    actions = [0, 2, 1, 0, 0]
    hands = ([1, 2, 3], [1, 0, 0])
    one, other = (
        Course(rules, 3, {"hands": hand, "draws": [draw]}, actions)
        for hand, draw in zip(hands, (3, 1), strict=True)
    )
    return one, other


def drawn_matches() -> tuple[Course, Course]:
    """Return the same with pictures."""
    return matches(DRAWN)


def ticket_to_ride(players: int = 2) -> tuple[Course, Course]:
    """Return two games for seat 0 with other cards and tickets wherever it cannot see them."""
    rng = np.random.default_rng(players)
    cards = rng.permutation(np.repeat(np.arange(len(COPIES)), COPIES)).tolist()
    tickets = rng.permutation(24).tolist()
    one = _played(Course(door.RULES, players, {"tickets": tickets, "cards": cards}, []), rng)
    other = one
    for _ in range(TRIES):
        candidate = _changed(other, rng)
        if are_twins(one, candidate, seat=0):
            other = candidate
    return one, other


def _played(course: Course, rng: Any) -> Course:
    """Let everybody decide somehow; others than seat 0 rather draw cards that nobody sees."""
    game = course.rules.new_game(players=course.players, order=course.order)
    while game.length < DECISIONS:
        legal = game.legal_actions()
        blind = game.to_move != 0 and DRAW in legal and rng.random() < 0.6
        game.step(DRAW if blind else int(rng.choice(legal)))
    return course._replace(actions=list(game.actions))


def _changed(course: Course, rng: Any) -> Course:
    """Return the game with two cards or two tickets exchanged, or with another ticket kept."""
    what = rng.choice(["cards", "cards", "tickets", "kept"])
    if what == "kept":
        actions = list(course.actions)
        at = int(rng.choice([at for at, one in enumerate(actions) if one in KEEPING]))
        actions[at] = sum(KEEPING) - actions[at]
        return course._replace(actions=actions)
    row = list(course.order[what])
    one, other = rng.choice(len(row), 2, replace=False)
    row[one], row[other] = row[other], row[one]
    return course._replace(order={**course.order, what: row})


PAIRS: dict[str, Callable[[], tuple[Course, Course]]] = {
    "matches": matches,
    "drawn_matches": drawn_matches,
    "two": ticket_to_ride,
    "three": lambda: ticket_to_ride(3),
}
