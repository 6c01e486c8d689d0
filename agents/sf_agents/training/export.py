"""From a network in torch to the arrays that ``forward.py`` works with."""

from __future__ import annotations

import numpy as np

from sf_agents.forward import Net
from sf_agents.training.model import Network
from sf_env.rules import Array

# The biases of layers whose weights have another name than the layer in torch.
BIASES = {
    "spot_column_bias": "actions.spot_column_head.bias",
    "spot_row_bias": "actions.spot_row_head.bias",
}


def to_net(network: Network) -> Net:
    """Return a copy of the weights; matrices get a line for each input."""
    state = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    short = {name.partition(".")[2]: array for name, array in state.items()}
    fields: dict[str, Array] = {"scale": network.body.scale.cpu().numpy()}
    for name in Net._fields:
        if name in BIASES:
            fields[name] = state[BIASES[name]]
        elif f"{name}.weight" in short:
            fields[name] = short[f"{name}.weight"].T
        elif name.endswith("_bias"):
            layer = name.removesuffix("_bias")
            fields[name] = short[name] if name in short else short[f"{layer}.bias"]
    return Net(**{name: np.array(fields[name], np.float32, order="C") for name in Net._fields})
