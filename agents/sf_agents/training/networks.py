"""Networks that learn a game: the perceptron for any, and those that a game has of its own."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

from sf_agents.network import file
from sf_agents.network.perceptron import HOME
from sf_agents.sampling import sample
from sf_agents.training.defaults import PLAIN, defaults_of
from sf_agents.training.perceptron import Perceptron, arrays_of
from sf_env.core.errors import Error
from sf_env.core.rules import Array, Rules, rules_of
from sf_env.opponents.contract import as_keys


class Player(Protocol):
    """A network as an agent, as long as it is only in memory: the present self or a past one."""

    def act(self, states: Array, legal: Array, keys: Any = None) -> Array:
        """Return an action (n,) for each state."""

    def state_dict(self) -> dict[str, Any]:
        """Return the weights by name."""

    def take(self, network: Any) -> None:
        """Copy the weights of a network."""


@dataclass
class TorchPlayer:
    """A network in torch, which draws its actions or takes the likeliest."""

    rules: Rules
    network: Any
    temperature: float = 1.0

    def act(self, states: Array, legal: Array, keys: Any = None) -> Array:
        """Return an action (n,) for each state."""
        players = self.network.players
        seen = self.rules.observations(states, np.full(len(states), -1), players)
        with torch.no_grad():
            logits, _ = self.network(torch.from_numpy(seen))
        logits = np.ascontiguousarray(logits.numpy())
        return sample(logits, legal, as_keys(states, keys), self.temperature)

    def state_dict(self) -> dict[str, Any]:
        """Return the weights by name."""
        return dict(self.network.state_dict())

    def take(self, network: Any) -> None:
        """Copy the weights of a network."""
        self.network.load_state_dict(network.state_dict())


class Networks:
    """The networks of a game, whose table may have another layout than the game's latest."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @staticmethod
    def reads(kind: str, rules: Rules) -> str:
        """Return the hash of the layout of observations that a fresh network of a kind reads."""
        del kind
        return rules.observation_hash

    def new(self, kind: str, players: int) -> nn.Module:
        """Return a fresh network, with a ``body`` and two heads: ``actions`` and ``values``."""
        if kind != PLAIN:
            raise Error(f"network={kind} is not known for {self.rules.name}")
        return Perceptron(self.rules, players)

    def player(self, network: Any, temperature: float) -> Player:
        """Return a copy of a network as an agent."""
        return TorchPlayer(self.rules, deepcopy(network), temperature)

    def revived(self, weights: Any, network: Any) -> Player:
        """Return an agent with the weights that another one had; ``network`` is of its kind."""
        twin = deepcopy(network)
        twin.load_state_dict(weights)
        return TorchPlayer(self.rules, twin)

    def start(self, path: str, players: int, kind: str) -> dict[str, torch.Tensor]:
        """Return the weights in a network's file with which a run may begin."""
        raise Error(f"start={path}: a run with the network {kind} cannot start from a file")

    def save(self, path: Path, network: Any, card: dict[str, Any]) -> None:
        """Write a file to play with, if there are files for networks of this kind."""
        file.write(path, arrays_of(network), card | {HOME: self.rules.home})

    def cards(self, start: str | None, teacher: Any, players: int) -> dict[str, dict[str, Any]]:
        """Return the cards of the networks that a run builds on."""
        del start, teacher, players
        return {}


def saved_network(state: dict[str, Any], path: Path) -> None:
    """Write the network of a checkpoint to a file, if there are files for its kind."""
    settings, card = state["settings"], state["card"]
    rules = rules_of(settings.get("game"))
    if card["observation_hash"] != rules.observation_hash:
        rules = rules.with_layout(card["observation_hash"])
    networks = networks_of(rules)
    network = networks.new(settings["network"], settings["players"])
    network.load_state_dict(state["network"])
    networks.save(path, network, card)


def networks_of(rules: Rules) -> Networks:
    """Return the networks of a game."""
    home = defaults_of(rules).networks
    kind = resolve_name(home) if home else Networks
    made: Networks = kind(rules)
    return made
