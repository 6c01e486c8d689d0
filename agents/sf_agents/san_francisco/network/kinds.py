"""The networks that training can choose for San Francisco, and what it does with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from sf_agents.sampling import sample
from sf_agents.san_francisco.network.export import load_start, to_net
from sf_agents.san_francisco.network.file import load_network, network_in, save_network
from sf_agents.san_francisco.network.model import KINDS, DistrictNetwork
from sf_agents.san_francisco.network.net import Net
from sf_agents.san_francisco.network.network import Network, look
from sf_agents.san_francisco.network.places import LAYOUT_HASH
from sf_agents.san_francisco.search.netmcts import Netmcts
from sf_agents.training.networks import Networks, Player
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import as_keys


@dataclass
class NetPlayer:
    """A network without a file, computed without torch; it draws its actions or takes the best."""

    net: Net
    temperature: float = 1.0

    def act(self, states: Array, legal: Array, keys: Any = None) -> Array:
        """Return an action (n,) for each state."""
        logits, _ = look(states, self.net)
        return sample(logits, legal, as_keys(states, keys), self.temperature)

    def state_dict(self) -> dict[str, Any]:
        """Return the weights by name."""
        return self.net._asdict()

    def take(self, network: DistrictNetwork) -> None:
        """Copy the weights of a network."""
        self.net = to_net(network)


class DistrictNetworks(Networks):
    """The perceptron, and networks that follow the table, which need no torch to play."""

    @staticmethod
    def reads(kind: str, rules: Rules) -> str:
        """Return the hash of the layout of observations that a fresh network of a kind reads."""
        return LAYOUT_HASH if kind in KINDS else rules.observation_hash

    def new(self, kind: str, players: int) -> torch.nn.Module:
        """Return a fresh network."""
        if kind in KINDS:
            return DistrictNetwork(players, KINDS[kind])
        return super().new(kind, players)

    def player(self, network: Any, temperature: float) -> Player:
        """Return a copy of a network as an agent."""
        if isinstance(network, DistrictNetwork):
            return NetPlayer(to_net(network), temperature)
        return super().player(network, temperature)

    def revived(self, weights: Any, network: Any) -> Player:
        """Return an agent with the weights that another one had; version 0.1 did not name them."""
        if isinstance(network, DistrictNetwork):  # copies: Ray's are read-only, another type
            arrays = weights if isinstance(weights, tuple) else Net(**weights)
            return NetPlayer(Net(*(array.copy() for array in arrays)))
        return super().revived(weights, network)

    def start(self, path: str, players: int, kind: str) -> dict[str, torch.Tensor]:
        """Return the weights in a network's file with which a run may begin."""
        return load_start(path, players, kind)

    def save(self, path: Path, network: Any, card: dict[str, Any]) -> None:
        """Write a file to play with; there are none for perceptrons."""
        if isinstance(network, DistrictNetwork):
            save_network(path, to_net(network), card)

    def cards(self, start: str | None, teacher: Any, players: int) -> dict[str, dict[str, Any]]:
        """Return the cards of the networks that a run builds on."""
        cards = {"start": network_in(start).card} if start else {}
        if isinstance(teacher, Network | Netmcts):
            cards["teacher"] = load_network(players, teacher.path).card
        return cards
