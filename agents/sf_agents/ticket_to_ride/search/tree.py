"""The search tree: nodes are moments of choice, by the actions that led there.

The tree is open: what lies between two choices, such as the cards that come up, what others hold,
or what is forced, differs from one imagined world to the next. So edges are found by their actions,
those that are not legal in a world are left out there, and a node has no position of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_agents.ticket_to_ride.planner import Desk, new_desk
from sf_agents.ticket_to_ride.search.playouts import Aims, new_aims
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import ACTIONS
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS
from sf_env.games.ticket_to_ride.engine.state import STATE

DEPTH = 1024  # choices from the root to the end of a game, and more
EDGES = 24  # room for each node, on average
SPARE = 4 * ACTIONS
CHANCE = MAX_PLAYERS  # where results have the searching seat's chance to win, without the margin

NODE = np.dtype([("edge", np.int32), ("visits", np.int32)])  # the first of its edges, or -1
EDGE = np.dtype(
    [
        ("action", np.int32),
        ("next", np.int32),  # the next edge of the same node, or -1
        ("node", np.int32),  # where it leads, -1 if nowhere yet
        ("visits", np.int32),
        ("prior", np.float64),  # how likely it looked at first sight
        ("behind", np.float64),  # how much worse than the best, as a chance to win, 0 or less
        ("total", np.float64, MAX_PLAYERS + 1),  # sum of what simulations brought; see CHANCE
    ]
)
SETTINGS = np.dtype(
    [
        ("exploration", np.float64),
        ("temperature", np.float64),  # of the priors, in points
        ("trust", np.float64),  # visits that the first sight counts for
        ("playout_share", np.float64),  # weight of playouts against what is judged
        ("margin_share", np.float64),  # weight of the margin against the win
        ("scale", np.float64),  # points of margin that count much
        ("ripe", np.int64),  # visits after which a node gets edges
        ("imagines", np.bool_),  # whether it imagines what its seat cannot know
    ]
)


class Tree(NamedTuple):
    """Room for a tree and for what is needed to grow it; nothing in it outlives a call."""

    nodes: Array  # (nodes,) of dtype NODE
    edges: Array  # (edges,) of dtype EDGE
    used: Array  # (2,) nodes and edges in use
    path: Array  # (DEPTH,) edges that were followed
    judged: Array  # (MAX_PLAYERS,) chances to win, by the evaluation
    result: Array  # (MAX_PLAYERS + 1,) of a simulation: what it brought each seat; see CHANCE
    root: Array  # (1,) the position that is searched
    world: Array  # (1,) an imagined one, as far as the tree goes
    trial: Array  # (1,) the same, played on
    settings: Array  # (1,) of dtype SETTINGS
    weights: Array  # (1,) of the evaluation
    desk: Desk
    aims: Aims


def new_tree(simulations: int, settings: Array, weights: Array) -> Tree:
    """Return room for a number of simulations."""
    return Tree(
        nodes=np.zeros(simulations + 2, NODE),
        edges=np.zeros(EDGES * simulations + SPARE, EDGE),
        used=np.zeros(2, np.int64),
        path=np.zeros(DEPTH, np.int64),
        judged=np.zeros(MAX_PLAYERS),
        result=np.zeros(MAX_PLAYERS + 1),
        root=np.zeros(1, STATE),
        world=np.zeros(1, STATE),
        trial=np.zeros(1, STATE),
        settings=settings,
        weights=weights,
        desk=new_desk(),
        aims=new_aims(),
    )


@jit
def clear(tree: Tree, states: Array, row: int) -> None:
    """Begin a new tree whose root is one of the states, without edges yet."""
    tree.used[:] = 0
    new_node(tree)
    tree.root[0] = states[row]


@jit
def new_node(tree: Tree) -> int:
    """Return the number of a fresh node, -1 if there is no room for one."""
    number = int(tree.used[0])
    if number == tree.nodes.shape[0]:
        return -1
    tree.used[0] += 1
    tree.nodes[number]["edge"] = -1
    tree.nodes[number]["visits"] = 0
    return number


@jit
def new_edge(tree: Tree, node: int, action: int, prior: float, behind: float) -> None:
    """Add an edge to a node, if there is room."""
    number = int(tree.used[1])
    if number == tree.edges.shape[0]:
        return
    tree.used[1] += 1
    edge = tree.edges[number]
    edge["action"] = action
    edge["next"] = tree.nodes[node]["edge"]
    edge["node"] = -1
    edge["visits"] = 0
    edge["prior"] = prior
    edge["behind"] = behind
    for part in range(MAX_PLAYERS + 1):
        edge["total"][part] = 0.0
    tree.nodes[node]["edge"] = number
