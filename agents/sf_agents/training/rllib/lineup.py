"""Who sits opposite: the pool's networks on their way to the runners.

A network is put into Ray's object store once, where all runners fetch it; they keep past selves
for as long as these stay in the pool. A runner that is born again fetches them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import ray
from torch import Tensor

from sf_agents.san_francisco.network.net import Net
from sf_agents.training.players import Player
from sf_agents.training.pool import SELF
from sf_env.opponents import Mixture


class Lineup(NamedTuple):
    """What a runner has to know before it plays on."""

    update: int  # the number of updates so far
    margin: float  # share of the margin in points in the reward
    weights: Mapping[str, float]  # of the mixture, fixed agents included
    nets: Mapping[str, Any]  # references to the networks of the present self and past selves
    learner: Any  # reference to the weights that the learner has now


class Store:
    """The networks of the pool in Ray's object store."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def lineup(
        self, update: int, margin: float, mixture: Mixture, learner: Mapping[str, Tensor]
    ) -> Lineup:
        """Return the lineup of a mixture, in which networks are played by ``Player``."""
        agents = dict(zip(mixture.names, mixture.agents, strict=True))
        players = {name: one for name, one in agents.items() if isinstance(one, Player)}
        self._kept = {
            name: self._kept[name] if name in self._kept and name != SELF else ray.put(one.net)
            for name, one in players.items()
        }
        weights = dict(zip(mixture.names, mixture.weights.tolist(), strict=True))
        return Lineup(update, margin, weights, dict(self._kept), ray.put(dict(learner)))


def own_copy(net: Net) -> Net:
    """Return arrays of one's own: those in the store are read-only, another type for Numba."""
    return Net(*(array.copy() for array in net))


class Seats:
    """The opponents on one runner."""

    def __init__(self) -> None:
        self.players: dict[str, Player] = {}

    def seat(self, lineup: Lineup) -> Mixture:
        """Return the mixture of a lineup, fetching the networks that are not here yet."""
        here = {name: one for name, one in self.players.items() if name != SELF}
        self.players = {
            name: here[name] if name in here else Player(own_copy(ray.get(net)))
            for name, net in lineup.nets.items()
        }
        return Mixture(lineup.weights, self.players)
