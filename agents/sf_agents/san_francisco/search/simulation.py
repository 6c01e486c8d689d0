"""One simulation of the tree search: down the tree, one node more, and on to the game's end."""

from __future__ import annotations

from sf_agents.san_francisco.search.playouts import play_to_end
from sf_agents.san_francisco.search.tree import (
    Tree,
    choose_edge,
    expand,
    follow,
    has_room,
    note_result,
    share_win,
)
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, fork, mix, shuffle
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.constants import OVER


@jit
def simulate(tree: Tree, word: Word) -> None:
    """Follow the tree to a node that has no edges yet, give it some, and note what comes of it."""
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
