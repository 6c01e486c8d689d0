"""The networks that training can choose for Ticket to Ride."""

from __future__ import annotations

from typing import Any

from sf_agents.ticket_to_ride.network.file import GRAPHS
from sf_agents.ticket_to_ride.network.model import KINDS_OF_NETWORKS, GraphNetwork, Widths
from sf_agents.training.own_networks import Build, OwnNetworks


def seated(net: Any, _players: int) -> Any:
    """Return a network as it is: its weights serve any number of players."""
    return net


SPOTS = ("route", "location", "ticket", "kind")
BUILD = Build(
    family=GRAPHS,
    kinds=KINDS_OF_NETWORKS,
    module=GraphNetwork,
    widths=Widths,
    seated=seated,
    biases={f"spot_{name}_bias": f"actions.spot_{name}_head.bias" for name in SPOTS},
)


class GraphNetworks(OwnNetworks):
    """The perceptron, and networks that read the map, which need no torch to play."""

    build = BUILD
