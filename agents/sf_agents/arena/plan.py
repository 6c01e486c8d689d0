"""The plan of a tournament: agents, games and deals, checked before anything starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sf_agents.arena.schedule import LISTED, Schedule, make_groups
from sf_agents.arena.seeds import evaluation_seeds, tournament_seeds
from sf_env.core.errors import Error
from sf_env.core.rules import Rules, games, rules_of
from sf_env.core.seeds import check_seed
from sf_env.core.threads import check_count
from sf_env.opponents.contract import act_of, check_suits, name_of
from sf_env.opponents.registry import load
from sf_env.version import __version__


class ArenaError(Error):
    """A tournament that cannot be played as asked."""


@dataclass(frozen=True, eq=False)
class Tournament:
    """What a process needs to know to play games of a tournament."""

    rules: Rules
    setup: Any  # what the game is played with
    schedule: Schedule
    labels: tuple[str, ...]
    agents: tuple[Any, ...]  # names to load, or agents
    move_seconds: float | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """A tournament; ``facts`` is what two runs must share to be the same."""

    tournament: Tournament
    kind: str  # of the groups
    facts: dict[str, Any]

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.tournament.rules

    @property
    def schedule(self) -> Schedule:
        """All games."""
        return self.tournament.schedule

    @property
    def labels(self) -> tuple[str, ...]:
        """The agents' names."""
        return self.tournament.labels


def plan_tournament(
    agents: Sequence[Any],
    games: int,
    players: int,
    seed: int,
    *,
    game: str | Rules | None = None,
    setup: Any = None,
    groups: str | Sequence[tuple[int, ...]] | None = None,
    move_seconds: float | None = None,
    **own: Any,
) -> Plan:
    """Return the plan in which every group plays at least ``games`` games, in whole deals."""
    rules = rules_of(game)
    players = rules.check_players(players)
    labels = _check_agents(agents, rules, players)
    kind, chosen = make_groups(len(labels), players, groups)
    rotations = 1 if kind == "self-play" else players
    deals = -(-check_count("games", games) // rotations)
    schedule = Schedule(players, tuple(chosen), tournament_seeds(check_seed(seed), deals))
    loaded = rules.take_setup(setup, own)
    return _plan(
        Tournament(rules, loaded, schedule, labels, tuple(agents), move_seconds), kind, seed
    )


def plan_evaluation(
    agent: Any,
    yardsticks: Sequence[str],
    players: int,
    deals: int,
    *,
    game: str | Rules | None = None,
    move_seconds: float | None = None,
) -> Plan:
    """Return the plan in which an agent plays alone among copies of each yardstick."""
    rules = rules_of(game)
    agents = (agent, *yardsticks)
    players = rules.check_players(players)
    labels = _check_agents(agents, rules, players)
    chosen = tuple((0, *(other,) * (players - 1)) for other in range(1, len(agents)))
    schedule = Schedule(players, chosen, evaluation_seeds(players, deals))
    setup = rules.take_setup(None, {})
    return _plan(
        Tournament(rules, setup, schedule, labels, agents, move_seconds), "duels", "evaluation"
    )


def _plan(tournament: Tournament, kind: str, seed: int | str) -> Plan:
    seconds = tournament.move_seconds
    if seconds is not None and not 0 < seconds < 1e6:
        raise ArenaError(f"move_seconds={seconds} is not allowed; it is a number above 0")
    rules, schedule = tournament.rules, tournament.schedule
    check_registered(rules)
    facts = {
        "sf_env_version": __version__,
        "game": rules.id,
        "agents": list(tournament.labels),
        "players": schedule.players,
        "groups": [list(group) for group in schedule.groups] if kind == LISTED else kind,
        "deals": schedule.deals,
        "games": len(schedule.numbers),
        "seed": seed,
        rules.setup_word: tournament.setup.name,
        f"{rules.setup_word}_hash": tournament.setup.hash,
        "move_seconds": seconds,
    }
    return Plan(tournament, kind, facts)


def check_registered(rules: Rules) -> None:
    """Raise an ArenaError for a game whose records could not be read."""
    if rules.id not in games():
        raise ArenaError(
            f"{rules.name} is not registered, so its records could not be read: let its module "
            f"call sf_env.core.rules.register({rules.id!r}, {rules.home!r})"
        )


def _check_agents(agents: Sequence[Any], rules: Rules, players: int) -> tuple[str, ...]:
    """Return a label for each agent, all different, once it is sure that all can play."""
    if isinstance(agents, str) or not len(agents):
        raise ArenaError(f"agents={agents!r} is not allowed; it is a list of at least one agent")
    labels: list[str] = []
    for agent in agents:
        if any(agent is other for other in agents[: len(labels)]) or agent in labels:
            raise ArenaError(
                f"agent {name_of(agent)!r} is named twice; named alone it plays against itself"
            )
        loaded = load(agent, rules) if isinstance(agent, str) else agent
        act_of(loaded)
        check_suits(loaded, rules, players, name_of(agent))
        label, number = name_of(agent), 2
        while label in labels:
            label, number = f"{name_of(agent)} ({number})", number + 1
        labels.append(label)
    return tuple(labels)
