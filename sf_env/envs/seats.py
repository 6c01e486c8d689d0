"""The opponents of an environment with one learner: their seats and their decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sf_env.core.arrays import take_states
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import (
    Agent,
    Question,
    act_of,
    answer,
    check_suits,
    name_of,
    question,
)
from sf_env.opponents.mixture import Mixture
from sf_env.opponents.registry import load

One = str | Agent | Mixture | Mapping[str, float]
Opponent = One | Sequence[One]


class Opponents:
    """The agents on the other seats, in turn order after the learner."""

    def __init__(self, rules: Rules, players: int, opponent: Any) -> None:
        """Take one agent (or name, or mixture) for all other seats, or a list with one for each.

        A mapping of names to weights makes a mixture.
        """
        self._rules = rules
        several = isinstance(opponent, list | tuple)
        if several and len(opponent) != players - 1:
            raise ValueError(
                f"opponent lists {len(opponent)} agents; there are {players - 1} seats"
            )
        self._sitting = [
            _Sitting(one, rules, players) for one in (opponent if several else [opponent])
        ]

    def act(self, states: Array, legal: Array, turns: Array, seeds: Array, lengths: Array) -> Array:
        """Return the actions (n,) of the agents that are 1 + ``turns`` seats after the learner.

        ``states`` are copies; ``seeds`` and ``lengths`` belong to the games.
        """
        asked = question(self._rules, states, seeds, lengths, legal)
        if len(self._sitting) == 1:
            return self._sitting[0].act(asked, seeds)
        actions = np.zeros(len(states), np.int64)
        for turn, sitting in enumerate(self._sitting):
            rows = np.flatnonzero(turns == turn)
            if len(rows):
                actions[rows] = sitting.act(_part(asked, rows), seeds[rows])
        return actions


class _Sitting:
    """Who plays on a seat: the same agent in all games, or one of a mixture in each."""

    def __init__(self, one: Any, rules: Rules, players: int) -> None:
        self._mixture = Mixture(one, game=rules) if isinstance(one, Mapping) else one
        mixed = isinstance(self._mixture, Mixture)
        self._agents = self._mixture.agents if mixed else [_loaded(one, rules)]
        names = self._mixture.names if mixed else [name_of(one)]
        self._acts = [act_of(agent) for agent in self._agents]
        for agent, name in zip(self._agents, names, strict=True):
            check_suits(agent, rules, players, name)

    def act(self, asked: Question, seeds: Array) -> Array:
        """Return the actions (n,) of whoever plays in each game."""
        if not isinstance(self._mixture, Mixture):
            return self._ask(0, asked)
        actions = np.zeros(len(asked.states), np.int64)
        drawn = self._mixture.draw(seeds, asked.states["to_move"])

        def ask(number: int, rows: Array) -> None:
            actions[rows] = self._ask(number, _part(asked, rows))

        self._mixture.ask_all(ask, drawn)
        return actions

    def _ask(self, number: int, asked: Question) -> Array:
        return answer(self._agents[number], self._acts[number], asked)

    def __getstate__(self) -> dict[str, Any]:
        return {"mixture": self._mixture, "agents": self._agents}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._mixture = kept["mixture"]
        self._agents = kept["agents"]
        self._acts = [act_of(agent) for agent in self._agents]


def _loaded(agent: Any, rules: Rules) -> Any:
    return load(agent, rules) if isinstance(agent, str) else agent


def _part(asked: Question, rows: Array) -> Question:
    return Question(take_states(asked.states, rows), asked.legal[rows], asked.keys[rows])


def check_seat(seat: Any, players: int) -> int | None:
    """Return the learner's seat, None for a random one, or raise ValueError."""
    if isinstance(seat, str) and seat == "random":
        return None
    if isinstance(seat, int | np.integer) and 0 <= seat < players:
        return int(seat)
    raise ValueError(f"seat={seat!r} is not allowed; allowed: 'random', or 0 to {players - 1}")


def check_on_illegal(on_illegal: Any) -> bool:
    """Return whether an illegal action should raise, or raise ValueError."""
    if on_illegal not in ("terminate", "raise"):
        raise ValueError(f"on_illegal={on_illegal!r} is not allowed; allowed: 'terminate', 'raise'")
    return bool(on_illegal == "raise")
