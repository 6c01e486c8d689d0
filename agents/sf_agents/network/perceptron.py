"""A perceptron that was trained on a game without networks of its own, played without torch."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from sf_agents.network import file
from sf_agents.network.policy import FILE, TEMPERATURE, Policy
from sf_env.core.arrays import readable
from sf_env.core.compiled.jit import jit
from sf_env.core.errors import Error, shown
from sf_env.core.files import read_once
from sf_env.core.rules import Array, Rules, games, rules_of
from sf_env.opponents.parameters import check_parameters

HOME = "game_home"  # in the card: "module:attribute" of the table of the game


class Trained(NamedTuple):
    """A perceptron in a file, and the game that it plays."""

    card: dict[str, Any]
    rules: Rules  # with the layout of observations that it reads
    arrays: dict[str, Array]

    @property
    def hidden(self) -> int:
        """The number of hidden layers."""
        return sum(name.startswith("hidden") for name in self.arrays) // 2


@dataclass(frozen=True)
class Network(Policy):
    """Play the policy of a trained perceptron: take the likeliest action, or sample one."""

    path: Annotated[str, FILE]
    temperature: Annotated[float, TEMPERATURE] = 0.0

    def __post_init__(self) -> None:
        check_parameters(self)
        self.trained()

    def trained(self) -> Trained:
        """Return the contents of the file."""
        try:
            return _read_once(self.path)
        except OSError as error:
            raise Error(f"{self.path}: {error.strerror}") from error

    @property
    def games(self) -> tuple[str, ...]:
        """The game that it plays."""
        return (self.rules.id,)

    @property
    def rules(self) -> Rules:
        """The game that it plays, with the layout of observations that it reads."""
        return self.trained().rules

    def check_players(self, players: int) -> None:
        """Raise an Error if the network is for another number of players."""
        trained = self.trained().card["players"]
        if trained != players:
            raise Error(f"{self.path}: this network plays with {trained} players, not {players}")

    def card(self, players: int) -> dict[str, Any]:
        """Return the card of the network: how it was trained."""
        self.check_players(players)
        return self.trained().card

    def look(self, states: Array) -> tuple[Array, Array]:
        """Return logits (n, actions) and values (n, 1) of what the players to move see."""
        _, rules, arrays = trained = self.trained()
        players = int(states["players"][0])
        self.check_players(players)
        seats = np.full(len(states), -1)
        seen = rules.observations(readable(rules, states), seats, players) * arrays["scale"]
        for number in range(trained.hidden):
            seen = np.maximum(_through(seen, arrays, f"hidden_{number}"), 0)
        return _through(seen, arrays, "action"), _through(seen, arrays, "value")


def read(path: str | os.PathLike[str]) -> Trained:
    """Return the perceptron in a file; an Error says what is wrong with it."""
    card, arrays = file.read(path)
    rules = _game_of(path, card)
    if card.get("players") not in rules.players:
        raise Error(f"{path}: the network's card says {card.get('players')!r} players")
    file.check_layout(path, card, rules.layouts, rules.id)
    trained = Trained(card, rules.with_layout(card["observation_hash"]), arrays)
    shapes = _shapes(trained)
    file.check_names(path, arrays, shapes)
    file.check_shapes(path, arrays, shapes)
    return trained


_read_once = read_once(read)


def _game_of(path: Any, card: dict[str, Any]) -> Rules:
    """Return the game of a network. A file imports nothing: its game is known, or loaded by you."""
    home, name = card.get(HOME), card.get("game")
    if name in games() and rules_of(name).home == home:
        return rules_of(name)
    if not isinstance(home, str) or home.partition(":")[0] not in sys.modules:
        raise Error(
            f"{path}: it plays the game {shown(name)}, which is not loaded: name it as "
            f"module:attribute, or import its module"
        )
    return rules_of(home)


def _shapes(trained: Trained) -> dict[str, tuple[int, ...]]:
    """Return the shape of every array, by the widths of the hidden layers."""
    size = trained.rules.observation_size(trained.card["players"])
    shapes: dict[str, tuple[int, ...]] = {"scale": (size,)}
    for number in range(trained.hidden):
        width = trained.arrays.get(f"hidden_{number}_bias", np.zeros(0)).size
        shapes |= _layer(f"hidden_{number}", size, width)
        size = width
    heads = _layer("action", size, len(trained.rules.actions)), _layer("value", size, 1)
    return shapes | heads[0] | heads[1]


def _layer(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {name: (inputs, outputs), f"{name}_bias": (outputs,)}


def _through(seen: Array, arrays: dict[str, Array], name: str) -> Array:
    """Return the outputs of a layer: a row does not depend on the others, as it may with BLAS."""
    out = np.repeat(arrays[f"{name}_bias"][None], len(seen), axis=0)
    _add_products(seen, arrays[name], out)
    return out


@jit
def _add_products(seen: Array, weights: Array, out: Array) -> None:
    for row in range(seen.shape[0]):
        for entry in range(seen.shape[1]):
            out[row] += seen[row, entry] * weights[entry]
