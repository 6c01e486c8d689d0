"""What a network makes of positions, without torch: logits and values."""

from __future__ import annotations

import numpy as np

from sf_agents.ticket_to_ride.network.compiled import forward_all
from sf_agents.ticket_to_ride.network.features import LAYOUT
from sf_agents.ticket_to_ride.network.net import Net, new_room
from sf_env.core.arrays import readable
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import ACTIONS
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE


def look(states: Array, net: Net) -> tuple[Array, Array]:
    """Return logits (n, 125) and values (n, 1) of what the players to move see."""
    states = readable(TICKET_TO_RIDE, states)
    players = int(states["players"][0])
    seen = np.zeros((len(states), LAYOUT.size(players)), np.int8)
    LAYOUT.observe(states, np.arange(len(states)), np.full(len(states), -1), seen)
    return opinions(seen, players, net)


def opinions(seen: Array, players: int, net: Net) -> tuple[Array, Array]:
    """Return logits (n, 125) and values (n, 1) of observations (n, size)."""
    logits = np.zeros((len(seen), ACTIONS), np.float32)
    values = np.zeros((len(seen), 1), np.float32)
    forward_all(seen, players, net, new_room(net), logits, values)
    return logits, values
