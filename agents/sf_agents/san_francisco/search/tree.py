"""The search tree: nodes are positions at a moment of choice, edges are what may be chosen there.

A turn is one choice: drawing, or taking a column and building its cards in the best way that
``turn_search.py`` finds. So nodes are at the beginning of a turn, or where a drawn card is to be
put; only the root may be any decision. Drawing is followed by chance: one node for each kind of
card that came up so far. The deck's order is never looked at: each simulation draws at random
from the cards that are left, and each node has its own copy of the position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sf_agents.san_francisco.search.turn_search import Desk, new_desk
from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS
from sf_env.games.san_francisco.engine.state import STATE

MOST_EDGES = 28  # the most legal actions there can be: 25 cells, or rows and a few more
DEPTH = 4096  # decisions from the root to the end of the longest game, and more
# Room for each simulation, and in any case.
NODES = 5
EDGES = 5
SPARE = 4 * MOST_EDGES
NODE = np.dtype(
    [
        ("edge", np.int32),  # the first of its edges, -1 before it is expanded
        ("edges", np.int32),  # how many there are
        ("visits", np.int32),
        ("seat", np.int8),  # who chooses
        ("solved", np.int8),  # 1 if its result is known
        ("result", np.float64, MAX_PLAYERS),  # each seat's, once it is
        # of a card that came up: how often it did, and that many times what it promises
        ("drawn", np.int32),
        ("share", np.float64, MAX_PLAYERS),
    ]
)
EDGE = np.dtype(
    [
        ("action", np.int32),
        ("node", np.int32),  # where it leads; for drawing, the first outcome, -1 if none yet
        ("visits", np.int32),
        ("planned", np.int8),  # 1 if the turn was finished as the evaluation likes it
        ("solved", np.int8),  # 1 if its result is known: it is the sight then
        ("prior", np.float64),  # how likely it looked at first sight
        ("sight", np.float64, MAX_PLAYERS),  # each seat's chances at first sight
        ("promise", np.float64, MAX_PLAYERS),  # the same, as far as the tree below it shows
        ("shares", np.float64, MAX_PLAYERS),  # for drawing, the sum over the cards that came up
        ("total", np.float64, MAX_PLAYERS),  # sum of what playouts brought each seat
    ]
)
OUTCOME = np.dtype([("kind", np.int32), ("node", np.int32), ("next", np.int32)])
SETTINGS = np.dtype(
    [
        ("exploration", np.float64),
        ("temperature", np.float64),  # of the priors
        ("trust", np.float64),  # visits that the first sight counts for
        ("playout_share", np.float64),  # weight of a playout's result against the evaluation
        ("policy", np.int64),  # of playouts
        ("draws", np.int64),  # cards that the first sight of drawing looks at
    ]
)


class Tree(NamedTuple):
    """Room for a tree and for what is needed to grow it; nothing in it outlives a call."""

    positions: Array  # (nodes,) of dtype STATE
    nodes: Array  # (nodes,) of dtype NODE
    edges: Array  # (edges,) of dtype EDGE
    outcomes: Array  # (nodes,) of dtype OUTCOME
    used: Array  # (3,) nodes, edges and outcomes in use
    path: Array  # (DEPTH, 2) nodes from the root, and the edges that were followed
    result: Array  # (MAX_PLAYERS,) of a simulation
    other: Array  # (MAX_PLAYERS,) another one to weigh it against
    best: Array  # (MAX_PLAYERS,) the best of several
    trial: Array  # (2,) positions to try things on
    settings: Array  # (1,) of dtype SETTINGS
    weights: Array  # (1,) of the evaluation
    desk: Desk


def new_tree(simulations: int, width: int, settings: Array, weights: Array) -> Tree:
    """Return room for a number of simulations; memory is used only as the tree grows."""
    nodes = NODES * simulations + SPARE
    return Tree(
        positions=np.zeros(nodes, STATE),
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(EDGES * simulations + SPARE, EDGE),
        outcomes=np.zeros(nodes, OUTCOME),
        used=np.zeros(3, np.int64),
        path=np.zeros((DEPTH, 2), np.int64),
        result=np.zeros(MAX_PLAYERS),
        other=np.zeros(MAX_PLAYERS),
        best=np.zeros(MAX_PLAYERS),
        trial=np.zeros(2, STATE),
        settings=settings,
        weights=weights,
        desk=new_desk(width),
    )


@jit
def plant(tree: Tree, states: Array, row: int) -> None:
    """Begin a new tree whose root is one of the states; its player sees what it can choose."""
    tree.used[:] = 0
    new_node(tree)
    tree.positions[0] = states[row]


@jit
def new_node(tree: Tree) -> int:
    """Return the number of a fresh node, without edges."""
    number = int(tree.used[0])
    tree.used[0] += 1
    tree.nodes[number]["edge"] = -1
    tree.nodes[number]["edges"] = 0
    tree.nodes[number]["visits"] = 0
    tree.nodes[number]["solved"] = 0
    tree.nodes[number]["drawn"] = 0
    for player in range(MAX_PLAYERS):
        tree.nodes[number]["share"][player] = 0.0
    return number


@jit
def new_edge(tree: Tree, number: int, action: int) -> None:
    """Begin an edge that nobody has followed yet."""
    edge = tree.edges[number]
    edge["action"] = action
    edge["node"] = -1
    edge["visits"] = 0
    edge["solved"] = 0
    edge["planned"] = 0
    for player in range(MAX_PLAYERS):
        edge["total"][player] = 0.0
        edge["shares"][player] = 0.0


@jit
def has_room(tree: Tree) -> bool:
    """Whether another node can be expanded whatever it is."""
    room = tree.used[1] + MOST_EDGES <= tree.edges.shape[0]
    return bool(room and tree.used[0] + MOST_EDGES + 1 <= tree.nodes.shape[0])
