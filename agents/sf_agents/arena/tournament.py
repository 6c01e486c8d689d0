"""Playing a tournament from its plan to its result."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sf_agents.arena.chunks import Chunks
from sf_agents.arena.errors import ArenaError
from sf_agents.arena.journal import Journal
from sf_agents.arena.outcome import Finished, row_dtype
from sf_agents.arena.plan import Plan, plan_tournament
from sf_agents.arena.referee import Referee, Setup
from sf_agents.arena.result import Result
from sf_agents.arena.workers import play_in_processes
from sf_agents.human import Human
from sf_env.core.rules import Array
from sf_env.core.threads import check_count


@dataclass(frozen=True, eq=False)
class Progress:
    """How far a tournament has come."""

    plan: Plan
    done: int
    total: int
    rows: Array  # of the games that finished since the last time


Report = Callable[[Progress], None]


def play(
    agents: Sequence[Any],
    games: int = 1000,
    players: int = 2,
    seed: int = 0,
    *,
    deck: Any = "standard",
    groups: str | Sequence[tuple[int, ...]] | None = None,
    move_seconds: float | None = None,
    workers: int = 1,
    ray: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Report | None = None,
) -> Result:
    """Let agents (names or objects) play against each other and return what came of it.

    With two players every two agents meet; with more, every choice of ``players`` agents ("mixed")
    or each agent alone among copies of each other one ("duels", the default if there are too few
    agents). ``groups`` may also be a list of groups, each the numbers of its agents. Every group
    plays ``games`` games or a few more: the same deals for all, each deal in every rotation of the
    seats. The same arguments give the same games, whatever ``workers`` is.

    An agent that raises, answers with anything but legal actions, or takes longer than
    ``move_seconds`` for a decision loses that game. ``workers`` processes play, or the cluster at
    the address ``ray``; with 1 it is this process. ``out`` is a folder that keeps every game as
    soon as it is finished, with ``resume`` one that holds a part of this tournament.
    """
    plan = plan_tournament(
        agents, games, players, seed, deck=deck, groups=groups, move_seconds=move_seconds
    )
    return run(plan, workers=workers, ray=ray, out=out, resume=resume, progress=progress)


def run(
    plan: Plan,
    *,
    workers: int = 1,
    ray: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Report | None = None,
) -> Result:
    """Play all games of a plan, or those that its folder does not have yet."""
    check_count("workers", workers)
    if (workers > 1 or ray) and any(_is_human(agent) for agent in plan.setup.agents):
        raise ArenaError("human sits at this terminal: play with workers=1, and without Ray")
    if out is None:
        return _run_in_memory(plan, workers, ray, progress)
    journal = Journal(out, plan.facts, plan.schedule, resume=resume)
    try:
        rows = [journal.rows]
        for finished in _finished(plan, journal.rows, workers, ray, progress):
            journal.add(finished)
            rows.append(finished.rows)
        journal.sort()
    finally:
        journal.close()
    return Result(plan, _in_order(rows), journal.effort, Path(out))


def _is_human(agent: Any) -> bool:
    return isinstance(agent, Human) or (isinstance(agent, str) and agent.split(":")[0] == "human")


def _run_in_memory(plan: Plan, workers: int, ray: str | None, progress: Report | None) -> Result:
    rows = [np.zeros(0, row_dtype(plan.schedule.players))]
    lines: list[bytes] = []
    effort = np.zeros((len(plan.setup.labels), 2))
    for finished in _finished(plan, rows[0], workers, ray, progress):
        rows.append(finished.rows)
        lines += finished.lines
        effort += finished.effort
    order = np.argsort(np.concatenate(rows)["number"])
    return Result(plan, _in_order(rows), effort, [lines[at] for at in order.tolist()])


def _in_order(rows: list[Array]) -> Array:
    table = np.concatenate(rows)
    return table[np.argsort(table["number"])]


def _finished(
    plan: Plan, known: Array, workers: int, ray: str | None, report: Report | None
) -> Iterator[Finished]:
    """Play what is not known yet and yield it as it finishes, with reports on the way."""
    numbers = plan.schedule.numbers
    todo = np.setdiff1d(numbers, known["number"], assume_unique=True)
    done = len(numbers) - len(todo)
    if report:
        report(Progress(plan, done, len(numbers), known))
    if len(todo) == 0:
        return
    with closing(_play(plan.setup, todo, workers, ray)) as source:
        for finished in source:
            yield finished
            done += len(finished.rows)
            if report:
                report(Progress(plan, done, len(numbers), finished.rows))


def _play(setup: Setup, todo: Array, workers: int, ray: str | None) -> Any:
    """Return a generator of what finishes."""
    if ray is not None:
        from sf_agents.arena.ray_workers import play_on_ray  # noqa: PLC0415  an extra

        return play_on_ray(setup, todo, ray)
    chunks = Chunks(setup.schedule, todo, workers)
    if workers == 1:
        return _play_here(setup, chunks)
    return play_in_processes(setup, chunks, workers)


def _play_here(setup: Setup, chunks: Chunks) -> Iterator[Finished]:
    referee = Referee(setup)
    while job := chunks.take():
        began = time.monotonic()
        yield from referee.play(job)
        chunks.learn(job, time.monotonic() - began)
