"""Networks in torch, of several widths."""

from __future__ import annotations

import torch

from sf_agents.san_francisco.network.model import KINDS, DistrictNetwork, Widths

WIDTHS = (*KINDS.values(), Widths(row=7, district=9, card=5, column=6, whole=33, head=17, spot=10))


def shaken(players: int, widths: Widths, seed: int = 0) -> DistrictNetwork:
    """Return a network none of whose weights is zero."""
    torch.manual_seed(seed)
    network = DistrictNetwork(players, widths)
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(torch.randn_like(weights) * 0.1)
    return network
