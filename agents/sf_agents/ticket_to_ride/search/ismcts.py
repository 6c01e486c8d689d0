"""Information-set Monte Carlo tree search: one tree over many imagined worlds.

Each simulation imagines what the searching seat cannot know (cards in the deck and in other hands,
tickets of others), and plays in that world. All worlds share one tree (``tree.py``), in which
moments are known by the actions before them, whatever cards came up. When a node is opened, the
planner's worths give every action a prior and a first value. Each simulation follows the actions
that have been good so far or need exploring, and adds one node. From there a quick policy
(``playouts.py``) plays until the next turn of the searching seat, where the evaluation judges the
position, and on to the end of the game. The value of an action is the mean of both: the chances
that were judged, and the win, with a share for the margin of points. All players maximise their
own. The search makes the most visited choice, and keeps nothing from one decision to the next.

With ``imagines=False`` it searches true states: all hands and tickets are those of the state, and
only what the decks will bring is imagined. Matches show what that knowledge is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import numpy as np

from sf_agents.search.searcher import SIMULATIONS, Search, Searcher
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS
from sf_agents.ticket_to_ride.search.simulation import plant, simulate, value_of
from sf_agents.ticket_to_ride.search.tree import CHANCE, SETTINGS, Tree, new_tree
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE, whole
from sf_env.opponents.parameters import Range


@dataclass(frozen=True)
class Ismcts(Searcher):
    """Search over imagined worlds, with priors from the planner and quick playouts."""

    games = ("ticket_to_ride",)
    rules = TICKET_TO_RIDE

    simulations: Annotated[int, SIMULATIONS] = 400
    exploration: Annotated[float, Range(0, 100, "exploration constant of the selection rule")] = 0.5
    temperature: Annotated[
        float, Range(0.001, 100, "softmax temperature of the priors, in points")
    ] = 3.0
    trust: Annotated[float, Range(0.01, 1000, "simulations that the first sight counts as")] = 0.5
    playout_share: Annotated[float, Range(0, 1, "weight of playouts against evaluations")] = 0.5
    margin_share: Annotated[
        float, Range(0, 1, "weight of the margin of points against the win, in playouts")
    ] = 0.8
    scale: Annotated[float, Range(0.1, 1000, "points of margin that count much")] = 12.0
    ripe: Annotated[int, Range(1, 1_000_000, "visits after which a node gets edges")] = 2
    weights: Annotated[str | None, Range(text="weights file from scripts/tune.py")] = None
    imagines: Annotated[
        bool, Range(text="imagine what the seat cannot know; false: use the true hands and tickets")
    ] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        WEIGHTS.check(self.weights)

    def _readable(self, states: Array, legal: Any) -> Array:
        states = super()._readable(states, legal)
        if not self.imagines and not (complete := whole(states)).all():
            raise ValueError(
                f"row {complete.argmin()}: this state was concealed; imagines=False searches "
                f"states with all hands and tickets, which the arena and environments do not pass"
            )
        return states

    def _new_search(self, players: int) -> Search:
        tree = self._new_tree(players)
        return search_in(tree, partial(plant, tree), partial(grow, tree))

    def _new_tree(self, players: int) -> Tree:
        settings = np.zeros(1, SETTINGS)
        for name in SETTINGS.names or ():
            settings[name] = getattr(self, name)
        return new_tree(self._room, settings, WEIGHTS.load(players, self.weights))


def search_in(
    tree: Tree,
    plant_in: Callable[[Array, int], None],
    grow_in: Callable[[np.uint64, int, int], bool],
) -> Search:
    """Return a tree as a search that begins and grows it in this way."""
    return Search(tree, plant_in, grow_in, partial(best_action, tree), partial(describe, tree))


@jit
def grow(tree: Tree, key: Word, begin: int, end: int) -> bool:
    """Make the simulations with these numbers; nothing is ever certain."""
    for _ in range(begin, end):
        simulate(tree, int(key))
    return False


@jit
def best_action(tree: Tree) -> int:
    """Return the most visited action; equal visits are decided by value."""
    seat = wide(tree.root[0]["to_move"])
    even = 1.0 / wide(tree.root[0]["players"])
    most = -1.0
    chosen = -1
    number = wide(tree.nodes[0]["edge"])
    while number >= 0:
        visits = tree.edges[number]["visits"] + value_of(tree, number, seat, even) / 2
        if visits > most:
            most = visits
            chosen = number
        number = wide(tree.edges[number]["next"])
    return wide(tree.edges[chosen]["action"])


@jit
def describe(tree: Tree, visits: Array, values: Array) -> bool:
    """Write visits and chances to win by action; nothing is ever certain."""
    seat = wide(tree.root[0]["to_move"])
    even = 1.0 / wide(tree.root[0]["players"])
    number = wide(tree.nodes[0]["edge"])
    while number >= 0:
        edge = tree.edges[number]
        action = wide(edge["action"])
        visits[action] = edge["visits"]
        if edge["visits"] > 0:
            values[action] = edge["total"][CHANCE] / edge["visits"]
        else:
            values[action] = max(0.0, value_of(tree, number, seat, even))
        number = wide(edge["next"])
    return False
