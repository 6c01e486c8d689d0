"""Playing a tournament from its plan to its result."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from sf_agents.arena.chunks import Chunks
from sf_agents.arena.journal import Journal
from sf_agents.arena.outcome import Finished, row_dtype
from sf_agents.arena.plan import ArenaError, Plan, Tournament, plan_tournament
from sf_agents.arena.referee import Referee
from sf_agents.arena.result import Result
from sf_agents.arena.workers import play_in_processes
from sf_agents.human import Human
from sf_env.core.rules import Array, Rules
from sf_env.core.threads import check_count


@dataclass(frozen=True, eq=False)
class Progress:
    """How far a tournament has come."""

    plan: Plan
    done: int
    total: int
    rows: Array  # of the games that finished since the last time


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class How:
    """How the games of a tournament are played: on which machines, and with which time limit."""

    workers: int = 1  # processes; 1 is this process
    ray: str | None = None  # the address of a cluster that plays instead
    out: str | os.PathLike[str] | None = None  # a folder that keeps every game once it is finished
    resume: bool = False  # the folder may hold a part of this tournament already
    move_seconds: float | None = None  # an agent loses the game if a decision takes longer
    progress: Report | None = None  # called as games finish

    @classmethod
    def taken_from(cls, keywords: dict[str, Any]) -> How:
        """Take out of some keywords those that are meant here."""
        names = {field.name for field in fields(cls)} & keywords.keys()
        return cls(**{name: keywords.pop(name) for name in names})


def play(
    agents: Sequence[Any],
    games: int = 1000,
    players: int = 2,
    seed: int = 0,
    *,
    game: str | Rules | None = None,
    setup: Any = None,
    groups: str | Sequence[tuple[int, ...]] | None = None,
    **more: Any,
) -> Result:
    """Play a tournament between agents (names or objects) and return the result.

    With two players every pair of agents meets; with more, every combination of ``players`` agents
    ("mixed") or each agent alone among copies of each other agent ("duels", the default if there
    are too few agents). ``groups`` may also be a list of groups, each the numbers of its agents.
    Every group plays ``games`` games, rounded up to whole deals: the same deals for all, each deal
    in every rotation of the seats. The same arguments give the same games, with any number of
    ``workers``. ``setup`` is what the game is played with; the game's own word for it, such as
    ``deck``, is a keyword too.

    The other keywords are those of `How`: ``workers`` is the number of processes, 1 being this
    process; ``ray`` is the address of a cluster. ``out`` is a folder that saves every game as soon
    as it is finished; with ``resume`` it may hold a part of this tournament. An agent that raises,
    returns anything but legal actions, or takes longer than ``move_seconds`` for a decision loses
    that game. ``progress`` is called as games finish.
    """
    how = How.taken_from(more)
    plan = plan_tournament(
        agents,
        games,
        players,
        seed,
        game=game,
        setup=setup,
        groups=groups,
        move_seconds=how.move_seconds,
        **more,
    )
    return run(plan, how)


def run(plan: Plan, how: How) -> Result:
    """Play all games of a plan, or those that its folder does not have yet."""
    check_count("workers", how.workers)
    if (how.workers > 1 or how.ray) and any(_is_human(agent) for agent in plan.tournament.agents):
        raise ArenaError("human plays at this terminal: use workers=1, and no Ray")
    if how.out is None:
        return _run_in_memory(plan, how)
    journal = Journal(how.out, plan, resume=how.resume)
    try:
        rows = [journal.rows]
        for finished in _finished(plan, journal.rows, how):
            journal.add(finished)
            rows.append(finished.rows)
        journal.sort()
    finally:
        journal.close()
    return Result(plan, _in_order(rows), journal.effort, Path(how.out))


def _is_human(agent: Any) -> bool:
    return isinstance(agent, Human) or (isinstance(agent, str) and agent.split(":")[0] == "human")


def _run_in_memory(plan: Plan, how: How) -> Result:
    rows = [np.zeros(0, row_dtype(plan.schedule.players, plan.rules))]
    lines: list[bytes] = []
    effort = np.zeros((len(plan.labels), 2))
    for finished in _finished(plan, rows[0], how):
        rows.append(finished.rows)
        lines += finished.lines
        effort += finished.effort
    order = np.argsort(np.concatenate(rows)["number"])
    return Result(plan, _in_order(rows), effort, [lines[at] for at in order.tolist()])


def _in_order(rows: list[Array]) -> Array:
    table = np.concatenate(rows)
    return table[np.argsort(table["number"])]


def _finished(plan: Plan, known: Array, how: How) -> Iterator[Finished]:
    """Play what is not known yet and yield it as it finishes, with reports on the way."""
    report = how.progress or (lambda _progress: None)
    numbers = plan.schedule.numbers
    todo = np.setdiff1d(numbers, known["number"], assume_unique=True)
    done = len(numbers) - len(todo)
    report(Progress(plan, done, len(numbers), known))
    if len(todo) == 0:
        return
    with closing(_play(plan.tournament, todo, how)) as source:
        for finished in source:
            yield finished
            done += len(finished.rows)
            report(Progress(plan, done, len(numbers), finished.rows))


def _play(tournament: Tournament, todo: Array, how: How) -> Any:
    """Return a generator of what finishes."""
    if how.ray is not None:
        from sf_agents.arena.ray_workers import play_on_ray  # noqa: PLC0415  an extra

        return play_on_ray(tournament, todo, how.ray)
    chunks = Chunks(tournament.schedule, todo, how.workers)
    if how.workers == 1:
        return _play_here(tournament, chunks)
    return play_in_processes(tournament, chunks, how.workers)


def _play_here(tournament: Tournament, chunks: Chunks) -> Iterator[Finished]:
    referee = Referee(tournament)
    while job := chunks.take():
        began = time.monotonic()
        yield from referee.play(job)
        chunks.learn(job, time.monotonic() - began)
