"""Who meets whom: groups, deals and rotations, and the number of each game.

A group is one agent for each seat. It plays each deal once in each rotation of the seats, and all
groups play the same deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np

from sf_env.core.rules import Array

KINDS = ("mixed", "duels")
LISTED = "listed"
Group = tuple[int, ...]


def make_groups(
    agents: int, players: int, kind: str | Sequence[Group] | None = None
) -> tuple[str, list[Group]]:
    """Return the kind of the groups and the groups, of agents 0 to ``agents`` - 1.

    "mixed": every combination of different agents. "duels": every agent alone among copies of every
    other; with two players that is the same. None means mixed if there are enough agents. A single
    agent plays against copies of itself. A list of groups is used unchanged.
    """
    if kind is not None and not isinstance(kind, str):
        return LISTED, _check_groups(agents, players, kind)
    if kind not in (None, *KINDS):
        raise ValueError(f"groups={kind!r} is not allowed; allowed: {', '.join(KINDS)}, or a list")
    if agents == 1:
        return "self-play", [(0,) * players]
    if kind == "mixed" and agents < players:
        raise ValueError(f"mixed groups of {players} players need {players} agents, not {agents}")
    if players == 2 or kind == "mixed" or (kind is None and agents >= players):
        return "mixed", list(combinations(range(agents), players))
    return "duels", [
        (one, *(other,) * (players - 1)) for one, other in permutations(range(agents), 2)
    ]


def _check_groups(agents: int, players: int, groups: Sequence[Group]) -> list[Group]:
    """Return the groups that somebody asks for, each once it is sure that it can play."""
    checked = [tuple(group) if isinstance(group, list | tuple) else (group,) for group in groups]
    for group in checked:
        if len(group) != players or not set(group) <= set(range(agents)):
            raise ValueError(
                f"group {group} is not allowed; it is {players} numbers from 0 to {agents - 1}"
            )
    if not checked or len(set(checked)) < len(checked):
        raise ValueError("groups should be a list of different groups, at least one")
    return checked


@dataclass(frozen=True, eq=False)
class Schedule:
    """All games of a tournament, numbered by group, then deal, then rotation."""

    players: int
    groups: tuple[Group, ...]
    seeds: Array  # (deals,) int64, the seed of each deal

    @property
    def deals(self) -> int:
        """The number of deals that every group plays."""
        return len(self.seeds)

    @property
    def numbers(self) -> Array:
        """The numbers (games,) of all games, ascending."""
        return np.concatenate([self.numbers_of(group) for group in range(len(self.groups))])

    def numbers_of(self, group: int) -> Array:
        """Return the numbers of a group's games: all rotations, or one if they are all alike."""
        rotations = self.players if len(set(self.groups[group])) > 1 else 1
        deals = np.arange(self.deals) + group * self.deals
        numbers: Array = (deals[:, None] * self.players + np.arange(rotations)).ravel()
        return numbers

    def group_of(self, numbers: Array) -> Array:
        """Return the group of each game."""
        return numbers // (self.players * self.deals)

    def deal_of(self, numbers: Array) -> Array:
        """Return the deal of each game."""
        return numbers // self.players % self.deals

    def rotation_of(self, numbers: Array) -> Array:
        """Return by how many seats each game's group has moved on."""
        return numbers % self.players

    def seeds_of(self, numbers: Array) -> Array:
        """Return the seed of each game."""
        seeds: Array = self.seeds[self.deal_of(numbers)]
        return seeds

    def members_of(self, numbers: Array) -> Array:
        """Return which member of its group (0 for the first) has each seat: (n, players)."""
        seats = np.arange(self.players)
        members: Array = (seats - self.rotation_of(numbers)[:, None]) % self.players
        return members

    def seating_of(self, numbers: Array) -> Array:
        """Return which agent has each seat: (n, players)."""
        groups = np.array(self.groups)[self.group_of(numbers)]
        seating: Array = np.take_along_axis(groups, self.members_of(numbers), axis=1)
        return seating

    def number(self, group: int, deal: int, rotation: int) -> int:
        """Return the number of a game; IndexError if there is no such game."""
        for value, limit in (
            (group, len(self.groups)),
            (deal, self.deals),
            (rotation, self.players),
        ):
            if not 0 <= value < limit:
                raise IndexError(f"group {group}, deal {deal}, rotation {rotation}")
        return (group * self.deals + deal) * self.players + rotation

    def match(self, number: int) -> dict[str, Any]:
        """Return what the record of a game says about its place in the tournament."""
        game = np.array([number])
        return {
            "group": int(self.group_of(game)[0]),
            "deal": int(self.deal_of(game)[0]),
            "rotation": int(self.rotation_of(game)[0]),
        }
