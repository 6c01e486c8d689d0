"""Between a network in torch and the arrays that ``compiled.py`` reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

from sf_agents.san_francisco.network.file import network_in, widths_of
from sf_agents.san_francisco.network.model import KINDS, DistrictNetwork, Widths
from sf_agents.san_francisco.network.net import Net, players_of
from sf_agents.san_francisco.network.resize import seated
from sf_env.core.errors import Error

# The biases of layers whose weights have another name than the layer in torch.
BIASES = {
    "spot_column_bias": "actions.spot_column_head.bias",
    "spot_row_bias": "actions.spot_row_head.bias",
}


def names(state: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Yield each array's name, its name in torch, and whether it is transposed there."""
    short = {name.partition(".")[2]: name for name in state}
    for name in Net._fields:
        if name in BIASES:
            yield name, BIASES[name], False
        elif f"{name}.weight" in short:
            yield name, short[f"{name}.weight"], True
        elif name.endswith("_bias"):
            layer = name.removesuffix("_bias")
            yield name, short[name] if name in short else short[f"{layer}.bias"], False


def to_net(network: DistrictNetwork) -> Net:
    """Return a copy of the weights; matrices get a line for each input."""
    state = {name: tensor.detach().cpu().numpy() for name, tensor in network.state_dict().items()}
    fields = {"scale": network.body.scale.cpu().numpy()}
    fields |= {name: state[key].T if turn else state[key] for name, key, turn in names(state)}
    return Net(**{name: np.array(fields[name], np.float32, order="C") for name in Net._fields})


def from_net(net: Net) -> dict[str, torch.Tensor]:
    """Return the weights as the state of a ``DistrictNetwork`` with the same widths."""
    state = DistrictNetwork(players_of(net), Widths(**widths_of(net))).state_dict()
    arrays = net._asdict()
    for name, key, turn in names(state):
        state[key] = torch.from_numpy(arrays[name].T.copy() if turn else arrays[name].copy())
    return state


def load_start(path: str, players: int, kind: str) -> dict[str, torch.Tensor]:
    """Return the weights of a network's file that a run of a kind is to begin with."""
    net = network_in(path).net
    own = Widths(**widths_of(net))
    if own != KINDS[kind]:
        fitting = [name for name, widths in KINDS.items() if widths == own]
        known = f"its network is of the kind {fitting[0]}" if fitting else "its widths are its own"
        raise Error(f"{path}: {known}; it cannot start a run with --network {kind}")
    return from_net(seated(net, players))
