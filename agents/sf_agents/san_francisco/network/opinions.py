"""What a network makes of positions, without torch: logits and values."""

from __future__ import annotations

import numpy as np

from sf_agents.san_francisco.network.compiled import forward_all
from sf_agents.san_francisco.network.net import Net, new_room
from sf_agents.san_francisco.network.places import LAYOUT
from sf_env.core.arrays import readable
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.rules import SAN_FRANCISCO


def look(states: Array, net: Net) -> tuple[Array, Array]:
    """Return logits (n, 44) and values (n, 1) of what the players to move see."""
    states = readable(SAN_FRANCISCO, states)
    seen = np.zeros((len(states), len(net.scale)), np.int8)
    LAYOUT.observe(states, np.arange(len(states)), np.full(len(states), -1), seen)
    return opinions(seen, net)


def opinions(seen: Array, net: Net) -> tuple[Array, Array]:
    """Return logits (n, 44) and values (n, 1) of observations (n, size)."""
    logits = np.zeros((len(seen), ACTIONS), np.float32)
    values = np.zeros((len(seen), len(net.value_bias)), np.float32)
    forward_all(seen, net, new_room(net), logits, values)
    return logits, values
