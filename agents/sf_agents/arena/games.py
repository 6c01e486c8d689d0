"""Games that are played side by side: a batch, who sits where, and the actions so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_agents.arena.outcome import (
    NOBODY,
    make_line,
    places_after_forfeit,
    row_dtype,
    tallies_of,
)
from sf_agents.arena.plan import Tournament
from sf_env.core.arrays import take_states
from sf_env.core.batch import Batch
from sf_env.core.rules import Array
from sf_env.opponents.contract import Question, question


class Games:
    """The games with some numbers of a schedule, from the deal to the end."""

    def __init__(self, tournament: Tournament, numbers: Array) -> None:
        self._tournament = tournament
        self._rules, self._schedule = tournament.rules, tournament.schedule
        self.numbers = numbers
        self.seating = self._schedule.seating_of(numbers)
        self._batch = Batch(
            len(numbers),
            self._schedule.players,
            setup=tournament.setup,
            auto_reset=False,
            game=self._rules,
        )
        self._batch.deal(np.arange(len(numbers)), self._schedule.seeds_of(numbers))
        self._actions = np.zeros((len(numbers), 256), np.int16)
        self._reasons: dict[int, tuple[int, str]] = {}  # row: the seat that lost by a forfeit, why
        self._lost = np.zeros(len(numbers), np.bool_)  # by a forfeit
        self._collected = np.zeros(len(numbers), np.bool_)

    @property
    def going(self) -> Array:
        """The rows of the games that are not over."""
        return np.flatnonzero(~(self._batch.over | self._lost))

    @property
    def lengths(self) -> Array:
        """The decisions (n,) made so far."""
        return self._batch.lengths

    def movers(self, rows: Array) -> Array:
        """Return which agent is to move in each row."""
        movers: Array = self.seating[rows, self._batch.to_move[rows]]
        return movers

    def question(self, rows: Array) -> Question:
        """Return what an agent decides on in these rows; the arrays are the agent's own."""
        batch = self._batch
        states = take_states(batch.states, rows)
        seeds, lengths = batch.seeds[rows], batch.lengths[rows]
        return question(self._rules, states, seeds, lengths, batch.legal[rows])

    def legal(self, rows: Array) -> Array:
        """Return the legal actions of each row: (n, actions) bool."""
        mask: Array = self._batch.legal[rows]
        return mask

    def forfeit(self, row: int, reason: str) -> None:
        """End a game: the player to move has lost it."""
        self._reasons[row] = (int(self._batch.to_move[row]), reason)
        self._lost[row] = True

    def play(self, rows: Array, actions: Array) -> None:
        """Carry out legal actions (n,) in some games."""
        lengths = self._batch.lengths[rows]
        if lengths.max(initial=0) == self._actions.shape[1]:
            self._actions = np.concatenate([self._actions, np.zeros_like(self._actions)], axis=1)
        self._actions[rows, lengths] = actions
        self._batch.play(rows, actions)

    def collect(self) -> tuple[Array, list[bytes]]:
        """Return rows and lines of the games that have ended since the last time."""
        ended = np.flatnonzero((self._batch.over | self._lost) & ~self._collected)
        self._collected[ended] = True
        rows = self._results(ended)
        return rows, [
            make_line(row, actions, self._rules, self._tournament.setup, self._about(at))
            for at, row, actions in zip(ended.tolist(), rows, self._moves(ended), strict=True)
        ]

    def _results(self, ended: Array) -> Array:
        rows = np.zeros(len(ended), row_dtype(self._schedule.players, self._rules))
        rows["number"], rows["seed"] = self.numbers[ended], self._batch.seeds[ended]
        rows["length"], rows["forfeit"] = self._batch.lengths[ended], NOBODY
        played = np.flatnonzero(~self._lost[ended])
        if len(played):
            states = take_states(self._batch.states, ended[played])
            rows["parts"][played] = self._rules.parts_of_points(states)
            rows["tallies"][played] = tallies_of(self._rules, states)
            rows["places"][played] = self._rules.places(states)
        for at in np.flatnonzero(self._lost[ended]):
            seat = self._reasons[int(ended[at])][0]
            rows["forfeit"][at] = seat
            rows["places"][at] = places_after_forfeit(self._schedule.players, seat)
        return rows

    def _moves(self, ended: Array) -> list[list[int]]:
        return [
            self._actions[at, :length].tolist()
            for at, length in zip(ended.tolist(), self._batch.lengths[ended].tolist(), strict=True)
        ]

    def _about(self, row: int) -> dict[str, Any]:
        """Return what the record of a game says besides the game itself."""
        agents = [self._tournament.labels[agent] for agent in self.seating[row].tolist()]
        about = {"agents": agents, "match": self._schedule.match(int(self.numbers[row]))}
        if row in self._reasons:
            seat, reason = self._reasons[row]
            about["forfeit"] = {"seat": seat, "agent": agents[seat], "reason": reason}
        return about
