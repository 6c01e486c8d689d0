"""Agents that go wrong, or take their time."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np

import sf_env
from sf_env.opponents import Random

GO_ON = threading.Event()


def thought(states: Any, chance: float) -> Any:
    """Return what an agent tells that finds all choices equal."""
    shares = sf_env.legal_mask(states).astype(float)
    return SimpleNamespace(visits=shares, values=shares / 2, value=np.array([chance]))


class Broken:
    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        raise RuntimeError("<b>nothing works</b>")

    def analyse(self, states: Any) -> Any:
        raise RuntimeError("<b>nothing works</b>")


class Leaving:
    """Wants to end the process."""

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        sys.exit("enough")

    def analyse(self, states: Any) -> Any:
        sys.exit("enough")


class Empty:
    """Looks for something in nothing."""

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        return next(iter(()))

    def analyse(self, states: Any) -> Any:
        return next(iter(()))


class Doubtful(Random):
    """Does not know what it thinks."""

    def analyse(self, states: Any) -> Any:
        return thought(states, chance=float("nan"))


class Wrong:
    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        return np.full(len(states), 43)


class Slow:
    """Thinks until it is told to go on."""

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        GO_ON.wait(600)
        return Random().act(states, legal, keys)


class Pondering(Random):
    """Plays at once, and gives advice when it is told to go on."""

    def analyse(self, states: Any) -> Any:
        GO_ON.wait(600)
        return thought(states, chance=0.5)


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
        self._stumble()
        return Random().act(states, legal, keys)

    def analyse(self, states: Any) -> Any:
        self._stumble()
        return thought(states, chance=0.5)

    def _stumble(self) -> None:
        if not Stumbling.failed:
            Stumbling.failed = True
            raise RuntimeError("this once")


class Even(Random):
    """Finds all choices equal."""

    def analyse(self, states: Any) -> Any:
        return thought(states, chance=0.5)


class Reading:
    """Gives advice that depends on every byte of what it is shown, in any game."""

    def act(self, states: Any, legal: Any, keys: Any = None) -> Any:
        return legal.argmax(axis=1)

    def analyse(self, states: Any) -> Any:
        seen = [crc32(state.tobytes()) / 2**32 for state in states]
        return SimpleNamespace(policy=np.ones((len(states), 125)) * seen, value=np.array(seen))
