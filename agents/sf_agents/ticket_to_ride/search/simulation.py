"""One simulation: imagine a world, go down the tree, add a node, judge it, and play to the end.

The worlds of an edge of the root are those of a fixed sequence: its third simulation imagines the
same cards and tickets as the third one of every other edge. So edges are compared by the same luck.
"""

from __future__ import annotations

import math

import numpy as np

from sf_agents.ticket_to_ride.evaluation.evaluation import note_chances
from sf_agents.ticket_to_ride.planner import judge
from sf_agents.ticket_to_ride.search.playouts import NOBODY, play_on
from sf_agents.ticket_to_ride.search.tree import CHANCE, Tree, clear, new_edge, new_node
from sf_agents.ticket_to_ride.search.worlds import make_world
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS, OVER
from sf_env.games.ticket_to_ride.engine.kernels import count_legal, is_legal, nth_legal
from sf_env.games.ticket_to_ride.engine.scoring import place, points
from sf_env.games.ticket_to_ride.engine.step import step

UNSEEN = 0.5  # share of an even prior for an action that was not legal when its node was opened
UNSEEN_BEHIND = -0.05  # how much worse than the best such an action is taken to be
SLOPE = 0.25  # of the chance to win by the margin, in units of its scale, where all is even
SHARPER = 1.4  # what is judged, than the evaluation itself
WORST = -0.5  # that an action may look behind the best one, as a chance to win


@jit
def simulate(tree: Tree, key: Word) -> None:
    """Make a simulation and note its result along the way."""
    node, depth, word = descend(tree, key)
    if node >= 0:
        judge(tree.world[0], word, tree.weights[0], tree.desk)
        note_priors(tree, node, tree.world[0])
    play_to_next_turn(tree, word)
    play_to_end(tree, word)
    note_result(tree, depth)


@jit
def plant(tree: Tree, states: Array, row: int) -> None:
    """Begin a new tree whose root is one of the states, with its edges."""
    clear(tree, states, row)
    state = tree.root[0]
    judge(state, 0, tree.weights[0], tree.desk)
    note_priors(tree, 0, state)


@jit
def descend(tree: Tree, key: Word) -> tuple[int, int, Word]:
    """Imagine a world and follow the tree in it, to ``tree.world``.

    Returns the node to be given edges (or -1), the depth, and randomness for the rest.
    """
    edge = choose_edge(tree, 0, tree.root[0])
    state = tree.world[0]
    tree.world[0] = tree.root[0]
    word = fork(key, wide(tree.edges[edge]["visits"]))
    make_world(state, bool(tree.settings[0]["imagines"]), word)
    tree.path[0] = edge
    depth = 1
    step(state, wide(tree.edges[edge]["action"]))
    while skip_forced(state) and depth < tree.path.shape[0]:
        node = next_node(tree, edge)
        if node < 0 or tree.nodes[node]["visits"] < tree.settings[0]["ripe"]:
            break
        if tree.nodes[node]["edge"] < 0:
            return node, depth, fork(word, 1)
        edge = choose_edge(tree, node, state)
        if edge < 0:
            break
        tree.path[depth] = edge
        depth += 1
        step(state, wide(tree.edges[edge]["action"]))
    return -1, depth, fork(word, 1)


@jit
def next_node(tree: Tree, edge: int) -> int:
    """Return the node that an edge leads to, visited once more; -1 if there is no room for it."""
    node = wide(tree.edges[edge]["node"])
    if node < 0:
        node = new_node(tree)
        tree.edges[edge]["node"] = node
    if node >= 0:
        tree.nodes[node]["visits"] += 1
    return node


@jit
def skip_forced(state: np.void) -> bool:
    """Do what there is no choice about; return whether the game continues."""
    while state["phase"] != OVER and count_legal(state) == 1:
        step(state, nth_legal(state, 0))
    return bool(state["phase"] != OVER)


@jit
def note_priors(tree: Tree, node: int, state: np.void) -> None:
    """Give a node its edges, with priors from the worths of the actions."""
    settings = tree.settings[0]
    worths = tree.desk.worths
    count = count_legal(state)
    best = -1e18
    for number in range(count):
        best = max(best, worths[nth_legal(state, number)])
    total = 0.0
    for number in range(count):
        total += math.exp((worths[nth_legal(state, number)] - best) / settings["temperature"])
    for number in range(count):
        action = nth_legal(state, number)
        short = worths[action] - best
        prior = math.exp(short / settings["temperature"]) / total
        new_edge(tree, node, action, prior, max(WORST, SLOPE * short / settings["scale"]))


@jit
def choose_edge(tree: Tree, node: int, state: np.void) -> int:
    """Return the edge to follow, -1 if there is none: good so far, or likely and little tried."""
    visits, total, found = 0, 0.0, 0
    seat = wide(state["to_move"])
    number = wide(tree.nodes[node]["edge"])
    while number >= 0:
        edge = tree.edges[number]
        if is_legal(state, wide(edge["action"])):
            found += 1
            visits += wide(edge["visits"])
            total += edge["total"][seat]
        number = wide(edge["next"])
    if found < count_legal(state):
        add_missing(tree, node, state)
    even = 1.0 / wide(state["players"])
    base = (total + even) / (visits + 1)
    wish = tree.settings[0]["exploration"] * math.sqrt(visits + 1.0)
    best = -1e18
    chosen = -1
    number = wide(tree.nodes[node]["edge"])
    while number >= 0:
        edge = tree.edges[number]
        if is_legal(state, wide(edge["action"])):
            worth = value_of(tree, number, seat, base) + wish * edge["prior"] / (1 + edge["visits"])
            if worth > best:
                best = worth
                chosen = number
        number = wide(edge["next"])
    return chosen


@jit
def value_of(tree: Tree, number: int, seat: int, base: float) -> float:
    """Return a seat's chance to win after an edge: its simulations, and its first sight."""
    edge = tree.edges[number]
    trust = tree.settings[0]["trust"]
    sight = trust * (base + edge["behind"])
    return float((edge["total"][seat] + sight) / (wide(edge["visits"]) + trust))


@jit
def add_missing(tree: Tree, node: int, state: np.void) -> None:
    """Add edges for actions that were not legal in the worlds before."""
    count = count_legal(state)
    for number in range(count):
        action = nth_legal(state, number)
        if not has_edge(tree, node, action):
            new_edge(tree, node, action, UNSEEN / (count + 1), UNSEEN_BEHIND)


@jit
def has_edge(tree: Tree, node: int, action: int) -> bool:
    """Return whether a node has an edge for an action."""
    number = wide(tree.nodes[node]["edge"])
    while number >= 0:
        if tree.edges[number]["action"] == action:
            return True
        number = wide(tree.edges[number]["next"])
    return False


@jit
def play_to_next_turn(tree: Tree, word: Word) -> None:
    """Play until the next turn of the searching seat, in ``tree.trial``, and judge the position.

    There all seats have had as many turns since the root, whatever was done.
    """
    state = tree.trial[0]
    tree.trial[0] = tree.world[0]
    seat = wide(tree.root[0]["to_move"])
    play_on(state, seat, tree.weights[0], tree.desk, tree.aims, word)
    if state["phase"] != OVER:
        note_chances(state, SHARPER, tree.weights[0], tree.desk.plan, tree.judged)


@jit
def play_to_end(tree: Tree, word: Word) -> None:
    """Play the rest of the game, and write the result: of the end, and of what was judged."""
    state = tree.trial[0]
    players = wide(state["players"])
    share = tree.settings[0]["playout_share"]
    if state["phase"] == OVER:
        share = 1.0
    for seat in range(players):
        tree.result[seat] = (1.0 - share) * tree.judged[seat]
    tree.result[CHANCE] = tree.result[tree.root[0]["to_move"]]
    if share > 0.0:
        play_on(state, NOBODY, tree.weights[0], tree.desk, tree.aims, fork(word, 1))
        add_result(tree, state, share)


@jit
def add_result(tree: Tree, state: np.void, weight: float) -> None:
    """Add what the end of a game brings each seat: the win, and a share for the margin."""
    players = wide(state["players"])
    settings = tree.settings[0]
    winners, best = 0, -1000
    for seat in range(players):
        winners += place(state, seat) == 1
        best = max(best, points(state, seat))
    total = 0.0
    for seat in range(players):
        total += math.exp((points(state, seat) - best) / settings["scale"])
    share = settings["margin_share"]
    for seat in range(players):
        won = (place(state, seat) == 1) / winners
        close = math.exp((points(state, seat) - best) / settings["scale"]) / total
        tree.result[seat] += weight * (won + share * (close - won))
        if seat == tree.root[0]["to_move"]:
            tree.result[CHANCE] += weight * won


@jit
def note_result(tree: Tree, depth: int) -> None:
    """Count a simulation for all edges that it followed."""
    for at in range(depth):
        edge = tree.edges[tree.path[at]]
        edge["visits"] += 1
        for part in range(MAX_PLAYERS + 1):
            edge["total"][part] += tree.result[part]
