"""The networks that training can choose for San Francisco."""

from __future__ import annotations

from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.model import KINDS, DistrictNetwork, Widths
from sf_agents.san_francisco.network.resize import seated
from sf_agents.training.own_networks import Build, OwnNetworks

BUILD = Build(
    family=DISTRICTS,
    kinds=KINDS,
    module=DistrictNetwork,
    widths=Widths,
    seated=seated,
    biases={  # of layers that have another name in torch
        "spot_column_bias": "actions.spot_column_head.bias",
        "spot_row_bias": "actions.spot_row_head.bias",
    },
)


class DistrictNetworks(OwnNetworks):
    """The perceptron, and networks that follow the table, which need no torch to play."""

    build = BUILD
