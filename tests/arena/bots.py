"""Agents that misbehave, in games that only their keys tell."""

from __future__ import annotations

import os
import signal
import time
from typing import Annotated, Any

import numpy as np

from sf_env.opponents import Random
from sf_env.opponents.parameters import Range

LATE = 55  # cards in the deck: not before some decisions have been made


class Fickle:
    """Play at random, and do something odd once in a while."""

    def __init__(self, once_in: Annotated[int, Range(1)] = 150) -> None:
        self.once_in = once_in

    def act(self, states: Any, legal: Any, keys: Any) -> Any:
        actions = Random().act(states, legal, keys)
        odd = (keys % self.once_in == 0) & (states["deck_left"] < LATE)
        return self.oddly(actions, odd) if odd.any() else actions

    def oddly(self, actions: Any, odd: Any) -> Any:
        return actions


class Raises(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        raise RuntimeError("no idea\nwhat to do")


class Illegal(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        return np.where(odd, 43, actions)


class Unknown(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        return np.where(odd, 99, actions)


class Shape(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        return actions[:, None]


class Fractions(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        return actions + 0.5


class Ragged(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        return [[1], [2, 3]]


class Sleeps(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        time.sleep(30)
        return actions


class Hangs(Fickle):
    """Cannot be interrupted: a stand-in for compiled code."""

    def oddly(self, actions: Any, odd: Any) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(300)
        return actions


class Dies(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        os._exit(3)


class Stops(Fickle):
    def oddly(self, actions: Any, odd: Any) -> Any:
        raise KeyboardInterrupt


class Slow(Fickle):
    def act(self, states: Any, legal: Any, keys: Any) -> Any:
        time.sleep(0.001)
        return Random().act(states, legal, keys)


class Vandal:
    """Ruin everything it is given, then answer something legal."""

    def act(self, states: Any, legal: Any) -> Any:
        actions = legal.argmax(axis=1)
        states["legal"] = -1
        legal[:] = True
        return actions


class Peeks:
    """Note what it sees of the deck."""

    def __init__(self) -> None:
        self.sorted = True

    def act(self, states: Any, legal: Any) -> Any:
        for state in states:
            deck = state["deck"][: state["deck_left"]]
            self.sorted &= bool((np.diff(deck) > 0).all() or (np.diff(deck) < 0).all())
        return legal.argmax(axis=1)
