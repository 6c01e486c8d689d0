"""Pickles of version 0.1 name classes by the modules they were in; this module finds them.

It has what ``torch.load`` asks of a ``pickle_module``.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

MOVED = {
    "sf_agents.forward": "sf_agents.san_francisco.network.compiled",
    "sf_agents.training.model": "sf_agents.san_francisco.network.model",
    "sf_env.batch": "sf_env.core.batch",
    "sf_env.card": "sf_env.games.san_francisco.deck.card",
    "sf_env.deck": "sf_env.games.san_francisco.deck.deck",
    "sf_env.envs.opponents": "sf_env.envs.seats",
    "sf_env.opponents.greedy": "sf_env.games.san_francisco.greedy",
    "sf_env.rewards": "sf_env.core.rewards",
}


class Unpickler(pickle.Unpickler):
    """Looks for classes where they are now."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or function by the name that a pickle has for it."""
        return super().find_class(MOVED.get(module, module), name)


def load(file: Any, **keywords: Any) -> Any:
    """Return what a file holds."""
    return Unpickler(file, **keywords).load()


def loads(content: bytes) -> Any:
    """Return what these bytes hold."""
    return load(io.BytesIO(content))
