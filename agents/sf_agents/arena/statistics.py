"""The figures of a tournament, by agent, group and seat: plain dicts for JSON.

A shared win counts 1 / number of winners. Margins are own points minus the mean of the others'.
Games lost by a forfeit count only in shares of wins.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from sf_agents.arena.bootstrap import Estimate, estimate
from sf_agents.arena.outcome import NOBODY
from sf_agents.arena.schedule import Schedule
from sf_env.core.rewards import margins, shares
from sf_env.core.rules import Array, Rules

Facts = dict[str, Any]
SHARE = (0.0, 1.0)


class Appearances:
    """The finished games as one array of each thing that statistics need, by game and seat.

    Arrays have the shape (games, players) unless a comment says otherwise.
    """

    def __init__(
        self, rows: Array, rules: Rules, schedule: Schedule, *, first_only: bool = False
    ) -> None:
        """``first_only``: shares, margins and points are those of the groups' first members."""
        self.rules = rules
        players = schedule.players
        numbers = rows["number"]
        shape = (len(rows), players)
        self.deals = np.broadcast_to(schedule.deal_of(numbers)[:, None], shape)
        self.groups = schedule.group_of(numbers)  # (games,)
        self.seats = np.broadcast_to(np.arange(players), shape)
        self.agents = schedule.seating_of(numbers)
        self.members = schedule.members_of(numbers)
        self.places = rows["places"].astype(np.int64)
        self.shares = shares(self.places == 1)
        self.parts = rows["parts"].astype(np.float64)  # (games, players, parts)
        self.tallies = rows["tallies"].astype(np.float64)  # (games, players, tallies)
        self.margins = margins(self.parts[:, :, -1])
        self.lengths = rows["length"]  # (games,)
        self.forfeits = rows["forfeit"].astype(np.int64)  # (games,)
        self.counted = (self.members == 0) | np.full(shape, not first_only)
        self.finished = np.broadcast_to((self.forfeits == NOBODY)[:, None], shape)

    def finishes(self, agents: int) -> tuple[Array, Array]:
        """Return, for each deal, how often agent i finished before j, and how often they met.

        Both are (deals, agents, agents); equal places count half, and an agent does not meet
        itself.
        """
        deals = int(self.deals.max(initial=-1)) + 1
        shape = (deals, agents, agents)
        before, met = np.zeros(shape), np.zeros(shape)
        players = self.agents.shape[1]
        for one in range(players):
            for other in range(players):
                differ = self.agents[:, one] != self.agents[:, other]
                at = tuple(
                    column[differ]
                    for column in (self.deals[:, 0], self.agents[:, one], self.agents[:, other])
                )
                mine, theirs = self.places[differ, one], self.places[differ, other]
                np.add.at(before, at, (mine < theirs) + 0.5 * (mine == theirs))
                np.add.at(met, at, 1)
        return before, met


def of_agents(games: Appearances, labels: tuple[str, ...]) -> list[Facts]:
    """Return the figures of each agent."""
    return [
        {
            "name": label,
            **_figures(games, games.counted & (games.agents == agent)),
            "games": int((games.agents == agent).any(axis=1).sum()),
            "forfeits": _forfeits(games, agent),
            "points": points(games, games.counted & (games.agents == agent)),
            "tallies": tallies(games, games.counted & (games.agents == agent)),
            "seats": _by_seat(games, games.counted & (games.agents == agent)),
        }
        for agent, label in enumerate(labels)
    ]


def of_groups(games: Appearances, schedule: Schedule, labels: tuple[str, ...]) -> list[Facts]:
    """Return the figures of each group; share, interval and margin are its first member's."""
    facts = []
    for number, group in enumerate(schedule.groups):
        here = (games.groups == number)[:, None]
        facts.append(
            {
                "agents": [labels[agent] for agent in group],
                **_figures(games, here & (games.members == 0)),
                "shares": [
                    number_or_none(_mean(games.shares[here & (games.members == member)]))
                    for member in range(len(group))
                ],
                "games": int(here.sum()),
                "forfeits": int((games.forfeits[here[:, 0]] >= 0).sum()),
                "length": length(games, here[:, 0]),
            }
        )
    return facts


def of_seats(games: Appearances) -> list[Facts]:
    """Return the figures of each seat, over all agents."""
    return _by_seat(games, np.ones_like(games.counted))


def share_of_wins(games: Appearances, which: Array) -> Estimate:
    """Return the share of wins in some appearances (games, players) bool."""
    return estimate(games.deals[which], games.shares[which], SHARE)


def points(games: Appearances, which: Array) -> dict[str, float | None]:
    """Return the mean points by origin; origins of the same name are added up."""
    parts = games.parts[which & games.finished]
    columns = np.array(games.rules.parts)
    return {
        name: float(parts[:, columns == name].sum(axis=1).mean()) if len(parts) else None
        for name in games.rules.listed_parts
    }


def tallies(games: Appearances, which: Array) -> dict[str, float | None]:
    """Return the means of what the game counts besides points, by name."""
    counted = games.tallies[which & games.finished]
    return {
        tally.name: float(counted[:, at].mean()) if len(counted) else None
        for at, tally in enumerate(games.rules.tallies)
    }


def length(games: Appearances, which: Array) -> dict[str, float | None]:
    """Return how many decisions games (n,) bool took, those with a forfeit left out."""
    lengths = games.lengths[which & games.finished[:, 0]]
    if len(lengths) == 0:
        return dict.fromkeys(("mean", "sd", "least", "most"))
    return {
        "mean": float(lengths.mean()),
        "sd": float(lengths.std()),
        "least": int(lengths.min()),
        "most": int(lengths.max()),
    }


def matrix(games: Appearances, agents: int) -> Array:
    """Return the share (agents, agents) of meetings in which i finished before j, NaN if none."""
    before, met = (counts.sum(axis=0) for counts in games.finishes(agents))
    share: Array = np.divide(before, met, out=np.full_like(met, np.nan), where=met > 0)
    return share


def forfeits(records: Any) -> list[Facts]:
    """Return who lost games by a forfeit, why, and how often."""
    reasons = Counter(
        (record["forfeit"]["agent"], record["forfeit"]["reason"])
        for record in records
        if "forfeit" in record
    )
    return [
        {"agent": agent, "reason": reason, "games": count}
        for (agent, reason), count in reasons.most_common()
    ]


def number_or_none(value: float) -> float | None:
    """Return None for NaN, which JSON does not have."""
    return None if np.isnan(value) else float(value)


def _figures(games: Appearances, which: Array) -> Facts:
    share = share_of_wins(games, which)
    ended = which & games.finished
    margin = estimate(games.deals[ended], games.margins[ended])
    return {
        "win_share": number_or_none(share.value),
        "interval": [number_or_none(end) for end in share.interval],
        "all_deals_agree": share.agreed,
        "margin": number_or_none(margin.value),
        "margin_interval": [number_or_none(end) for end in margin.interval],
    }


def _by_seat(games: Appearances, which: Array) -> list[Facts]:
    return [
        {"seat": seat, "games": int((which & (games.seats == seat)).sum())}
        | _figures(games, which & (games.seats == seat))
        | {"points": points(games, which & (games.seats == seat))["total"]}
        for seat in range(games.seats.shape[1])
    ]


def _forfeits(games: Appearances, agent: int) -> int:
    lost = games.seats == games.forfeits[:, None]
    return int((lost & (games.agents == agent)).sum())


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else np.nan
