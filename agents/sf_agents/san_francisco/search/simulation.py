"""One simulation of the tree search: down the tree, one node more, and on to the game's end."""

from __future__ import annotations

import math

from sf_agents.san_francisco.search.backup import note_result
from sf_agents.san_francisco.search.expansion import draw_any, expand, share_win
from sf_agents.san_francisco.search.playouts import play_to_end
from sf_agents.san_francisco.search.tree import Tree, has_room, new_node
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, fork, mix, shuffle
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import DRAW
from sf_env.games.san_francisco.engine.constants import OVER


@jit
def simulate(tree: Tree, word: Word) -> None:
    """Follow the tree to a node that has no edges yet, give it some, and note the result."""
    node, depth, word = go_down(tree, word)
    open_node(tree, node, mix(word))
    if tree.nodes[node]["solved"]:
        tree.result[:] = tree.nodes[node]["result"]
    elif tree.settings[0]["playout_share"] > 0.0:
        play_out(tree, node, fork(word, 1))
    note_result(tree, depth, node)


@jit
def go_down(tree: Tree, word: Word) -> tuple[int, int, Word]:
    """Follow the tree to a node without edges; return it, its depth, and fresh randomness."""
    node = 0
    depth = 0
    while tree.nodes[node]["edge"] >= 0 and not tree.nodes[node]["solved"]:
        tree.nodes[node]["visits"] += 1
        edge = choose_edge(tree, node)
        word = advance(word)
        next_node = follow(tree, node, edge, mix(word))
        if next_node < 0:
            break
        tree.path[depth, 0] = node
        tree.path[depth, 1] = edge
        depth += 1
        node = next_node
    return node, depth, advance(word)


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
def open_node(tree: Tree, node: int, random: Word) -> None:
    """Give a node at which a simulation leaves the tree its edges, or its result at the end."""
    if tree.nodes[node]["solved"]:
        return
    if tree.positions[node]["phase"] == OVER:
        share_win(tree.positions[node], tree.result)
        tree.nodes[node]["result"][:] = tree.result
        tree.nodes[node]["solved"] = 1
    elif tree.nodes[node]["edge"] < 0 and has_room(tree):
        tree.nodes[node]["visits"] += 1
        expand(tree, node, random)


@jit
def play_out(tree: Tree, node: int, word: Word) -> None:
    """Play a node's game to its end with a quick policy and a random deck; write who wins."""
    tree.trial[0] = tree.positions[node]
    state = tree.trial[0]
    shuffle(state["deck"], wide(state["deck_left"]), mix(word))
    policy = int(tree.settings[0]["policy"])
    play_to_end(state, policy, tree.weights[0], tree.desk.outlook[0], advance(word))
    share_win(state, tree.result)
