"""What each seat of one game has done and seen so far: perfect recall, for information states.

A seat's text has a line for each action and for each outcome of chance that changed what the seat
sees: the action, as far as the seat sees it, then the entries of its observation that changed, as
``index:new value``. So the text determines all observations of the seat since the game began.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from sf_env.core.arrays import take_states
from sf_env.core.rules import Array, Rules

HIDDEN = "?"  # for an action that a seat does not see


class Recall:
    """The texts of all seats, and how often each seat has chosen each action."""

    def __init__(self, rules: Rules, states: Array) -> None:
        """Begin with the game in row 0."""
        self.rules = rules
        self.seen = seen_by_all(rules, states)
        self.texts = [f"seat {seat}" for seat in range(len(self.seen))]
        # By seat and action, as everybody knows it: actions that are private count as one more.
        self.counts = np.zeros((len(self.seen), len(rules.actions) + 1), np.int16)

    def action(self, mover: int, action: int, states: Array) -> None:
        """Add an action, which has led to row 0."""
        shows, name = self.rules.shows_action, self.rules.actions[action]
        for seat in range(len(self.texts)):
            said = name if shows(action, mover, seat) else HIDDEN
            self.texts[seat] += f"\n{mover} {said}"
        self.counts[mover, -1 if action in self.rules.private_actions else action] += 1
        self._see(states, " ")

    def outcome(self, states: Array) -> None:
        """Add an outcome of chance, which has led to row 0."""
        self._see(states, "\n")

    def _see(self, states: Array, before: str) -> None:
        """Add what changed for each seat that sees a change."""
        seen = seen_by_all(self.rules, states)
        for seat, words in enumerate(changes(self.seen, seen)):
            if words:
                self.texts[seat] += before + words
        self.seen = seen

    def imagined(self, seat: int, states: Array) -> Recall:
        """Return this for a world that a seat imagines, in row 0.

        The seat recalls all that it does here, the others only what they see in that world now.
        """
        twin = self.copy()
        twin.seen = seen_by_all(self.rules, states)
        for other, words in enumerate(changes(np.zeros_like(twin.seen), twin.seen)):
            if other != seat:
                twin.texts[other] = f"seat {other}, imagined by seat {seat}\n{words}"
        return twin

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)  # `seen` is replaced, never changed
        twin.texts = list(self.texts)
        twin.counts = self.counts.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()


def seen_by_all(rules: Rules, states: Array) -> Array:
    """Return the observation of row 0 of each seat."""
    players = int(states["players"][0])
    same = take_states(states, np.zeros(players, np.int64))
    return rules.observations(same, np.arange(players), players)


def changes(before: Array, after: Array) -> list[str]:
    """Return for each row the entries that differ, as text."""
    rows, places = np.nonzero(before != after)
    words: list[list[str]] = [[] for _ in after]
    values = after[rows, places].tolist()
    for row, place, value in zip(rows.tolist(), places.tolist(), values, strict=True):
        words[row].append(f"{place}:{value}")
    return [" ".join(row) for row in words]


def imagined_world(rules: Rules, states: Array, seat: int, rng: np.random.Generator) -> Array:
    """Return a world that a seat may imagine of row 0, in which the player to move can move.

    In some worlds another seat could not pay for the route that it is just claiming: they are
    drawn again.
    """
    for count in (1, 16, 256, *[4096] * 64):
        worlds = take_states(states, np.zeros(count, np.int64))
        seeds = rng.integers(2**53, size=count, dtype=np.uint64)
        rules.imagine(worlds, np.full(count, seat, np.int64), seeds)
        legal = np.zeros((count, len(rules.actions)), np.bool_)
        rules.legal(worlds, np.arange(count), legal)
        possible = np.flatnonzero(legal.any(axis=1) | rules.is_over(worlds))
        if len(possible):
            return take_states(worlds, possible[:1])
    raise ValueError(f"no world was found that seat {seat} may imagine")
