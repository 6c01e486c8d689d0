"""Networks that a game has of its own, which need no torch to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch

from sf_agents.network.family import Family
from sf_agents.sampling import sample
from sf_agents.training.arrays import to_arrays, to_state
from sf_agents.training.networks import Networks, Player
from sf_env.core.errors import Error
from sf_env.core.rules import Array, Rules
from sf_env.opponents.contract import as_keys


@dataclass
class NetPlayer:
    """A network without a file, computed without torch; it draws its actions or takes the best."""

    build: Build
    net: Any
    temperature: float = 1.0

    def act(self, states: Array, legal: Array, keys: Any = None) -> Array:
        """Return an action (n,) for each state."""
        if len(states) == 0:
            return np.zeros(0, np.int64)
        logits, _ = self.build.family.look(states, self.net)
        return sample(logits, legal, as_keys(states, keys), self.temperature)

    def state_dict(self) -> dict[str, Any]:
        """Return the weights by name."""
        fields: dict[str, Any] = self.net._asdict()
        return fields

    def take(self, network: torch.nn.Module) -> None:
        """Copy the weights of a network."""
        self.net = self.build.to_net(network)


@dataclass(frozen=True)
class Build:
    """A build of networks in torch, and the family that plays them."""

    family: Family
    kinds: Mapping[str, Any]
    """the widths of each kind that training can choose"""
    module: type[torch.nn.Module]
    """(players, widths): a fresh network"""
    widths: Callable[..., Any]
    """(**widths): widths of another kind"""
    seated: Callable[[Any, int, int], Any]
    """(net, before, players): a network for another number of players than it had before"""
    biases: Mapping[str, str]
    """see ``names_in_torch``"""

    def to_net(self, network: torch.nn.Module) -> Any:
        """Return a copy of the weights as arrays."""
        return to_arrays(network, self.family.arrays, self.biases)

    def from_net(self, net: Any, players: int) -> dict[str, torch.Tensor]:
        """Return the weights as the state of a network in torch with the same widths."""
        network = self.module(players, self.widths(**self.family.widths_of(net)))
        return to_state(net, network, self.biases)

    def load_start(self, path: str, players: int, kind: str) -> dict[str, torch.Tensor]:
        """Return the weights of a network's file that a run of a kind is to begin with."""
        card, net = self.family.find(path)
        own = self.widths(**self.family.widths_of(net))
        if own != self.kinds[kind]:
            fitting = [name for name, widths in self.kinds.items() if widths == own]
            known = (
                f"its network is of the kind {fitting[0]}" if fitting else "its widths are its own"
            )
            raise Error(f"{path}: {known}; it cannot start a run with --network {kind}")
        return self.from_net(self.seated(net, card["players"], players), players)


class OwnNetworks(Networks):
    """The perceptron, and networks of a build."""

    build: ClassVar[Build]

    @classmethod
    def reads(cls, kind: str, rules: Rules) -> str:
        """Return the hash of the layout of observations that a fresh network of a kind reads."""
        build = cls.build
        return build.family.layout_hash if kind in build.kinds else rules.observation_hash

    def new(self, kind: str, players: int) -> torch.nn.Module:
        """Return a fresh network."""
        if kind in self.build.kinds:
            return self.build.module(players, self.build.kinds[kind])
        return super().new(kind, players)

    def player(self, network: Any, temperature: float) -> Player:
        """Return a copy of a network as an agent."""
        if self._owns(network):
            return NetPlayer(self.build, self.build.to_net(network), temperature)
        return super().player(network, temperature)

    def revived(self, weights: Any, network: Any) -> Player:
        """Return an agent with the weights that another one had; version 0.1 did not name them."""
        if self._owns(network):  # copies: Ray's are read-only, another type
            kind = self.build.family.arrays
            arrays = weights if isinstance(weights, tuple) else kind(**weights)
            return NetPlayer(self.build, kind(*(array.copy() for array in arrays)))
        return super().revived(weights, network)

    def start(self, path: str, players: int, kind: str) -> dict[str, torch.Tensor]:
        """Return the weights in a network's file with which a run may begin."""
        if kind in self.build.kinds:
            return self.build.load_start(path, players, kind)
        return super().start(path, players, kind)

    def save(self, path: Path, network: Any, card: dict[str, Any]) -> None:
        """Write a file to play with; there are none for perceptrons of a game with a build."""
        if self._owns(network):
            self.build.family.write(path, self.build.to_net(network), card)

    def cards(self, start: str | None, teacher: Any, players: int) -> dict[str, dict[str, Any]]:
        """Return the cards of the networks that a run builds on."""
        cards = {"start": self.build.family.find(start).card} if start else {}
        if hasattr(teacher, "card"):
            cards["teacher"] = teacher.card(players)
        return cards

    def _owns(self, network: Any) -> bool:
        return isinstance(network, self.build.module)
