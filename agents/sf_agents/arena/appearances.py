"""The finished games as one array each of everything that statistics ask: a seat of a game."""

from __future__ import annotations

import numpy as np

from sf_agents.arena.outcome import NOBODY
from sf_agents.arena.schedule import Schedule
from sf_env.core.rules import Array
from sf_env.games.san_francisco.scores import TOTAL


class Appearances:
    """Arrays of shape (games, players), unless they say something else."""

    def __init__(self, rows: Array, schedule: Schedule, *, first_only: bool = False) -> None:
        """``first_only``: shares, margins and points are those of the groups' first members."""
        players = schedule.players
        numbers = rows["number"]
        shape = (len(rows), players)
        self.deals = np.broadcast_to(schedule.deal_of(numbers)[:, None], shape)
        self.groups = schedule.group_of(numbers)  # (games,)
        self.seats = np.broadcast_to(np.arange(players), shape)
        self.agents = schedule.seating_of(numbers)
        self.members = schedule.members_of(numbers)
        self.places = rows["places"].astype(np.int64)
        won = self.places == 1
        self.shares = won / won.sum(axis=1, keepdims=True)
        self.parts = rows["parts"].astype(np.float64)  # (games, players, PARTS)
        totals = self.parts[:, :, TOTAL]
        others = (totals.sum(axis=1, keepdims=True) - totals) / (players - 1)
        self.margins = totals - others
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
