"""What a trained network thinks of positions in a search: chances of the seats, and a policy."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sf_agents.network.chances import LEAST_CHANCE, note_chances
from sf_agents.san_francisco.network.compiled import forward, scale
from sf_agents.san_francisco.network.net import Net, Room, new_room
from sf_agents.san_francisco.search.backup import best_promise
from sf_agents.san_francisco.search.tree import Tree
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS
from sf_env.games.san_francisco.engine.observe import observe


class Shares(NamedTuple):
    """How much a network's word counts, from 0 to 1."""

    value: float  # of its value, against a playout
    promise: float  # of its value, against the evaluation of a position
    policy: float  # of its policy, in the priors


class Adviser(NamedTuple):
    """A trained network, and room for its thoughts."""

    net: Net
    room: Room
    seen: Array  # an observation
    chances: Array  # (MAX_PLAYERS,) of each seat to win
    shares: Shares


def new_adviser(net: Net, shares: Shares) -> Adviser:
    """Return an adviser whose word counts by these shares."""
    return Adviser(
        net=net,
        room=new_room(net),
        seen=np.zeros(len(net.scale), np.int8),
        chances=np.zeros(MAX_PLAYERS),
        shares=shares,
    )


@jit
def consult(state: np.void, adviser: Adviser) -> None:
    """Write the chance of each seat to win; the logits of the player to move are in the room."""
    players = wide(state["players"])
    mover = wide(state["to_move"])
    looks = 1 if players == 2 else players
    for turn in range(looks):
        observe(state, (mover + turn) % players, adviser.seen)
        scale(adviser.seen, adviser.net.scale, adviser.room.seen[turn])
    forward(looks, adviser.net, adviser.room)
    note_chances(adviser.room.values, looks, mover, players, adviser.chances)


@jit
def mix_in_policy(tree: Tree, node: int, adviser: Adviser) -> None:
    """Add what the network would choose to the priors of a node it was just asked about."""
    share = adviser.shares.policy
    logits = adviser.room.logits[0]
    first = wide(tree.nodes[node]["edge"])
    end = first + wide(tree.nodes[node]["edges"])
    top = -math.inf
    for number in range(first, end):
        top = max(top, float(logits[tree.edges[number]["action"]]))
    total = 0.0
    for number in range(first, end):
        total += math.exp(logits[tree.edges[number]["action"]] - top)
    for number in range(first, end):
        edge = tree.edges[number]
        chosen = math.exp(logits[edge["action"]] - top) / total
        edge["prior"] += share * (chosen - edge["prior"])


@jit
def mix_in_value(tree: Tree, node: int, adviser: Adviser) -> None:
    """Shift what the edges of a node promise, until the best promises what the network says.

    How the edges differ stays as the evaluation sees it.
    """
    share = adviser.shares.promise
    if share == 0.0 or not best_promise(tree, node):
        return
    first = wide(tree.nodes[node]["edge"])
    for number in range(first, first + wide(tree.nodes[node]["edges"])):
        edge = tree.edges[number]
        if edge["solved"]:
            continue
        for seat in range(wide(tree.positions[node]["players"])):
            shift = share * (adviser.chances[seat] - tree.other[seat])
            chance = min(max(edge["sight"][seat] + shift, LEAST_CHANCE), 1.0 - LEAST_CHANCE)
            edge["sight"][seat] = chance
            edge["promise"][seat] = chance
