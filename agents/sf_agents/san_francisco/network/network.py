"""A trained network, played as it is: no search, one look at the observation.

It sees what every learner sees, and its policy says how likely each action is to be the best one.
``compiled.py`` computes it with numpy and Numba alone, ``file.py`` reads the files that
``sf-export`` writes. The package's own networks are in ``trained/``, each with a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from sf_agents.sampling import sample
from sf_agents.san_francisco.network.compiled import forward_all
from sf_agents.san_francisco.network.file import check_network, load_network
from sf_agents.san_francisco.network.net import Net, new_room
from sf_agents.san_francisco.network.places import LAYOUT
from sf_env.core.arrays import readable
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.functions import legal_mask
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range, check_parameters


class Opinion(NamedTuple):
    """What a network thinks of each of n states."""

    policy: Array  # (n, 44) float64, how likely it is to choose each action; illegal ones 0
    value: Array  # (n,) float64, the reward that the player to move can expect, -1 to 1


@dataclass(frozen=True)
class Network:
    """Play the policy of a trained network: take the likeliest action, or sample one."""

    games = ("san_francisco",)

    path: Annotated[str | None, Range(text="network file from sf-export")] = None
    temperature: Annotated[
        float, Range(0, 10, "0 takes the likeliest action, 1 samples from the policy")
    ] = 0.0

    def __post_init__(self) -> None:
        check_parameters(self)
        check_network(self.path)

    def check_players(self, players: int) -> None:
        """Raise an Error if there is no network for this many players."""
        load_network(players, self.path)

    def card(self, players: int) -> dict[str, Any]:
        """Return the card of the network for this number of players: how it was trained."""
        return load_network(players, self.path).card

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return an action (n,) for each state, 0 where a game is over."""
        if len(states) == 0:
            return np.zeros(0, np.int64)
        legal = legal_mask(states) if legal is None else legal
        keys = as_keys(states, keys) if self.temperature else np.zeros(len(states), np.uint64)
        return sample(self._look(states)[0], legal, keys, self.temperature)

    def analyse(self, states: Array, legal: Any = None) -> Opinion:
        """Return its policy (at temperature 1) and value in each state."""
        if len(states) == 0:
            return Opinion(np.zeros((0, ACTIONS)), np.zeros(0))
        legal = legal_mask(states) if legal is None else np.asarray(legal, np.bool_)
        logits, values = self._look(states)
        likely = np.where(legal, logits.astype(np.float64), -np.inf)
        over = ~legal.any(axis=1, keepdims=True)
        top = np.where(over, 0.0, likely.max(axis=1, keepdims=True))
        policy = np.exp(likely - top)
        policy /= np.where(over, 1.0, policy.sum(axis=1, keepdims=True))
        return Opinion(policy, values[:, 0].astype(np.float64))

    def _look(self, states: Array) -> tuple[Array, Array]:
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
