"""What an agent thinks of the choices in a position: for hints, and for panels next to a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sf_agents.network.chances import chance_of
from sf_env.core.errors import Error
from sf_env.core.game import Game
from sf_env.core.rules import Rules
from sf_env.opponents import load


class Opinion(NamedTuple):
    """A legal action as an agent evaluates it; values that the agent does not give are None."""

    action: int
    name: str
    share: float  # of the search's visits, or of the policy
    chance: float | None  # to win after it, for the player to move


class Advice(NamedTuple):
    """All choices, best first, and the win probability after the best one."""

    choices: list[Opinion]
    chance: float


def advise(game: Game, agent: Any) -> Advice:
    """Return an agent's ``analyse`` of a position; it sees what the player to move knows.

    To ask more than once, load the agent once and pass it instead of its name.
    """
    rules = game.rules
    analyse = adviser(agent, rules)
    legal = game.legal_actions()
    if not legal:
        raise Error("the game is over: there is nothing to think about")
    states = game.states.copy()
    rules.conceal(states, np.array([-1]))
    found = analyse(states)
    if hasattr(found, "visits"):
        weights, chances = found.visits[0].astype(np.float64), found.values[0]
        best = float(found.value[0])
    else:
        weights, chances = found.policy[0], None
        best = chance_of(float(found.value[0]), game.players)
    if not np.isfinite([best, *weights[legal]]).all():
        raise Error(f"agent {agent!r} returned a chance or a share that is not a number")
    total = weights[legal].sum() or 1.0
    choices = [
        Opinion(
            action,
            rules.actions[action],
            float(weights[action] / total),
            None if chances is None else _number(chances[action]),
        )
        for action in legal
    ]
    return Advice(sorted(choices, key=lambda one: -one.share), best)


def adviser(agent: Any, rules: Rules) -> Callable[[Any], Any]:
    """Return the ``analyse`` method of an agent, given as an object or a name."""
    loaded = load(agent, rules) if isinstance(agent, str) else agent
    analyse: Callable[[Any], Any] | None = getattr(loaded, "analyse", None)
    if analyse is None:
        raise Error(f"agent {agent!r} gives no advice: it has no method analyse(states)")
    return analyse


def _number(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None
