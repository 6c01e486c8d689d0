"""The search tree: nodes are positions at a moment of choice, edges are what may be chosen there.

A turn is one choice: drawing, or taking a column and building its cards in the best way that
``turn_search.py`` finds. So nodes stand at the beginning of a turn, or where a drawn card is to be
put; only the root may be any decision. Drawing is followed by chance: one node for each kind of
card that came up so far. The deck's order is never looked at: each simulation draws at random
from the cards that are left, and each node has its own copy of the position.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sf_agents.san_francisco.evaluation.evaluation import outlook, share_of_win, win_chance
from sf_agents.san_francisco.search.turn_search import Desk, finish_turn, new_desk
from sf_env.core.compiled.bits import count_bits, lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, mix
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import DRAW, PUT
from sf_env.games.san_francisco.engine.constants import COLUMN, COLUMNS, MAX_PLAYERS, OVER, TURN
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.step import step

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
    """Return room for so many simulations; memory is used only as the tree grows."""
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


@jit
def share_win(state: np.void, result: Array) -> None:
    """Write the result of a finished game: 1, shared by the winners."""
    for seat in range(wide(state["players"])):
        result[seat] = share_of_win(state, seat)


@jit
def judge(state: np.void, tree: Tree, result: Array) -> None:
    """Write the chance of each seat to win, which add up to 1."""
    players = wide(state["players"])
    if state["phase"] == OVER:
        share_win(state, result)
        return
    view = tree.desk.outlook[0]
    outlook(state, tree.weights[0], view)
    total = 0.0
    for seat in range(players):
        result[seat] = win_chance(players, seat, tree.weights[0], view)
        total += result[seat]
    for seat in range(players):
        result[seat] /= total


@jit
def expand(tree: Tree, node: int, word: Word) -> None:
    """Give a node its edges, judged at first sight."""
    seat = wide(tree.positions[node]["to_move"])
    bits = wide(tree.positions[node]["legal"])
    first = int(tree.used[1])
    count = count_bits(bits)
    tree.used[1] += count
    tree.nodes[node]["edge"] = first
    tree.nodes[node]["edges"] = count
    tree.nodes[node]["seat"] = seat
    best = first
    for number in range(first, first + count):
        new_edge(tree, number, lowest_bit(bits))
        bits &= bits - 1
        if tree.edges[number]["action"] == DRAW:
            look_at_drawing(tree, node, seat, word)
        else:
            look_at_choice(tree, node, number)
        tree.edges[number]["sight"][:] = tree.result
        tree.edges[number]["promise"][:] = tree.result
        if tree.result[seat] > tree.edges[best]["sight"][seat]:
            best = number
    set_priors(tree, first, count, seat, best)
    for number in range(first, first + count):
        new = tree.edges[number]["node"]
        if new >= 0 and tree.positions[new]["phase"] == OVER:
            tree.nodes[new]["solved"] = 1
            tree.nodes[new]["result"][:] = tree.edges[number]["sight"]
            solve(tree, node, number)


@jit
def look_at_choice(tree: Tree, node: int, number: int) -> None:
    """Make the choice of an edge, finish the turn if it goes on, and judge where it leads."""
    new = new_node(tree)
    tree.edges[number]["node"] = new
    tree.positions[new] = tree.positions[node]
    step(tree.positions[new], wide(tree.edges[number]["action"]))
    if goes_on(tree.positions[new]):
        tree.edges[number]["planned"] = 1
        finish_turn(tree.positions[new], tree.weights, tree.desk)
        tree.positions[new] = tree.desk.result[0]
    judge(tree.positions[new], tree, tree.result)


@jit
def goes_on(state: np.void) -> bool:
    """Whether the turn goes on with a decision that the tree has no nodes for."""
    return bool(state["phase"] != TURN and state["phase"] != COLUMN and state["phase"] != OVER)


@jit
def look_at_drawing(tree: Tree, node: int, seat: int, word: Word) -> None:
    """Judge drawing by a few cards that may come up, each put where it is best for the seat."""
    draws = int(tree.settings[0]["draws"])
    for player in range(MAX_PLAYERS):
        tree.other[player] = 0.0
    for _ in range(draws):
        word = advance(word)
        tree.trial[0] = tree.positions[node]
        draw_any(tree.trial[0], mix(word))
        tree.best[seat] = -1.0
        for column in range(COLUMNS):
            tree.trial[1] = tree.trial[0]
            step(tree.trial[1], PUT + column)
            if goes_on(tree.trial[1]):
                finish_turn(tree.trial[1], tree.weights, tree.desk)
                tree.trial[1] = tree.desk.result[0]
            judge(tree.trial[1], tree, tree.result)
            if tree.result[seat] > tree.best[seat]:
                tree.best[:] = tree.result
        for player in range(MAX_PLAYERS):
            tree.other[player] += tree.best[player] / draws
    for player in range(MAX_PLAYERS):
        tree.result[player] = tree.other[player]


@jit
def draw_any(state: np.void, random: Word) -> None:
    """Draw one of the undrawn cards, all equally likely."""
    last = wide(state["deck_left"]) - 1
    place = below(random, last + 1)
    card = state["deck"][place]
    state["deck"][place] = state["deck"][last]
    state["deck"][last] = card
    step(state, DRAW)


@jit
def set_priors(tree: Tree, first: int, count: int, seat: int, best: int) -> None:
    """Turn what the edges look like to their player into how likely they are to be chosen."""
    top = tree.edges[best]["sight"][seat]
    total = 0.0
    for number in range(first, first + count):
        behind = top - tree.edges[number]["sight"][seat]
        tree.edges[number]["prior"] = math.exp(-behind / tree.settings[0]["temperature"])
        total += tree.edges[number]["prior"]
    for number in range(first, first + count):
        tree.edges[number]["prior"] /= total


@jit
def choose_edge(tree: Tree, node: int) -> int:
    """Return the edge to follow: good so far, or likely and little tried."""
    seat = wide(tree.nodes[node]["seat"])
    first = wide(tree.nodes[node]["edge"])
    wish = tree.settings[0]["exploration"] * math.sqrt(tree.nodes[node]["visits"] + 0.0)
    best = -1.0
    chosen = first
    for number in range(first, first + wide(tree.nodes[node]["edges"])):
        worth = value_of_edge(tree, number, seat)
        if not tree.edges[number]["solved"]:
            worth += wish * tree.edges[number]["prior"] / (1 + tree.edges[number]["visits"])
        if worth > best:
            best = worth
            chosen = number
    return chosen


@jit
def value_of_edge(tree: Tree, number: int, seat: int) -> float:
    """Return the chance of a seat to win after an edge, as far as it is known.

    It is a mixture of what the tree promises by its evaluations, and of what playouts brought.
    """
    edge = tree.edges[number]
    if edge["solved"]:
        return float(edge["sight"][seat])
    settings = tree.settings[0]
    promise = edge["promise"][seat]
    trust = settings["trust"]
    played = (edge["total"][seat] + trust * promise) / (edge["visits"] + trust)
    return float(promise + settings["playout_share"] * (played - promise))


@jit
def follow(tree: Tree, node: int, number: int, random: Word) -> int:
    """Return the node an edge leads to; drawing leads to that of the card which comes up.

    It is -1 if a node would be needed for the card and there is no room for it.
    """
    if tree.edges[number]["action"] != DRAW:
        return wide(tree.edges[number]["node"])
    state = tree.positions[node]
    place = below(random, wide(state["deck_left"]))
    kind = wide(state["attributes"][state["deck"][place]])
    at = wide(tree.edges[number]["node"])
    while at >= 0:
        if tree.outcomes[at]["kind"] == kind:
            return wide(tree.outcomes[at]["node"])
        at = wide(tree.outcomes[at]["next"])
    if tree.used[0] == tree.nodes.shape[0]:
        return -1
    new = new_node(tree)
    tree.positions[new] = state
    draw_any(tree.positions[new], random)
    at = int(tree.used[2])
    tree.used[2] += 1
    tree.outcomes[at]["kind"] = kind
    tree.outcomes[at]["node"] = new
    tree.outcomes[at]["next"] = tree.edges[number]["node"]
    tree.edges[number]["node"] = at
    return new


@jit
def note_result(tree: Tree, depth: int, end: int) -> None:
    """Add the result of a simulation to the edges it followed, and renew what they promise.

    The path has ``depth`` edges and ends in the node ``end``.
    """
    for place in range(depth):
        edge = tree.edges[tree.path[place, 1]]
        edge["visits"] += 1
        for seat in range(MAX_PLAYERS):
            edge["total"][seat] += tree.result[seat]
    solving = True
    for place in range(depth - 1, -1, -1):
        number = int(tree.path[place, 1])
        solving = solving and solve(tree, int(tree.path[place, 0]), number)
        if not tree.edges[number]["solved"]:
            if tree.edges[number]["action"] == DRAW:
                renew_drawing(tree, number, end)
            elif best_promise(tree, wide(tree.edges[number]["node"])):
                for seat in range(MAX_PLAYERS):
                    tree.edges[number]["promise"][seat] = tree.other[seat]
        end = int(tree.path[place, 0])


@jit
def renew_drawing(tree: Tree, number: int, node: int) -> None:
    """Write what drawing promises, after the card of a node came up once more.

    It is the mean over the cards that came up so far, with its first sight as so many more.
    """
    edge = tree.edges[number]
    drawn = tree.nodes[node]
    if not best_promise(tree, node):
        for seat in range(MAX_PLAYERS):
            tree.other[seat] = edge["sight"][seat]
    draws = tree.settings[0]["draws"]
    drawn["drawn"] += 1
    for seat in range(MAX_PLAYERS):
        share = drawn["drawn"] * tree.other[seat]
        edge["shares"][seat] += share - drawn["share"][seat]
        drawn["share"][seat] = share
        whole = edge["shares"][seat] + draws * edge["sight"][seat]
        edge["promise"][seat] = whole / (edge["visits"] + draws)


@jit
def best_promise(tree: Tree, node: int) -> bool:
    """Write what the best edge of a node promises; return whether the node has edges yet."""
    if tree.nodes[node]["solved"]:
        tree.other[:] = tree.nodes[node]["result"]
        return True
    first = wide(tree.nodes[node]["edge"])
    if first < 0:
        return False
    seat = wide(tree.nodes[node]["seat"])
    best = first
    for number in range(first + 1, first + wide(tree.nodes[node]["edges"])):
        if tree.edges[number]["promise"][seat] > tree.edges[best]["promise"][seat]:
            best = number
    for player in range(MAX_PLAYERS):
        tree.other[player] = tree.edges[best]["promise"][player]
    return True


# Ends that are certain ------------------------------------------------------------------------


@jit
def solve(tree: Tree, node: int, number: int) -> bool:
    """Return whether a node's result is known, now that one of its edges may be solved.

    It is if its player is sure to win alone, or if all edges are solved: the best one counts.
    """
    if not solve_edge(tree, node, number):
        return False
    seat = wide(tree.nodes[node]["seat"])
    best = number
    if tree.edges[number]["sight"][seat] < 1.0:
        first = wide(tree.nodes[node]["edge"])
        for other in range(first, first + wide(tree.nodes[node]["edges"])):
            if not tree.edges[other]["solved"]:
                return False
            if tree.edges[other]["sight"][seat] > tree.edges[best]["sight"][seat]:
                best = other
    tree.nodes[node]["solved"] = 1
    for player in range(MAX_PLAYERS):
        tree.nodes[node]["result"][player] = tree.edges[best]["sight"][player]
    return True


@jit
def solve_edge(tree: Tree, node: int, number: int) -> bool:
    """Return whether the result of an edge is known, and note it."""
    edge = tree.edges[number]
    if edge["solved"]:
        return True
    if edge["action"] == DRAW:
        if not all_cards_solved(tree, node, number):
            return False
    else:
        end = tree.nodes[edge["node"]]
        if not end["solved"]:
            return False
        if edge["planned"] and end["result"][tree.nodes[node]["seat"]] < 1.0:
            unplan(tree, node, number)
            return False
        tree.other[:] = tree.nodes[edge["node"]]["result"]
    for player in range(MAX_PLAYERS):
        edge["sight"][player] = tree.other[player]
        edge["promise"][player] = tree.other[player]
    edge["solved"] = 1
    return True


@jit
def unplan(tree: Tree, node: int, number: int) -> None:
    """Let an edge lead to the rest of the turn instead of its end.

    Where the end is certain and no win, another way to finish the turn might be better.
    """
    if tree.used[0] == tree.nodes.shape[0]:
        return
    new = new_node(tree)
    tree.positions[new] = tree.positions[node]
    step(tree.positions[new], wide(tree.edges[number]["action"]))
    tree.edges[number]["node"] = new
    tree.edges[number]["planned"] = 0


@jit
def all_cards_solved(tree: Tree, node: int, number: int) -> bool:
    """Whether it is known what follows each card that may come up; write the mean result."""
    tree.other[:] = 0.0
    left = wide(tree.positions[node]["deck_left"])
    for place in range(left):
        kind = tree.positions[node]["attributes"][tree.positions[node]["deck"][place]]
        at = wide(tree.edges[number]["node"])
        while at >= 0 and tree.outcomes[at]["kind"] != kind:
            at = wide(tree.outcomes[at]["next"])
        if at < 0 or not tree.nodes[tree.outcomes[at]["node"]]["solved"]:
            return False
        for player in range(MAX_PLAYERS):
            tree.other[player] += tree.nodes[tree.outcomes[at]["node"]]["result"][player]
    for player in range(MAX_PLAYERS):
        tree.other[player] /= left
    return True
