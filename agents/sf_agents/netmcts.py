"""Monte Carlo tree search with a trained network beside the evaluation.

It is the search of ``mcts.py``, with two changes. Where a simulation leaves the tree, the network's
value says how the game may end, instead of a playout or mixed with one: it does not depend on luck,
and it has seen many games. And what the network would do enters the priors of the choices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sf_agents.forward import Net
from sf_agents.mcts import Mcts
from sf_agents.network_file import check_network, load_network
from sf_env.opponents.parameters import Range


@dataclass(frozen=True)
class Netmcts(Mcts):
    """Search a tree of turns with the policy and the value of a trained network."""

    path: Annotated[str | None, Range(text="file of a network, from sf-train")] = None
    network_share: Annotated[
        float, Range(0, 1, "weight of the network's value against a playout")
    ] = 1.0
    policy_share: Annotated[float, Range(0, 1, "weight of the network's policy in the priors")] = (
        0.5
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_network(self.path)

    def _network(self, players: int) -> tuple[float, float, Net | None]:
        return self.network_share, self.policy_share, load_network(players, self.path).net
