"""Playing on a Ray cluster: the same chunks, as tasks on whatever nodes there are.

Ray itself plays the chunks of a lost node again. A chunk whose process an agent has brought down,
and all chunks when there is a time limit, are played in a supervised process beside the task, as
they would be on one machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from sf_agents.arena.chunks import Chunks
from sf_agents.arena.outcome import Finished
from sf_agents.arena.plan import ArenaError, Tournament
from sf_agents.arena.ray_connection import connected
from sf_agents.arena.referee import Job, Referee
from sf_agents.arena.workers import play_in_processes
from sf_env.core.extras import require
from sf_env.core.rules import Array

IN_FLIGHT = 2  # chunks for each core, so that none waits
REFEREES: dict[str, Referee] = {}  # of this process, which Ray uses for many tasks


def play_on_ray(tournament: Tournament, todo: Array, address: str) -> Iterator[Finished]:
    """Play games on the cluster at an address and yield what finishes, in any order."""
    require("ray", "ray", "playing on a cluster")
    with connected(address) as ray:
        yield from _Cluster(ray, tournament, todo).work()


class _Cluster:
    """The tasks in flight."""

    def __init__(self, ray: Any, tournament: Tournament, todo: Array) -> None:
        self._ray = ray
        cores = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self._most = IN_FLIGHT * cores
        self._chunks = Chunks(tournament.schedule, todo, cores)
        self._tournament = tournament
        self._remote = ray.put(tournament)
        self._task = ray.remote(num_cpus=1, max_retries=3)(play_chunk)
        self._name = f"{time.time_ns()}"
        self._flying: dict[Any, Job] = {}

    def work(self) -> Iterator[Finished]:
        """Yield what finishes until nothing is left."""
        try:
            while self._launch():
                done, _ = self._ray.wait(list(self._flying), num_returns=1)
                yield from self._land(done[0], self._flying.pop(done[0]))
        finally:
            for task in self._flying:
                self._ray.cancel(task, force=True)

    def _launch(self) -> bool:
        """Fill the sky; return whether anything flies."""
        while len(self._flying) < self._most and (job := self._chunks.take()):
            supervised = job.alone or self._tournament.move_seconds is not None
            options = {"max_retries": 1} if not supervised else {}
            task = self._task.options(**options).remote(self._remote, self._name, job, supervised)
            self._flying[task] = job
        return bool(self._flying)

    def _land(self, task: Any, job: Job) -> Iterator[Finished]:
        try:
            parts, seconds = self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            raise ArenaError(f"a Ray task failed:\n{error}") from error
        except self._ray.exceptions.WorkerCrashedError as error:
            if job.alone:
                raise ArenaError(f"a supervised Ray task ended: {error}") from error
            self._chunks.give_back(Job(job.numbers, alone=True))
            return
        self._chunks.learn(job, seconds)
        yield from parts


def play_chunk(
    tournament: Tournament, name: str, job: Job, supervised: bool
) -> tuple[list[Finished], float]:
    """Play a chunk on a node: what finished, and the seconds it took.

    ``name`` is that of the tournament, whose agents are kept for the next chunks.
    """
    if supervised:
        chunks = Chunks(tournament.schedule, job.numbers[:0] if job.alone else job.numbers, 1)
        if job.alone:
            chunks.give_back(job)
        parts = list(play_in_processes(tournament, chunks, 1))
        # Not what starting a process takes: that would make the next chunks too small.
        return parts, sum(float(part.effort[:, 1].sum()) for part in parts)
    if name not in REFEREES:
        REFEREES.clear()
        REFEREES[name] = Referee(tournament)
    began = time.monotonic()
    return list(REFEREES[name].play(job)), time.monotonic() - began
