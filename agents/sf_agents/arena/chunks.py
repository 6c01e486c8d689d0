"""How many games are played together: few at first, then as many as take a few seconds.

Chunks do not affect the games. Small chunks keep the progress moving and lose little when the
tournament is stopped; large ones are faster.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from sf_agents.arena.referee import Job
from sf_agents.arena.schedule import Schedule
from sf_env.core.rules import Array

AIM_SECONDS = 2.0
LEAST_SECONDS = 0.1  # at the end of a group, when the rest is shared out
LARGEST = 4096  # games
GROWTH = 8
ALONE = 64  # games of a chunk that brought down its process, which are asked for one by one


class Chunks:
    """Jobs that together have all games to do; each chunk belongs to one group."""

    def __init__(self, schedule: Schedule, todo: Array, workers: int) -> None:
        self._players = schedule.players
        self._workers = workers
        groups = schedule.group_of(todo)
        self._left = {group: todo[groups == group] for group in np.unique(groups).tolist()}
        self._size = dict.fromkeys(self._left, self._players)
        self._least = dict.fromkeys(self._left, self._players)
        self._again: deque[Job] = deque()
        self._group_of = schedule.group_of

    def take(self) -> Job | None:
        """Return the next games to play, None if all have been given out."""
        if self._again:
            return self._again.popleft()
        for group, left in self._left.items():
            if len(left):
                size = min(self._size[group], -(-len(left) // (2 * self._workers)))
                size = max(size, self._least[group])
                self._left[group] = left[size:]
                return Job(left[:size])
        return None

    def give_back(self, job: Job) -> None:
        """Take games that were given out and not played."""
        for first in range(0, len(job.numbers), ALONE):
            numbers = job.numbers[first : first + ALONE]
            self._again.append(Job(numbers, alone=job.alone, verdicts=job.verdicts))

    def learn(self, job: Job, seconds: float) -> None:
        """Remember how long a chunk took, for the size of the next ones of its group."""
        if job.alone:
            return  # it says nothing about the others
        group = int(self._group_of(job.numbers[:1])[0])
        rate = len(job.numbers) / max(seconds, 1e-6)
        most = min(LARGEST, GROWTH * max(len(job.numbers), self._size[group] // GROWTH))
        self._size[group] = self._whole_deals(min(rate * AIM_SECONDS, most))
        self._least[group] = self._whole_deals(min(rate * LEAST_SECONDS, most))

    def _whole_deals(self, games: float) -> int:
        return max(int(games) // self._players, 1) * self._players
