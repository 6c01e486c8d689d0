"""What a tournament is: who plays, how many games, which deals; checked before anything begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sf_agents.arena.referee import Setup
from sf_agents.arena.schedule import LISTED, Schedule, make_groups
from sf_agents.arena.seeds import evaluation_seeds, tournament_seeds
from sf_env.core.errors import Error
from sf_env.core.seeds import check_seed
from sf_env.core.threads import check_count
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.rules import SAN_FRANCISCO as RULES
from sf_env.opponents.contract import act_of, check_suits
from sf_env.opponents.registry import load
from sf_env.version import __version__

LONGEST_LABEL = 80


class ArenaError(Error):
    """A tournament that cannot be played as asked."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A tournament; ``facts`` is what two runs must share to be the same."""

    setup: Setup
    kind: str  # of the groups
    seed: int | None  # None for the deals of an evaluation
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def schedule(self) -> Schedule:
        """All games."""
        return self.setup.schedule


def plan_tournament(
    agents: Sequence[Any],
    games: int,
    players: int,
    seed: int,
    *,
    deck: Any = "standard",
    groups: str | Sequence[tuple[int, ...]] | None = None,
    move_seconds: float | None = None,
) -> Plan:
    """Return the plan in which every group plays at least ``games`` games, in whole deals."""
    players = RULES.check_players(players)
    labels = _check_agents(agents, players)
    kind, chosen = make_groups(len(labels), players, groups)
    rotations = 1 if kind == "self-play" else players
    deals = -(-check_count("games", games) // rotations)
    seeds = tournament_seeds(check_seed(seed), deals)
    setup = _setup(Schedule(players, tuple(chosen), seeds), labels, agents, deck, move_seconds)
    return _plan(setup, kind, seed)


def plan_evaluation(
    agent: Any, yardsticks: Sequence[str], players: int, deals: int, move_seconds: float | None
) -> Plan:
    """Return the plan in which an agent meets each yardstick, alone among its copies."""
    agents = (agent, *yardsticks)
    players = RULES.check_players(players)
    labels = _check_agents(agents, players)
    chosen = tuple((0, *(other,) * (players - 1)) for other in range(1, len(agents)))
    schedule = Schedule(players, chosen, evaluation_seeds(players, deals))
    return _plan(_setup(schedule, labels, agents, "standard", move_seconds), "duels", None)


def _setup(
    schedule: Schedule,
    labels: tuple[str, ...],
    agents: Sequence[Any],
    deck: Any,
    move_seconds: float | None,
) -> Setup:
    if move_seconds is not None and not 0 < move_seconds < 1e6:
        raise ArenaError(f"move_seconds={move_seconds} is not allowed; it is a number above 0")
    return Setup(schedule, labels, tuple(agents), Deck.load(deck), move_seconds)


def _plan(setup: Setup, kind: str, seed: int | None) -> Plan:
    schedule = setup.schedule
    facts = {
        "sf_env_version": __version__,
        "agents": list(setup.labels),
        "players": schedule.players,
        "groups": [list(group) for group in schedule.groups] if kind == LISTED else kind,
        "deals": schedule.deals,
        "games": len(schedule.numbers),
        "seed": "evaluation" if seed is None else seed,
        "deck": setup.deck.name,
        "deck_hash": setup.deck.hash,
        "move_seconds": setup.move_seconds,
    }
    return Plan(setup, kind, seed, facts)


def _check_agents(agents: Sequence[Any], players: int) -> tuple[str, ...]:
    """Return a label for each agent, all different, once it is sure that all can play."""
    if isinstance(agents, str) or not len(agents):
        raise ArenaError(f"agents={agents!r} is not allowed; it is a list of at least one agent")
    labels: list[str] = []
    for agent in agents:
        if any(agent is other for other in agents[: len(labels)]) or agent in labels:
            raise ArenaError(
                f"agent {_label(agent)!r} is named twice; named alone it plays against itself"
            )
        loaded = load(agent) if isinstance(agent, str) else agent
        act_of(loaded)
        check_suits(loaded, RULES, players)
        label, number = _label(agent), 2
        while label in labels:
            label, number = f"{_label(agent)} ({number})", number + 1
        labels.append(label)
    return tuple(labels)


def _label(agent: Any) -> str:
    """Return a string as it is, of an object what it says of itself or else its class."""
    if isinstance(agent, str):
        return agent
    text = repr(agent)
    plain = re.search(r" at 0x|\n", text) is None and len(text) <= LONGEST_LABEL
    return text if plain else type(agent).__name__
