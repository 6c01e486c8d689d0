"""Networks of one build, played without torch: their files, the package's own, and an agent."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Annotated, Any, ClassVar, NamedTuple

from sf_agents.network import file
from sf_agents.network.policy import FILE, TEMPERATURE, Policy
from sf_env.core.errors import Error
from sf_env.core.files import read_once
from sf_env.core.rules import Array, Rules
from sf_env.opponents.parameters import check_parameters

PACKAGED = "trained"  # the folder of the package's own networks


class Trained(NamedTuple):
    """A network in a file, with its card."""

    card: dict[str, Any]
    net: Any  # the arrays by name, of the family's type


@dataclass(frozen=True, eq=False)
class Family:
    """What networks of one build have in common."""

    rules: Rules
    layout_hash: str  # of the observations that they read
    arrays: Any  # a NamedTuple with a field for each array
    widths: Mapping[str, str]  # each width by name: an array whose last axis it is
    shapes: Callable[..., dict[str, tuple[int, ...]]]
    """(players, **widths): the shape of each array"""
    look: Callable[[Array, Any], tuple[Array, Array]]
    """(states, net): logits (n, actions) and values (n, 1) of what the players to move see"""
    package: str  # which has the folder of the package's own networks

    def load(self, players: int, path: str | None = None) -> Trained:
        """Return the network in a file, or the package's own for this many players."""
        if path is None:
            return _packaged(self, players)
        trained = self.find(path)
        if trained.card["players"] != players:
            raise Error(
                f"{path}: this network plays with {trained.card['players']} players, not {players}"
            )
        return trained

    def find(self, path: str) -> Trained:
        """Return the network in a file, for any number of players."""
        try:
            return _reader_of(self)(path)
        except OSError as error:
            raise Error(f"{path}: {error.strerror}") from error

    def read(self, path: str | os.PathLike[str]) -> Trained:
        """Return the network in a file; what is wrong with it raises an Error that says it."""
        card, arrays = file.read(path)
        if card.get("players") not in self.rules.players:
            raise Error(f"{path}: the network's card says {card.get('players')!r} players")
        layouts = {self.layout_hash: self.rules.layout_of(self.layout_hash)}
        file.check_layout(path, card, layouts, self.rules.id)
        names = self.arrays._fields
        file.check_names(path, arrays, names)
        net = self.arrays(**{name: arrays[name] for name in names})
        file.check_shapes(path, arrays, self.shapes(card["players"], **self.widths_of(net)))
        return Trained(card, net)

    def write(self, path: str | os.PathLike[str], net: Any, card: dict[str, Any]) -> None:
        """Write a network with its card; a file that is there is replaced in one step."""
        file.write(path, net._asdict(), {"observation_hash": self.layout_hash, **card})

    def widths_of(self, net: Any) -> dict[str, int]:
        """Return the width of each layer by name."""
        return {name: getattr(net, array).shape[-1] for name, array in self.widths.items()}


@cache
def _packaged(family: Family, players: int) -> Trained:
    with as_file(files(family.package) / PACKAGED / f"{players}p.npz") as path:
        if not path.exists():
            raise Error(
                f"the package has no network of {family.rules.name} for {players} players; train "
                f"one with sf-train and name its file: network:path=…"
            )
        return family.read(path)


@cache
def _reader_of(family: Family) -> Callable[[str], Trained]:
    return read_once(family.read)


class WithNetwork:
    """An agent that needs a network of a family: one in a file, or the package's own."""

    family: ClassVar[Family]
    path: str | None

    def check_path(self) -> None:
        """Raise an Error if a file is named that cannot be used."""
        if self.path is not None:
            self.family.find(self.path)

    def check_players(self, players: int) -> None:
        """Raise an Error if there is no network for this many players."""
        self.family.load(players, self.path)

    def card(self, players: int) -> dict[str, Any]:
        """Return the card of the network for this number of players: how it was trained."""
        return self.family.load(players, self.path).card


@dataclass(frozen=True)
class FamilyNetwork(WithNetwork, Policy):
    """Play the policy of a trained network: take the likeliest action, or sample one."""

    path: Annotated[str | None, FILE] = None
    temperature: Annotated[float, TEMPERATURE] = 0.0

    def __post_init__(self) -> None:
        check_parameters(self)
        self.check_path()

    @property
    def rules(self) -> Rules:
        """The game that the network plays."""
        return self.family.rules

    def look(self, states: Array) -> tuple[Array, Array]:
        """Return logits (n, actions) and values (n, 1) of what the players to move see."""
        trained = self.family.load(int(states["players"][0]), self.path)
        return self.family.look(states, trained.net)
