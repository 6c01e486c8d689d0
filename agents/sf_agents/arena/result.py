"""The result of a tournament."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sf_agents.arena import facts, statistics
from sf_agents.arena.journal import GAMES
from sf_agents.arena.plan import Plan
from sf_agents.arena.ratings import Ratings, is_connected, rate
from sf_agents.arena.statistics import Appearances, number_or_none
from sf_env.core import records as record
from sf_env.core.extras import installed
from sf_env.core.rules import Array


class Result:
    """The figures of a tournament, and its games; agents are in the order they were given."""

    def __init__(self, plan: Plan, rows: Array, effort: Array, games: list[bytes] | Path) -> None:
        """``games`` are the records as lines, or the folder of the journal."""
        self.plan = plan
        self.agents = list(plan.labels)
        self.rows = rows
        self._effort = effort
        self._games = games

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{name} {share:.1%}" for name, share in zip(self.agents, self.win_share, strict=True)
        )
        return f"<Result of {len(self.rows)} games: {shares}>"

    @property
    def win_share(self) -> Array:
        """(agents,) shares of the games won; a win shared by k counts 1 / k."""
        return np.array([one["win_share"] for one in self.summary["agents"]], np.float64)

    @property
    def interval(self) -> Array:
        """(agents, 2) 95 % intervals of the shares."""
        return np.array([one["interval"] for one in self.summary["agents"]], np.float64)

    @cached_property
    def matrix(self) -> Array:
        """(agents, agents) share of their games in which i finished before j; NaN if none."""
        return statistics.matrix(self._appearances, len(self.agents))

    @property
    def records(self) -> list[record.Record]:
        """The records of all games, in the order of the plan."""
        return list(self._records())

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings on the scale of Elo; needs the extra ``arena``."""
        before, met = self._appearances.finishes(len(self.agents))
        return rate(before, met, self.plan.labels, self.plan.schedule.players)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """All figures, as JSON-compatible data."""
        plan, games = self.plan, self._appearances
        agents = statistics.of_agents(games, plan.labels)
        for one, (decisions, seconds) in zip(agents, self._effort.tolist(), strict=True):
            one["decisions_per_second"] = decisions / seconds if seconds > 0 else None
        ratings = self._add_ratings(agents)
        return {
            **plan.facts,
            "seeds": [int(plan.schedule.seeds[0]), int(plan.schedule.seeds[-1])],
            "agents": agents,
            "ratings": ratings,
            "meetings": statistics.of_groups(games, plan.schedule, plan.labels),
            "matrix": [[number_or_none(share) for share in row] for row in self.matrix.tolist()],
            "seats": statistics.of_seats(games),
            "length": statistics.length(games, np.ones(len(self.rows), np.bool_)),
            "forfeits": statistics.forfeits(self._forfeited()),
            "versions": facts.versions(),
            **facts.surroundings(),
        }

    def write(self, folder: str | Path) -> None:
        """Write summary, ladder and pictures into a folder; needs the extra ``arena``."""
        from sf_agents.arena.report import write_report  # noqa: PLC0415  it needs this module

        write_report(self, Path(folder))

    @cached_property
    def _appearances(self) -> Appearances:
        plan = self.plan
        return Appearances(self.rows, plan.rules, plan.schedule, first_only=plan.kind == "duels")

    def _add_ratings(self, agents: list[dict[str, Any]]) -> dict[str, Any]:
        """Write each agent's rating next to its other figures; return what holds for all."""
        why = self._why_no_ratings()
        if why:
            for one in agents:
                one |= {"rating": None, "rating_interval": None}
            return {"model": None, "note": f"no ratings: {why}"}
        ratings = self.ratings
        pairs = zip(ratings.values.tolist(), ratings.intervals.tolist(), strict=True)
        for one, (value, interval) in zip(agents, pairs, strict=True):
            one |= {"rating": value, "rating_interval": interval}
        return {"model": ratings.model, "anchor": self.agents[ratings.anchor]}

    def _why_no_ratings(self) -> str:
        if len(self.agents) < 2:
            return "one agent alone"
        if not is_connected(self._appearances.finishes(len(self.agents))[1]):
            return "not all agents have met, directly or through others"
        return "" if installed("choix") else "pip install 'sf-env[arena]'"

    def _records(self) -> Iterator[record.Record]:
        if isinstance(self._games, Path):
            return record.load(self._games / GAMES)
        return (json.loads(line) for line in self._games)

    def _forfeited(self) -> Iterator[record.Record]:
        """Yield at least the games with a forfeit; none is read if there are none."""
        return self._records() if (self.rows["forfeit"] >= 0).any() else iter(())
