"""The other seats of an environment with one learner: who sits where, and asking them to act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sf_env.core.arrays import take_states
from sf_env.core.errors import IllegalAction
from sf_env.core.masks import first_illegal
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import Agent, act_of, check_suits
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
        self._sitting = [_Sitting(one, players) for one in (opponent if several else [opponent])]

    def act(self, states: Array, legal: Array, keys: Array, turns: Array, seeds: Array) -> Array:
        """Return the actions (n,) of the agents that are 1 + ``turns`` after the learner.

        ``states`` are copies, which lose the order of the deck here; ``seeds`` are the games'.
        """
        self._rules.conceal(states)
        if len(self._sitting) == 1:
            return self._sitting[0].act(states, legal, keys, seeds)
        actions = np.zeros(len(states), np.int64)
        for turn, sitting in enumerate(self._sitting):
            rows = np.flatnonzero(turns == turn)
            if len(rows):
                actions[rows] = sitting.act(
                    take_states(states, rows), legal[rows], keys[rows], seeds[rows]
                )
        return actions


class _Sitting:
    """Who plays on a seat: the same agent in all games, or one of a mixture in each."""

    def __init__(self, one: Any, players: int) -> None:
        self._mixture = Mixture(one) if isinstance(one, Mapping) else one
        several = isinstance(self._mixture, Mixture)
        self._agents = self._mixture.agents if several else [_loaded(one)]
        self._acts = [act_of(agent) for agent in self._agents]
        for agent in self._agents:
            check_suits(agent, players)

    def act(self, states: Array, legal: Array, keys: Array, seeds: Array) -> Array:
        """Return the actions (n,) of whoever plays in each game."""
        if not isinstance(self._mixture, Mixture):
            return self._ask(0, states, legal, keys)
        actions = np.zeros(len(states), np.int64)
        drawn = self._mixture.draw(seeds, states["to_move"])

        def ask(number: int, rows: Array) -> None:
            actions[rows] = self._ask(number, take_states(states, rows), legal[rows], keys[rows])

        self._mixture.ask_all(ask, drawn)
        return actions

    def _ask(self, number: int, states: Array, legal: Array, keys: Array) -> Array:
        """Return what one agent does, once it is sure that it may."""
        actions = np.asarray(self._acts[number](states, legal, keys))
        if actions.shape != (len(states),) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(
                f"opponent {self._agents[number]!r} should return ({len(states)},) integers, not "
                f"{actions.shape} {actions.dtype}"
            )
        chosen = np.array(actions, np.int64)
        wrong = first_illegal(legal, np.arange(len(chosen)), chosen)
        if wrong >= 0:
            raise IllegalAction(
                f"opponent {self._agents[number]!r} chose {chosen[wrong]}: not legal there"
            )
        return chosen

    def __getstate__(self) -> dict[str, Any]:
        return {"mixture": self._mixture, "agents": self._agents}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._mixture = kept["mixture"]
        self._agents = kept["agents"]
        self._acts = [act_of(agent) for agent in self._agents]


def _loaded(agent: Any) -> Any:
    return load(agent) if isinstance(agent, str) else agent


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
