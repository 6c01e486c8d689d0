"""The networks that training can choose for Ticket to Ride."""

from __future__ import annotations

from sf_agents.ticket_to_ride.network.features import SEAT_FEATURES
from sf_agents.ticket_to_ride.network.file import GRAPHS
from sf_agents.ticket_to_ride.network.model import KINDS_OF_NETWORKS, GraphNetwork, Widths
from sf_agents.ticket_to_ride.network.net import Net
from sf_agents.training.own_networks import Build, OwnNetworks
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS


def seated(net: Net, before: int, players: int) -> Net:
    """Return a network for another number of players; all opponents together keep their weight.

    Only the figures of players, the last lines of the whole, have weights for each seat.
    """
    if before == players:
        return net
    whole = net.whole.copy()
    seats = whole[-SEAT_FEATURES * MAX_PLAYERS :].reshape(MAX_PLAYERS, SEAT_FEATURES, -1)
    seats[1:] = seats[1:before].sum(axis=0) / (players - 1)
    return net._replace(whole=whole)


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
