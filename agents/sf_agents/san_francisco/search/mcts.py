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

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

import numpy as np

from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.search.playouts import POLICIES
from sf_agents.san_francisco.search.simulation import simulate, value_of_edge
from sf_agents.san_francisco.search.tree import SETTINGS, Tree, new_tree, plant
from sf_agents.search.searcher import Search, Searcher
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.parameters import Range


@dataclass(frozen=True)
class Mcts(Searcher):
    """Search a tree of turns, with priors from the planner's evaluation, playouts and max-n."""

    games = ("san_francisco",)
    rules = SAN_FRANCISCO

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
        super().__post_init__()
        WEIGHTS.check(self.weights)

    def _new_search(self, players: int) -> Search:
        tree = self._new_tree(players)
        return search_in(tree, partial(grow, tree))

    def _new_tree(self, players: int) -> Tree:
        settings = np.zeros(1, SETTINGS)
        for name in ("exploration", "temperature", "trust", "playout_share", "draws"):
            settings[name] = getattr(self, name)
        settings["policy"] = POLICIES.index(self.playout)
        return new_tree(self._room, self.width, settings, WEIGHTS.load(players, self.weights))


def search_in(tree: Tree, grow: Callable[[np.uint64, int, int], bool]) -> Search:
    """Return a tree as a search that grows it in this way."""
    return Search(
        tree, partial(plant, tree), grow, partial(best_action, tree), partial(describe, tree)
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
