"""Playing games to their end: every agent decides all its games in one call.

If an agent fails on many games together it is asked again for each of them alone, so that only
those games are lost in which it fails. With a time limit, and where an agent has brought down a
process, it is asked for each game alone from the start; then ``watch`` always knows which.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sf_agents.arena.asker import Asker, Misconduct
from sf_agents.arena.games import Games
from sf_agents.arena.outcome import Finished
from sf_agents.arena.plan import Tournament
from sf_env.core.masks import is_legal
from sf_env.core.rules import Array
from sf_env.opponents.registry import load

DELIVERY_SECONDS = 0.25  # how long finished games wait for others


@dataclass(frozen=True)
class Verdict:
    """A game that was lost in a process that is no more: at which decision, and why."""

    decision: int
    reason: str


@dataclass(frozen=True, eq=False)
class Job:
    """Games to play; ``alone`` asks for each game alone, even without a time limit."""

    numbers: Array
    alone: bool = False
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)


class Waiting(NamedTuple):
    """What a process waits for: the decision of an agent in one game."""

    game: int
    decision: int
    agent: int
    is_first: bool  # it gets extra time
    limit: float | None  # seconds that it may take


Watch = Callable[[Waiting | None], None]  # called before each decision, and with None after it


class Referee:
    """The agents of a tournament, loaded, and what is needed to let them play."""

    def __init__(
        self, tournament: Tournament, watch: Watch | None = None, compiled: Any = ()
    ) -> None:
        """``compiled`` are the agents whose first decision gets no extra time."""
        self._tournament = tournament
        self._watch = watch or (lambda _waiting: None)
        self._askers = [
            Asker(
                load(agent, tournament.rules) if isinstance(agent, str) else agent,
                tournament.move_seconds,
                compiled=number in compiled,
            )
            for number, agent in enumerate(tournament.agents)
        ]

    def play(self, job: Job) -> Iterator[Finished]:
        """Play games to their end and yield them as they finish, some at a time."""
        games = Games(self._tournament, job.numbers)
        alone = job.alone or self._tournament.move_seconds is not None
        delivered = time.monotonic()
        while len(games.going):
            self._pronounce(games, job.verdicts)
            self._decide(games, alone=alone)
            if time.monotonic() - delivered > DELIVERY_SECONDS:
                yield self._collect(games)
                delivered = time.monotonic()
        yield self._collect(games)

    def _collect(self, games: Games) -> Finished:
        effort = np.array([asker.take_effort() for asker in self._askers])
        return Finished(*games.collect(), effort)

    def _pronounce(self, games: Games, verdicts: Mapping[int, Verdict]) -> None:
        """End the games that have come to the decision at which they were lost."""
        if not verdicts:
            return
        for row in games.going.tolist():
            verdict = verdicts.get(int(games.numbers[row]))
            if verdict and verdict.decision == games.lengths[row]:
                games.forfeit(row, verdict.reason)

    def _decide(self, games: Games, *, alone: bool) -> None:
        """Let every game that goes on advance by one decision."""
        going = games.going
        movers = games.movers(going)
        ask = self._ask_alone if alone else self._ask
        moves = [ask(games, agent, going[movers == agent]) for agent in np.unique(movers).tolist()]
        if moves:
            rows, actions = (np.concatenate(column) for column in zip(*moves, strict=True))
            games.play(rows, actions)

    def _ask(self, games: Games, agent: int, rows: Array) -> tuple[Array, Array]:
        """Return the rows that an agent decides and its actions; it loses the others."""
        try:
            actions = self._askers[agent].answers(games.question(rows))
        except Misconduct as fault:
            if len(rows) > 1:
                return self._ask_alone(games, agent, rows)
            games.forfeit(int(rows[0]), fault.reason)
            return rows[:0], rows[:0]
        legal = is_legal(games.legal(rows), actions)
        for row, action in zip(rows[~legal].tolist(), actions[~legal].tolist(), strict=True):
            games.forfeit(row, self._illegal(action))
        return rows[legal], actions[legal]

    def _ask_alone(self, games: Games, agent: int, rows: Array) -> tuple[Array, Array]:
        """Do the same, with a question for each row."""
        asker = self._askers[agent]
        moves = []
        for row in rows:
            game, decision = int(games.numbers[row]), int(games.lengths[row])
            self._watch(Waiting(game, decision, agent, asker.is_first, asker.limit))
            moves.append(self._ask(games, agent, np.array([row])))
            self._watch(None)
        kept, actions = (np.concatenate(column) for column in zip(*moves, strict=True))
        return kept, actions

    def _illegal(self, action: int) -> str:
        names = self._tournament.rules.actions
        if 0 <= action < len(names):
            return f"chose action {action} ({names[action]}), which is not legal here"
        return f"chose action {action}, which does not exist"
