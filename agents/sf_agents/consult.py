"""What a trained network thinks of a position in a search: chances of the seats, and a policy."""

from __future__ import annotations

import numpy as np

from sf_agents.forward import Net, Room, forward, new_room, scale
from sf_env._jit import jit
from sf_env.engine.observe import observe
from sf_env.engine.wide import wide
from sf_env.rules import Array

VECTORS = ("scale", *(name for name in Net._fields if name.endswith("_bias")))
MATRICES_OF_BIASES = ("row_bias", "district_bias")


def no_network() -> tuple[Net, Room]:
    """Return what stands in a search that has no network."""
    flat = set(VECTORS) - set(MATRICES_OF_BIASES)
    net = Net(**{name: np.zeros(1 if name in flat else (1, 1), np.float32) for name in Net._fields})
    return net, new_room(net._replace(district=np.zeros((2, 1), np.float32)))


@jit
def consult(state: np.void, net: Net, room: Room, vector: Array, chances: Array) -> None:
    """Write the chance of each seat to win; the policy of the player to move is in the room.

    With two players one look tells both chances; with more, the network looks from every seat.
    """
    players = wide(state["players"])
    mover = wide(state["to_move"])
    looks = 1 if players == 2 else players
    for turn in range(looks):
        observe(state, (mover + turn) % players, vector)
        scale(vector, net.scale, room.seen[turn])
    forward(looks, net, room)
    total = 0.0
    for turn in range(looks):
        chance = chance_of(float(room.values[turn, 0]), players)
        chances[(mover + turn) % players] = chance
        total += chance
    if players == 2:
        chances[1 - mover] = 1.0 - chances[mover]
        return
    for seat in range(players):
        chances[seat] /= total


@jit
def chance_of(reward: float, players: int) -> float:
    """Return the chance to win that an expected reward stands for: 1 won, -1 / (n - 1) lost."""
    chance = (reward * (players - 1) + 1.0) / players
    return min(max(chance, 0.001), 0.999)
