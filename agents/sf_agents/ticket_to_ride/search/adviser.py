"""What a trained network thinks of positions in a search: chances of the seats, and a policy."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sf_agents.network.chances import note_chances
from sf_agents.ticket_to_ride.network.compiled import forward_all
from sf_agents.ticket_to_ride.network.features import LAYOUT
from sf_agents.ticket_to_ride.network.net import Net, Room, new_room
from sf_agents.ticket_to_ride.search.tree import Tree
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import ACTIONS
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS
from sf_env.games.ticket_to_ride.engine.kernels import is_legal
from sf_env.games.ticket_to_ride.engine.observe import observe


class Shares(NamedTuple):
    """How much a network's word counts, from 0 to 1."""

    value: float  # of its value, against the evaluation
    policy: float  # of its policy, in the priors


class Adviser(NamedTuple):
    """A trained network, and room for its thoughts."""

    net: Net
    room: Room
    seen: Array  # (looks, size) observations
    logits: Array  # (looks, ACTIONS) the player to move first
    values: Array  # (looks, 1)
    chances: Array  # (MAX_PLAYERS,) of each seat to win
    shares: Shares


def new_adviser(net: Net, players: int, shares: Shares) -> Adviser:
    """Return an adviser whose word counts by these shares.

    With two players one look gives both chances; with more, the network looks from every seat.
    """
    looks = 1 if players == 2 else players
    return Adviser(
        net=net,
        room=new_room(net),
        seen=np.zeros((looks, LAYOUT.size(players)), np.int8),
        logits=np.zeros((looks, ACTIONS), np.float32),
        values=np.zeros((looks, 1), np.float32),
        chances=np.zeros(MAX_PLAYERS),
        shares=shares,
    )


@jit
def consult(state: np.void, adviser: Adviser) -> None:
    """Write the chance of each seat to win, and the logits of the player to move."""
    players = wide(state["players"])
    mover = wide(state["to_move"])
    looks = adviser.seen.shape[0]
    for turn in range(looks):
        observe(state, (mover + turn) % players, adviser.seen[turn])
    forward_all(adviser.seen, players, adviser.net, adviser.room, adviser.logits, adviser.values)
    note_chances(adviser.values, looks, mover, players, adviser.chances)


@jit
def mix_in_policy(tree: Tree, node: int, state: np.void, adviser: Adviser) -> None:
    """Add what the network would choose to the priors of a node it was just asked about."""
    share = adviser.shares.policy
    top = -math.inf
    number = wide(tree.nodes[node]["edge"])
    while number >= 0:
        top = max(top, float(adviser.logits[0, tree.edges[number]["action"]]))
        number = wide(tree.edges[number]["next"])
    total = 0.0
    for action in range(ACTIONS):
        if is_legal(state, action):
            total += math.exp(adviser.logits[0, action] - top)
    number = wide(tree.nodes[node]["edge"])
    while number >= 0:
        edge = tree.edges[number]
        chosen = math.exp(adviser.logits[0, edge["action"]] - top) / total
        edge["prior"] += share * (chosen - edge["prior"])
        number = wide(edge["next"])


@jit
def mix_in_value(tree: Tree, players: int, adviser: Adviser) -> None:
    """Replace a share of what was judged by the chances that the network sees."""
    for seat in range(players):
        more = adviser.chances[seat] - tree.judged[seat]
        tree.judged[seat] += adviser.shares.value * more
