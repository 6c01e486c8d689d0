"""The search of ``ismcts`` with a trained network: its policy as prior, its value at the leaves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import numpy as np

from sf_agents.network.family import WithNetwork
from sf_agents.network.policy import FILE
from sf_agents.search.searcher import Search
from sf_agents.ticket_to_ride.network.file import GRAPHS
from sf_agents.ticket_to_ride.planner import judge
from sf_agents.ticket_to_ride.search.adviser import (
    Adviser,
    Shares,
    consult,
    mix_in_policy,
    mix_in_value,
    new_adviser,
)
from sf_agents.ticket_to_ride.search.ismcts import Ismcts, search_in
from sf_agents.ticket_to_ride.search.simulation import (
    descend,
    note_priors,
    note_result,
    plant,
    play_to_end,
    play_to_next_turn,
)
from sf_agents.ticket_to_ride.search.tree import Tree
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import OVER
from sf_env.opponents.parameters import Range


@dataclass(frozen=True)
class Netmcts(WithNetwork, Ismcts):
    """Search over imagined worlds, advised by a trained network."""

    family = GRAPHS

    path: Annotated[str | None, FILE] = None
    value_share: Annotated[float, Range(0, 1, "weight of the network's value in evaluations")] = 0.8
    policy_share: Annotated[float, Range(0, 1, "weight of the network's policy in the priors")] = (
        0.5
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_path()

    def _new_search(self, players: int) -> Search:
        tree = self._new_tree(players)
        net = self.family.load(players, self.path).net
        adviser = new_adviser(net, players, Shares(self.value_share, self.policy_share))
        return search_in(tree, partial(plant_advised, tree, adviser), partial(grow, tree, adviser))


@jit
def plant_advised(tree: Tree, adviser: Adviser, states: Array, row: int) -> None:
    """Begin a new tree whose root is one of the states, with its edges."""
    plant(tree, states, row)
    consult(tree.root[0], adviser)
    mix_in_policy(tree, 0, tree.root[0], adviser)


@jit
def grow(tree: Tree, adviser: Adviser, key: Word, begin: int, end: int) -> bool:
    """Make the simulations with these numbers; nothing is ever certain."""
    for _ in range(begin, end):
        simulate_advised(tree, adviser, int(key))
    return False


@jit
def simulate_advised(tree: Tree, adviser: Adviser, key: Word) -> None:
    """Make a simulation and note its result along the way."""
    node, depth, word = descend(tree, key)
    state: np.void = tree.world[0]
    if node >= 0:
        judge(state, word, tree.weights[0], tree.desk)
        note_priors(tree, node, state)
        consult(state, adviser)
        mix_in_policy(tree, node, state, adviser)
    play_to_next_turn(tree, word)
    if adviser.shares.value > 0.0 and tree.trial[0]["phase"] != OVER:
        consult(tree.trial[0], adviser)
        mix_in_value(tree, wide(state["players"]), adviser)
    play_to_end(tree, word)
    note_result(tree, depth)
