"""Networks without torch: with random weights, and the package's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import sf_agents
from sf_agents.san_francisco.network.file import network_shapes
from sf_agents.san_francisco.network.net import Net

FOLDER = Path(sf_agents.__file__).parent / "san_francisco/network/trained"
NETWORKS = sorted(FOLDER.glob("*.npz"))


def random_net(players: int, seed: int = 0) -> Net:
    """Return a network with random weights."""
    rng = np.random.default_rng(seed)
    shapes = network_shapes(
        players, row=8, district=12, card=6, column=10, whole=24, head=16, spot=8
    )
    return Net(
        **{
            name: rng.normal(0, shape[0] ** -0.5, shape).astype(np.float32)
            for name, shape in shapes.items()
        }
    )
