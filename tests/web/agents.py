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
        GO_ON.wait(600)
        return Random().act(states, legal, keys)


class SlowAtFirst:
    """Thinks until it is told to go on when it is first asked, and never again."""

    asked = 0

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        SlowAtFirst.asked += 1
        if SlowAtFirst.asked == 1:
            GO_ON.wait(600)
        return Random().act(states, legal, keys)


class Stumbling:
    """Fails when it is first asked, and never again."""

    failed = False

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        if not Stumbling.failed:
            Stumbling.failed = True
            raise RuntimeError("this once")
        return Random().act(states, legal, keys)
