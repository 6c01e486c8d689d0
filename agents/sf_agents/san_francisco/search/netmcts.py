"""Monte Carlo tree search with a trained network.

It is the search of ``mcts.py``, with three changes. Where a simulation leaves the tree, the result
is a mixture of the network's value and a playout: the network has learned from many games, while a
playout is noisy but does not repeat the same error. The network's value replaces the evaluation of
a position; the evaluation still ranks its choices. The network's policy is mixed into the priors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import numpy as np

from sf_agents.network.family import WithNetwork
from sf_agents.network.policy import FILE
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.san_francisco.network.network import Network
from sf_agents.san_francisco.search.backup import note_result
from sf_agents.san_francisco.search.mcts import Mcts, search_in
from sf_agents.san_francisco.search.network_prior import (
    Adviser,
    Shares,
    consult,
    mix_in_policy,
    mix_in_value,
    new_adviser,
)
from sf_agents.san_francisco.search.simulation import go_down, open_node, play_out
from sf_agents.san_francisco.search.tree import Tree
from sf_agents.search.searcher import Search
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork, mix
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range


@dataclass(frozen=True)
class Netmcts(WithNetwork, Mcts):
    """Search a tree of turns with the value and the policy of a trained network."""

    family = DISTRICTS

    playout_share: Annotated[
        float, Range(0, 1, "weight of playouts and network against evaluations")
    ] = 0.8
    path: Annotated[str | None, FILE] = None
    value_share: Annotated[float, Range(0, 1, "weight of the network's value against playouts")] = (
        0.5
    )
    promise_share: Annotated[
        float, Range(0, 1, "weight of the network's value against the evaluation of a position")
    ] = 1.0
    policy_share: Annotated[float, Range(0, 1, "weight of the network's policy in the priors")] = (
        0.5
    )
    sure: Annotated[
        float,
        Range(0, 1, "skip the search if the policy gives an action this probability; 1: never"),
    ] = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_path()

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state: searched for, unless the policy is sure of it."""
        if self.sure == 1.0:
            return super().act(states, legal, keys)
        keys = as_keys(states, keys)
        policy = Network(self.path).analyse(states, legal).policy
        actions: Array = policy.argmax(axis=1)
        unsure = np.flatnonzero(policy.max(axis=1) < self.sure)
        actions[unsure] = super().act(states[unsure], None, keys[unsure])
        return actions

    def _new_search(self, players: int) -> Search:
        tree = self._new_tree(players)
        net = self.family.load(players, self.path).net
        shares = Shares(self.value_share, self.promise_share, self.policy_share)
        adviser = new_adviser(net, shares)
        return search_in(tree, partial(grow_advised, tree, adviser))


@jit
def grow_advised(tree: Tree, adviser: Adviser, key: Word, begin: int, end: int) -> bool:
    """Make the simulations with these numbers; return whether all is certain."""
    for number in range(begin, end):
        if tree.nodes[0]["solved"]:
            break
        simulate_advised(tree, adviser, fork(int(key), number))
    return bool(tree.nodes[0]["solved"])


@jit
def simulate_advised(tree: Tree, adviser: Adviser, word: Word) -> None:
    """Follow the tree to a node that has no edges yet, give it some, and judge the result."""
    node, depth, word = go_down(tree, word)
    fresh = tree.nodes[node]["edge"] < 0
    open_node(tree, node, mix(word))
    if tree.nodes[node]["solved"]:
        tree.result[:] = tree.nodes[node]["result"]
    else:
        consult(tree.positions[node], adviser)
        if fresh and tree.nodes[node]["edge"] >= 0:
            mix_in_policy(tree, node, adviser)
            mix_in_value(tree, node, adviser)
        foresee(tree, node, adviser, fork(word, 1))
    note_result(tree, depth, node)


@jit
def foresee(tree: Tree, node: int, adviser: Adviser, word: Word) -> None:
    """Write how a game may end: as the network thinks, as a playout shows, or a mixture."""
    share = adviser.shares.value
    if share < 1.0:
        play_out(tree, node, word)
    else:
        tree.result[:] = 0.0
    for seat in range(wide(tree.positions[node]["players"])):
        tree.result[seat] += share * (adviser.chances[seat] - tree.result[seat])
