"""Who plays against the learner: the pool's networks on their way to the runners.

A network is put into Ray's object store once, where all runners fetch it; they keep past selves
for as long as these stay in the pool. A restarted runner fetches them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import ray
from torch import Tensor

from sf_agents.training.networks import Player
from sf_agents.training.pool import SELF
from sf_env.core.rules import Rules
from sf_env.opponents import Mixture


class Lineup(NamedTuple):
    """What a runner has to know before it plays on."""

    update: int  # the number of updates so far
    margin: float  # share of the margin in points in the reward
    weights: Mapping[str, float]  # of the mixture, fixed agents included
    networks: Mapping[str, Any]  # references to the weights of the present self and past selves
    learner: Any  # reference to the weights that the learner has now


class Store:
    """The networks of the pool in Ray's object store."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def lineup(
        self, update: int, margin: float, mixture: Mixture, learner: Mapping[str, Tensor]
    ) -> Lineup:
        """Return the lineup of a mixture, whose networks are those that have weights."""
        agents = dict(zip(mixture.names, mixture.agents, strict=True))
        weights = {
            name: one.state_dict() for name, one in agents.items() if hasattr(one, "state_dict")
        }
        self._kept = {
            name: self._kept[name] if name in self._kept and name != SELF else ray.put(one)
            for name, one in weights.items()
        }
        shares = dict(zip(mixture.names, mixture.weights.tolist(), strict=True))
        return Lineup(update, margin, shares, dict(self._kept), ray.put(dict(learner)))


class Seats:
    """The opponents on one runner."""

    def __init__(self, rules: Rules, revived: Callable[[dict[str, Any]], Player]) -> None:
        """Take the game, and what makes a player of its weights."""
        self.players: dict[str, Player] = {}
        self._rules = rules
        self._revived = revived

    def seat(self, lineup: Lineup) -> Mixture:
        """Return the mixture of a lineup, fetching the networks that are not here yet."""
        here = {name: one for name, one in self.players.items() if name != SELF}
        self.players = {
            name: here[name] if name in here else self._revived(ray.get(network))
            for name, network in lineup.networks.items()
        }
        return Mixture(lineup.weights, self.players, self._rules)
