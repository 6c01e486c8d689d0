"""A trained network without search: one forward pass per decision.

It reads the same observation as every learner. ``compiled.py`` computes it with numpy and Numba
alone, ``file.py`` reads the files that ``sf-export`` writes. The package's own networks are in
``trained/``, each with a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from sf_agents.network.policy import FILE, TEMPERATURE, Policy
from sf_agents.san_francisco.network.compiled import forward_all
from sf_agents.san_francisco.network.file import check_network, load_network
from sf_agents.san_francisco.network.net import Net, new_room
from sf_agents.san_francisco.network.places import LAYOUT
from sf_env.core.arrays import readable
from sf_env.core.rules import Array, Rules
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.parameters import check_parameters


@dataclass(frozen=True)
class Network(Policy):
    """Play the policy of a trained network: take the likeliest action, or sample one."""

    games = ("san_francisco",)

    path: Annotated[str | None, FILE] = None
    temperature: Annotated[float, TEMPERATURE] = 0.0

    def __post_init__(self) -> None:
        check_parameters(self)
        check_network(self.path)

    def check_players(self, players: int) -> None:
        """Raise an Error if there is no network for this many players."""
        load_network(players, self.path)

    def card(self, players: int) -> dict[str, Any]:
        """Return the card of the network for this number of players: how it was trained."""
        return load_network(players, self.path).card

    @property
    def rules(self) -> Rules:
        """San Francisco."""
        return SAN_FRANCISCO

    def look(self, states: Array) -> tuple[Array, Array]:
        """Return logits (n, 44) and values (n, 1) of what the players to move see."""
        trained = load_network(int(states["players"][0]), self.path)
        return look(states, trained.net)


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
