"""What tree searches have in common: how long they think, and what they say of a position."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from sf_env.core.arrays import readable
from sf_env.core.functions import Functions
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range, check_parameters

BETWEEN_LOOKS = 32  # simulations between two looks at the clock
MOST_SIMULATIONS = 10_000_000
LARGEST_TREE = 50_000  # simulations for which there is room; a search goes on without growing
SIMULATIONS = Range(1, MOST_SIMULATIONS, "simulations per decision, unless seconds are given")
SECONDS = Range(0.001, 3600, "seconds per decision")


class Analysis(NamedTuple):
    """What a search found in each of n states; where an action is not legal, 0 and NaN."""

    visits: Array  # (n, actions) int64, how often each action was tried
    values: Array  # (n, actions) float64, the chance of the player to move to win after it
    value: Array  # (n,) float64, the same after the best action
    solved: Array  # (n,) bool, whether the end is certain


class Search(NamedTuple):
    """A tree, and what is done with it."""

    tree: Any
    plant: Callable[[Array, int], None]  # (states, row): begin with a state
    grow: Callable[[np.uint64, int, int], bool]
    """(key, begin, end): make the simulations with these numbers; return whether all is certain"""
    best: Callable[[], int]
    """(): the action to choose"""
    describe: Callable[[Array, Array], bool]
    """(visits, values): write them by action; return whether the end is certain"""


@dataclass(frozen=True)
class Searcher(ABC):
    """Grows a tree for each decision, by a number of simulations or as long as there is time."""

    rules: ClassVar[Rules]

    simulations: Annotated[int, SIMULATIONS] = 1000
    seconds: Annotated[float | None, SECONDS] = None

    def __post_init__(self) -> None:
        check_parameters(self)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the most visited action (n,) for each state, 0 where a game is over."""
        states = self._readable(states, legal)
        keys = as_keys(states, keys)
        legal = self._mask(states)
        actions: Array = legal.argmax(axis=1)
        rows = np.flatnonzero(legal.sum(axis=1) > 1)
        if len(rows):
            search = self._new_search(int(states["players"][0]))
            for row in rows.tolist():
                self._look(search, states, row, keys[row])
                actions[row] = search.best()
        return actions

    def analyse(self, states: Array, legal: Any = None, keys: Any = None) -> Analysis:
        """Return what a search finds in each state: visits and values of every action."""
        states = self._readable(states, legal)
        keys = as_keys(states, keys)
        count, actions = len(states), len(self.rules.actions)
        found = Analysis(
            np.zeros((count, actions), np.int64),
            np.full((count, actions), np.nan),
            np.full(count, np.nan),
            np.zeros(count, np.bool_),
        )
        rows = np.flatnonzero(self._mask(states).any(axis=1))
        if len(rows):
            search = self._new_search(int(states["players"][0]))
            for row in rows.tolist():
                self._look(search, states, row, keys[row])
                found.solved[row] = search.describe(found.visits[row], found.values[row])
                found.value[row] = found.values[row, search.best()]
        return found

    @abstractmethod
    def _new_search(self, players: int) -> Search:
        """Return room for searching, with this many players."""

    def _readable(self, states: Array, legal: Any) -> Array:
        """Return the states as kernels need them, once it is sure that they can be searched."""
        return readable(self.rules, states, legal)

    @property
    def _room(self) -> int:
        """The number of simulations for which a tree needs room."""
        return LARGEST_TREE if self.seconds is not None else min(self.simulations, LARGEST_TREE)

    def _look(self, search: Search, states: Array, row: int, key: np.uint64) -> None:
        """Grow a tree from one state."""
        search.plant(states, row)
        if self.seconds is None:
            search.grow(key, 0, self.simulations)
            return
        end = time.perf_counter() + self.seconds
        done = 0
        while not search.grow(key, done, done + BETWEEN_LOOKS):
            done += BETWEEN_LOOKS
            if time.perf_counter() >= end:
                return

    def _mask(self, states: Array) -> Array:
        if len(states) == 0:
            return np.zeros((0, len(self.rules.actions)), np.bool_)
        return Functions(self.rules).legal_mask(states)
