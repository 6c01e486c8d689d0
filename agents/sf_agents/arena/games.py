"""Games that are played side by side: their states, who sits where, and what was done so far."""

from __future__ import annotations

from typing import Any

import numpy as np

import sf_env
from sf_agents.arena.outcome import (
    NOBODY,
    make_line,
    places_after_forfeit,
    places_of,
    row_dtype,
)
from sf_agents.arena.schedule import Schedule
from sf_env.core.arrays import take_states
from sf_env.core.rules import Array
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.rules import SAN_FRANCISCO as RULES
from sf_env.games.san_francisco.scores import TOTAL, points_by_part
from sf_env.opponents.contract import decision_keys


class Games:
    """The games with some numbers of a schedule, from the deal to the end."""

    def __init__(self, schedule: Schedule, labels: tuple[str, ...], deck: Deck, numbers: Array):
        self._schedule = schedule
        self._labels = labels
        self._deck = deck
        self.numbers = numbers
        self.seeds = schedule.seeds_of(numbers)
        self.seating = schedule.seating_of(numbers)
        self.states = sf_env.deal(schedule.players, self.seeds, deck)
        self.lengths = np.zeros(len(numbers), np.int64)
        self._actions = np.zeros((len(numbers), 256), np.int8)
        self._reasons: dict[int, tuple[int, str]] = {}  # row: the seat that lost by a forfeit, why
        self._going = np.ones(len(numbers), np.bool_)
        self._collected = np.zeros(len(numbers), np.bool_)

    @property
    def going(self) -> Array:
        """The rows of the games that are not over."""
        return np.flatnonzero(self._going)

    def movers(self, rows: Array) -> Array:
        """Return which agent is to move in each row."""
        movers: Array = self.seating[rows, self.states["to_move"][rows]]
        return movers

    def questions(self, rows: Array) -> tuple[Array, Array, Array]:
        """Return fresh concealed states, masks and keys, for an agent to decide on."""
        states = take_states(self.states, rows)
        RULES.conceal(states, np.full(len(states), -1))
        keys = decision_keys(self.seeds[rows], states["to_move"], self.lengths[rows])
        return states, self.legal(rows), keys

    def legal(self, rows: Array) -> Array:
        """Return the legal actions of each row: (n, actions) bool."""
        mask = np.zeros((len(rows), len(RULES.actions)), np.bool_)
        RULES.legal(self.states, rows, mask)
        return mask

    def forfeit(self, row: int, reason: str) -> None:
        """End a game: the player to move has lost it."""
        self._reasons[row] = (int(self.states["to_move"][row]), reason)
        self._going[row] = False

    def play(self, rows: Array, actions: Array) -> None:
        """Carry out legal actions (n,) in some games."""
        if self.lengths.max() == self._actions.shape[1]:
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], axis=1)
        self._actions[rows, self.lengths[rows]] = actions
        self.lengths[rows] += 1
        spread = np.zeros(len(self.states), np.int64)
        active = np.zeros(len(self.states), np.bool_)
        spread[rows], active[rows] = actions, True
        sf_env.step_states(self.states, spread, active)
        self._going &= ~sf_env.is_over(self.states)

    def collect(self) -> tuple[Array, list[bytes]]:
        """Return rows and lines of the games that have ended since the last time."""
        ended = np.flatnonzero(~self._going & ~self._collected)
        self._collected[ended] = True
        rows = self._results(ended)
        return rows, [
            make_line(row, actions, self._deck, self._about(at))
            for at, row, actions in zip(ended.tolist(), rows, self._moves(ended), strict=True)
        ]

    def _results(self, ended: Array) -> Array:
        rows = np.zeros(len(ended), row_dtype(self._schedule.players))
        rows["number"], rows["seed"] = self.numbers[ended], self.seeds[ended]
        rows["length"], rows["forfeit"] = self.lengths[ended], NOBODY
        states = take_states(self.states, ended)
        if len(ended):
            rows["parts"] = points_by_part(states)
        trams = states["trams"][:, : self._schedule.players].sum(axis=(2, 3))
        rows["places"] = places_of(rows["parts"][:, :, TOTAL], trams)
        for at, game in enumerate(ended.tolist()):
            if game in self._reasons:
                seat = self._reasons[game][0]
                rows["forfeit"][at], rows["parts"][at] = seat, 0
                rows["places"][at] = places_after_forfeit(self._schedule.players, seat)
        return rows

    def _moves(self, ended: Array) -> list[list[int]]:
        return [
            self._actions[at, :length].tolist()
            for at, length in zip(ended.tolist(), self.lengths[ended].tolist(), strict=True)
        ]

    def _about(self, row: int) -> dict[str, Any]:
        """Return what the record of a game says besides the game itself."""
        agents = [self._labels[agent] for agent in self.seating[row].tolist()]
        about = {"agents": agents, "match": self._schedule.match(int(self.numbers[row]))}
        if row in self._reasons:
            seat, reason = self._reasons[row]
            about["forfeit"] = {"seat": seat, "agent": agents[seat], "reason": reason}
        return about
