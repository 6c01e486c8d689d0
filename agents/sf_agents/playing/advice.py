"""What an agent thinks of the choices in a position: for hints, and for panels beside a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import sf_env
from sf_agents.san_francisco.search.network_prior import chance_of
from sf_env.core.errors import Error
from sf_env.opponents import load

HINT = "mcts:seconds=1"  # the agent that is asked if none is named


class Choice(NamedTuple):
    """A legal action as an agent sees it; what the agent does not tell is None."""

    action: int
    name: str
    share: float  # of the search's visits, or of the policy
    chance: float | None  # to win after it, for the player to move


class Advice(NamedTuple):
    """All choices, the best first, and the chance to win after the best one."""

    choices: list[Choice]
    chance: float


def advise(game: sf_env.Game, agent: Any = HINT) -> Advice:
    """Return what an agent that can ``analyse`` thinks; it does not see the order of the deck.

    Whoever asks more than once may load the agent once and pass it instead of its name.
    """
    analyse = adviser(agent)
    legal = game.legal_actions()
    if not legal:
        raise Error("the game is over: there is nothing to think about")
    found = analyse(sf_env.conceal(game.states))
    if hasattr(found, "visits"):
        weights, chances = found.visits[0].astype(np.float64), found.values[0]
        best = float(found.value[0])
    else:
        weights, chances = found.policy[0], None
        best = chance_of(float(found.value[0]), game.players)
    if not np.isfinite([best, *weights[legal]]).all():
        raise Error(f"agent {agent!r} tells a chance or a share that is no number")
    total = weights[legal].sum() or 1.0
    choices = [
        Choice(
            action,
            sf_env.actions.name(action),
            float(weights[action] / total),
            None if chances is None else _number(chances[action]),
        )
        for action in legal
    ]
    return Advice(sorted(choices, key=lambda one: -one.share), best)


def adviser(agent: Any) -> Callable[[Any], Any]:
    """Return the function by which an agent, or the one of a name, tells what it thinks."""
    loaded = load(agent) if isinstance(agent, str) else agent
    analyse: Callable[[Any], Any] | None = getattr(loaded, "analyse", None)
    if analyse is None:
        raise Error(f"agent {agent!r} does not tell what it thinks; mcts, netmcts and network do")
    return analyse


def _number(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None
