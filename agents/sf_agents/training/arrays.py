"""Between a network in torch and the arrays that play it without torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch


def names_in_torch(
    fields: tuple[str, ...], state: Mapping[str, Any], biases: Mapping[str, str]
) -> Iterator[tuple[str, str, bool]]:
    """Yield the name of each array that torch knows, its name there, and whether it is transposed.

    ``biases`` are the names in torch of those whose layer has another name than its weights.
    """
    short = {name.partition(".")[2]: name for name in state}
    for name in fields:
        if name in biases:
            yield name, biases[name], False
        elif f"{name}.weight" in short:
            yield name, short[f"{name}.weight"], True
        elif name in short:
            yield name, short[name], False
        elif name.endswith("_bias") and (bias := f"{name.removesuffix('_bias')}.bias") in short:
            yield name, short[bias], False


def to_arrays(network: torch.nn.Module, kind: Any, biases: Mapping[str, str]) -> Any:
    """Return a copy of the weights as a tuple of this kind; matrices get a line for each input."""
    state = network.state_dict() | dict(network.named_buffers())
    arrays = {name: tensor.detach().cpu().numpy() for name, tensor in state.items()}
    return kind(
        **{
            name: np.array(arrays[key].T if turn else arrays[key], np.float32, order="C")
            for name, key, turn in names_in_torch(kind._fields, arrays, biases)
        }
    )


def to_state(
    net: Any, network: torch.nn.Module, biases: Mapping[str, str]
) -> dict[str, torch.Tensor]:
    """Return arrays as the state of a network of the same widths."""
    state = network.state_dict()
    for name, key, turn in names_in_torch(net._fields, state, biases):
        array = getattr(net, name)
        state[key] = torch.from_numpy(array.T.copy() if turn else array.copy())
    return state
