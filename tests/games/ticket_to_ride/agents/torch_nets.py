"""Networks in torch with random weights."""

from __future__ import annotations

import torch

from sf_agents.ticket_to_ride.network.model import GraphNetwork, Widths

SMALL = Widths(route=9, location=7, ticket=6, kind=5, whole=21, head=13, spot=10)


def shaken(players: int, widths: Widths = SMALL) -> GraphNetwork:
    """Return a network none of whose weights is zero."""
    torch.manual_seed(0)
    network = GraphNetwork(players, widths)
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(torch.randn_like(weights) * 0.1)
    return network
