"""Agents that go wrong, or take their time."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from sf_env.opponents import Random

GO_ON = threading.Event()


class Broken:
    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        raise RuntimeError("<b>nothing works</b>")


class Wrong:
    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        return np.full(len(states), 43)


class Slow:
    """Thinks until it is told to go on."""

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        GO_ON.wait(60)
        return Random().act(states, legal, keys)
