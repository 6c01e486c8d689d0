"""Monte Carlo tree search over whole turns, with the planner's evaluation.

The tree (``tree.py``) has nodes for the beginning of a turn and for placing a drawn card, and
chance nodes for the cards that may come up, so it treats the order of the deck as unknown. After a
column is taken, the planner chooses how to build. When a node is opened, the evaluation gives every
choice a prior (better ones are tried sooner) and a few virtual visits. Each simulation follows the
choices that have been good so far or need exploring, adds one node, and plays to the end of the
game with a quick policy. The value of a choice mixes two things: the mean of those playouts, and
the evaluations below it in the tree, backed up by max-n, with a mean over cards for drawing.
Results are kept for each seat, and each player maximises its own. Certain results are solved: they
replace the averages, and propagate up the tree as far as they are decisive. The search makes the
most visited choice, and keeps nothing from one decision to the next.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from sf_agents.san_francisco.evaluation.weights import check_weights, load_weights
from sf_agents.san_francisco.search.playouts import POLICIES
from sf_agents.san_francisco.search.simulation import simulate, value_of_edge
from sf_agents.san_francisco.search.tree import SETTINGS, Tree, new_tree, plant
from sf_env.core.arrays import readable
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range, check_parameters

BETWEEN_LOOKS = 32  # simulations between two looks at the clock
MOST_SIMULATIONS = 10_000_000
LARGEST_TREE = 50_000  # simulations for which there is room; a search goes on without growing


class Analysis(NamedTuple):
    """What a search found in each of n states; where an action is not legal, 0 and NaN."""

    visits: Array  # (n, 44) int64, how often each action was tried
    values: Array  # (n, 44) float64, the chance of the player to move to win after it
    value: Array  # (n,) float64, the same after the best action
    solved: Array  # (n,) bool, whether the end is certain


class Search(NamedTuple):
    """A tree, and what makes it grow: the simulations with these numbers, by a decision's key."""

    tree: Tree
    grow: Callable[[np.uint64, int, int], bool]  # key, begin, end; whether all is certain


@dataclass(frozen=True)
class Mcts:
    """Search a tree of turns, with priors from the planner's evaluation, playouts and max-n."""

    games = ("san_francisco",)

    simulations: Annotated[
        int, Range(1, MOST_SIMULATIONS, "simulations per decision, unless seconds are given")
    ] = 1000
    seconds: Annotated[float | None, Range(0.001, 3600, "seconds per decision")] = None
    exploration: Annotated[float, Range(0, 100, "exploration constant of the selection rule")] = 0.3
    playout: Annotated[
        Literal["sharp", "light", "random"],
        Range(text="policy that plays simulations to the end"),
    ] = "sharp"
    playout_share: Annotated[float, Range(0, 1, "weight of playouts against evaluations")] = 0.5
    temperature: Annotated[
        float, Range(0.001, 10, "softmax temperature of the priors, in win probability")
    ] = 0.05
    trust: Annotated[
        float, Range(0.01, 1000, "number of playouts that the evaluation counts as")
    ] = 1.0
    width: Annotated[int, Range(1, 4096, "beam width when a turn is planned")] = 8
    draws: Annotated[int, Range(1, 1000, "cards sampled for the first estimate of drawing")] = 4
    weights: Annotated[str | None, Range(text="weights file from scripts/tune.py")] = None

    def __post_init__(self) -> None:
        check_parameters(self)
        check_weights(self.weights)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the most visited action (n,) for each state, 0 where a game is over."""
        states = readable(SAN_FRANCISCO, states, legal)
        keys = as_keys(states, keys)
        actions = np.zeros(len(states), np.int64)
        search = None
        for row in range(len(states)):
            bits = int(states["legal"][row])
            if bits & (bits - 1) == 0:
                actions[row] = max(0, bits.bit_length() - 1)
                continue
            if search is None:
                search = self._new_search(int(states["players"][0]))
            self._look(search, states, row, keys[row])
            actions[row] = best_action(search.tree)
        return actions

    def analyse(self, states: Array, legal: Any = None, keys: Any = None) -> Analysis:
        """Return what a search finds in each state: visits and values of every action."""
        states = readable(SAN_FRANCISCO, states, legal)
        keys = as_keys(states, keys)
        count = len(states)
        found = Analysis(
            np.zeros((count, ACTIONS), np.int64),
            np.full((count, ACTIONS), np.nan),
            np.full(count, np.nan),
            np.zeros(count, np.bool_),
        )
        if count == 0:
            return found
        search = self._new_search(int(states["players"][0]))
        tree = search.tree
        for row in range(count):
            if states["legal"][row]:
                self._look(search, states, row, keys[row])
                found.solved[row] = describe(tree, found.visits[row], found.values[row])
                found.value[row] = found.values[row, best_action(tree)]
        return found

    def _look(self, search: Search, states: Array, row: int, key: np.uint64) -> None:
        """Grow a tree from one state, by a number of simulations or as long as there is time."""
        plant(search.tree, states, row)
        if self.seconds is None:
            search.grow(key, 0, self.simulations)
            return
        end = time.perf_counter() + self.seconds
        done = 0
        while not search.grow(key, done, done + BETWEEN_LOOKS):
            done += BETWEEN_LOOKS
            if time.perf_counter() >= end:
                return

    def _new_search(self, players: int) -> Search:
        tree = self._new_tree(players)
        return Search(tree, partial(grow, tree))

    def _new_tree(self, players: int) -> Tree:
        settings = np.zeros(1, SETTINGS)
        for name in ("exploration", "temperature", "trust", "playout_share", "draws"):
            settings[name] = getattr(self, name)
        settings["policy"] = POLICIES.index(self.playout)
        room = self.simulations if self.seconds is None else LARGEST_TREE
        return new_tree(
            min(room, LARGEST_TREE), self.width, settings, load_weights(players, self.weights)
        )


@jit
def grow(tree: Tree, key: Word, begin: int, end: int) -> bool:
    """Make the simulations with these numbers; return whether all is certain."""
    for number in range(begin, end):
        if tree.nodes[0]["solved"]:
            break
        simulate(tree, fork(int(key), number))
    return bool(tree.nodes[0]["solved"])


@jit
def best_action(tree: Tree) -> int:
    """Return the action to choose: the most visited, unless one that is certain is better.

    Equal visits are decided by value; certain results count by their value alone.
    """
    root = tree.nodes[0]
    seat = wide(root["seat"])
    most = -1.0
    chosen = -1
    for number in range(wide(root["edge"]), wide(root["edge"]) + wide(root["edges"])):
        edge = tree.edges[number]
        visits = edge["visits"] + value_of_edge(tree, number, seat) / 2
        if not edge["solved"] and visits > most:
            most = visits
            chosen = number
    for number in range(wide(root["edge"]), wide(root["edge"]) + wide(root["edges"])):
        if tree.edges[number]["solved"]:
            worth = tree.edges[number]["sight"][seat]
            if chosen < 0 or worth > value_of_edge(tree, chosen, seat):
                chosen = number
    return wide(tree.edges[chosen]["action"])


@jit
def describe(tree: Tree, visits: Array, values: Array) -> bool:
    """Write visits and values by action; return whether the end is certain."""
    root = tree.nodes[0]
    for number in range(wide(root["edge"]), wide(root["edge"]) + wide(root["edges"])):
        action = wide(tree.edges[number]["action"])
        visits[action] = tree.edges[number]["visits"]
        values[action] = value_of_edge(tree, number, wide(root["seat"]))
    return bool(root["solved"])
