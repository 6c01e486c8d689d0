"""The way back up the tree: what a simulation found, and ends that are certain."""

from __future__ import annotations

from sf_agents.san_francisco.search.tree import Tree, new_node
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import DRAW
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS
from sf_env.games.san_francisco.engine.step import step


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

    It is the mean over the cards that came up so far, its first sight counting as ``draws`` more.
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
