"""Who plays on the ladder of a game, and how many games; a game may have a line-up of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pkgutil import resolve_name

from sf_env.core.rules import Rules
from sf_env.opponents.registry import describe, names

Pair = tuple[str, str]
USUAL = ("random", "builder", "greedy", "planner", "network")
FEWEST_GAMES = 240


@dataclass(frozen=True)
class Thinkers:
    """Searches that get the same time for each decision, and how they do against a quick agent."""

    plain: str
    advised: str  # the same search with a network
    reference: str
    seconds: Mapping[int, Sequence[float]]  # for a decision, by the number of players
    games: Mapping[int, int]  # of each meeting


@dataclass(frozen=True)
class Lineup:
    """The agents of a ladder; ``Rules.ladder`` names the line-up of a game."""

    quick: tuple[str, ...]
    """from the weakest to the strongest; all of them meet"""
    meetings: Mapping[int, Sequence[Pair]] = field(default_factory=dict)
    """further meetings, by the number of players: agents that think meet another or two each"""
    games: Mapping[int, int] = field(default_factory=lambda: {2: 600, 3: 300, 4: FEWEST_GAMES})
    """of each meeting, by the number of players"""
    thinkers: Thinkers | None = None

    def pairs(self, players: int) -> list[Pair]:
        """Return who meets whom; the first of each pair should be the stronger one."""
        quick = ((stronger, weaker) for weaker, stronger in combinations(self.quick, 2))
        return [*quick, *self.meetings.get(players, ())]

    def thinks(self, players: int) -> bool:
        """Return whether searches also meet at equal time."""
        return self.thinkers is not None and bool(self.thinkers.seconds.get(players))

    def games_with(self, players: int) -> int:
        """Return how many games each meeting has."""
        return self.games.get(players, FEWEST_GAMES)


def lineup_of(rules: Rules) -> Lineup:
    """Return the line-up of a game: its own, or its agents with the usual names."""
    if rules.ladder:
        found: Lineup = resolve_name(rules.ladder)
        return found
    known = names(rules)
    return Lineup(tuple(name for name in USUAL if name in known and not _lacks(name, rules)))


def _lacks(name: str, rules: Rules) -> bool:
    """Return whether an agent cannot play without parameters."""
    return any(one.required for one in describe(name, rules)[1].values())
