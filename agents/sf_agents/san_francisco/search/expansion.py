"""Giving a node of the tree its edges: every choice there is, judged at first sight."""

from __future__ import annotations

import math

import numpy as np

from sf_agents.san_francisco.evaluation.evaluation import outlook, share_of_win, win_chance
from sf_agents.san_francisco.search.backup import solve
from sf_agents.san_francisco.search.tree import Tree, new_edge, new_node
from sf_agents.san_francisco.search.turn_search import finish_turn
from sf_env.core.compiled.bits import count_bits, lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, mix
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import DRAW, PUT
from sf_env.games.san_francisco.engine.constants import COLUMN, COLUMNS, MAX_PLAYERS, OVER, TURN
from sf_env.games.san_francisco.engine.step import step


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
    """Make the choice of an edge, finish the turn if it is not over, and judge where it leads."""
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
    """Whether the turn continues with a decision that the tree has no nodes for."""
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
