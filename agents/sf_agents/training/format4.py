"""Checkpoints of version 0.1 (format 4), which held the pickled objects of that version.

Its classes are not needed to read them: every object becomes a bag of its attributes, and the
arrays are taken from there. The module has what ``torch.load`` asks of a ``pickle_module``.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

FORMAT = 4
REPLACED = ("sf_env", "sf_agents", "pkgutil")  # packages that nothing is looked for in


class Old:
    """An object of version 0.1: what it was made with, and its attributes."""

    def __new__(cls, *given: Any) -> Old:
        """Take whatever a pickle gives."""
        bag = super().__new__(cls)
        bag.given = given
        return bag

    def __init__(self, *given: Any) -> None:
        self.given = given


class Unpickler(pickle.Unpickler):
    """Reads a pickle without the classes of version 0.1."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or function by the name that a pickle has for it."""
        if module.partition(".")[0] in REPLACED:
            return Old
        return super().find_class(module, name)


def load(file: Any, **keywords: Any) -> Any:
    """Return what a file holds."""
    return Unpickler(file, **keywords).load()


def converted(state: dict[str, Any]) -> dict[str, Any]:
    """Return a checkpoint of format 4 as one of format 5."""
    pool = state["pool"]
    past = {name: _weights_of(player) for name, player in pool["past"].items()}
    new = state | {"format": FORMAT + 1, "pool": pool | {"past": past}}
    if "env" in state:  # not in those of sf-train-rllib
        new["env"] = _games_of(load(io.BytesIO(state["env"])))
    return new


def _games_of(env: Any) -> dict[str, Any]:
    """Return the ``state_dict`` of a vector environment."""
    kept = ("states", "lengths", "seeds", "base", "stream", "k")
    return {
        "batch": {name: getattr(env._batch, f"_{name}") for name in kept},
        "seats": env._seats,
        "over": env._over,
        "dealt": env._dealt,
    }


def _weights_of(player: Any) -> Any:
    """Return the ``state_dict`` of a player in torch, or the arrays of one that is compiled."""
    if hasattr(player, "net"):
        return player.net.given
    return dict(_parameters(player.network))


def _parameters(module: Any, prefix: str = "") -> Any:
    """Yield the weights of a torch module and its parts, named as ``state_dict`` does."""
    for name, weights in module._parameters.items():
        if weights is not None:
            yield f"{prefix}{name}", weights.detach()
    for name, part in module._modules.items():
        yield from _parameters(part, f"{prefix}{name}.")
