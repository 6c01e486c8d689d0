"""The other seats of an environment with one learner: who sits where, and asking them to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sf_env.copying import take_states
from sf_env.errors import IllegalAction
from sf_env.masks import first_illegal
from sf_env.opponents.protocol import Act, Agent, act_of
from sf_env.opponents.registry import load
from sf_env.rules import Array, Rules

Opponent = str | Agent | Sequence[str | Agent]


class Opponents:
    """The agents on the other seats, in turn order after the learner."""

    def __init__(self, rules: Rules, players: int, opponent: Any) -> None:
        """Take one agent (or name) for all other seats, or a list with one for each."""
        self._rules = rules
        several = isinstance(opponent, list | tuple)
        agents = list(opponent) if several else [opponent]
        if several and len(agents) != players - 1:
            raise ValueError(f"opponent lists {len(agents)} agents; there are {players - 1} seats")
        self._acts = [_act(agent) for agent in agents]
        self._agents = agents

    def act(self, states: Array, legal: Array, keys: Array, turns: Array) -> Array:
        """Return the actions (n,) of the agents that are 1 + ``turns`` after the learner.

        ``states`` are copies, which lose the order of the deck here.
        """
        self._rules.conceal(states)
        if len(self._acts) == 1:
            return self._ask(0, states, legal, keys)
        actions = np.zeros(len(states), np.int64)
        for turn in range(len(self._acts)):
            rows = np.flatnonzero(turns == turn)
            if len(rows):
                actions[rows] = self._ask(turn, take_states(states, rows), legal[rows], keys[rows])
        return actions

    def _ask(self, turn: int, states: Array, legal: Array, keys: Array) -> Array:
        """Return what one agent does, once it is sure that it may."""
        actions = np.asarray(self._acts[turn](states, legal, keys))
        if actions.shape != (len(states),) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(
                f"opponent {self._agents[turn]!r} should return ({len(states)},) integers, not "
                f"{actions.shape} {actions.dtype}"
            )
        chosen = np.array(actions, np.int64)
        wrong = first_illegal(legal, np.arange(len(chosen)), chosen)
        if wrong >= 0:
            raise IllegalAction(
                f"opponent {self._agents[turn]!r} chose {chosen[wrong]}: not legal there"
            )
        return chosen

    def __getstate__(self) -> dict[str, Any]:
        return {"rules": self._rules, "agents": self._agents}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._rules = kept["rules"]
        self._agents = kept["agents"]
        self._acts = [_act(agent) for agent in self._agents]


def _act(agent: Any) -> Act:
    return act_of(load(agent) if isinstance(agent, str) else agent)


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
