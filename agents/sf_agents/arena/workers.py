"""Playing on several cores: processes that play chunks of games, and their supervision.

An agent may hang in compiled code or bring its process down. So each process writes into shared
memory which decision it waits for and until when. A process that is overdue is killed, the game in
question is lost, and a new process replays the others, with the same result.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from sf_agents.arena.asker import overtime_reason
from sf_agents.arena.chunks import Chunks
from sf_agents.arena.outcome import Finished
from sf_agents.arena.plan import ArenaError, Tournament
from sf_agents.arena.referee import Job, Referee, Verdict, Waiting

GRACE_SECONDS = 1.0  # beyond the limit, for the alarm inside the process to do its work
POLL_SECONDS = 0.1
ONE_THREAD = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
GAME, DECISION, AGENT, FIRST, UNTIL, NOTE_SIZE = range(6)
NO_QUESTION = 0.0


def play_in_processes(tournament: Tournament, chunks: Chunks, count: int) -> Iterator[Finished]:
    """Play all chunks in ``count`` processes and yield what finishes, in any order."""
    pool = ProcessPool(tournament, chunks, count)
    try:
        yield from pool.work()
    finally:
        pool.stop()


@dataclass(eq=False)
class Worker:
    """A process as its parent sees it."""

    process: Any
    pipe: Connection
    note: Any  # the shared memory
    ready: bool = False  # it has loaded the agents
    idle: bool = False
    job: Job = field(default_factory=lambda: Job(np.zeros(0, np.int64)))
    left: set[int] = field(default_factory=set)  # games of the job not yet delivered

    def is_overdue(self) -> bool:
        """Return whether an answer should have come by now."""
        until = self.note[UNTIL]
        return bool(until != NO_QUESTION and time.monotonic() > until)

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()


class ProcessPool:
    """The processes of a tournament; those that die are replaced."""

    def __init__(self, tournament: Tournament, chunks: Chunks, count: int) -> None:
        self._tournament = tournament
        self._chunks = chunks
        self._compiled: set[int] = set()  # agents that have used up the time for compiling
        _check_pickles(tournament)
        self._workers: list[Worker] = []
        self._dismissed: list[Worker] = []
        try:
            for _ in range(count):
                self._workers.append(self._hire())
        except BaseException:
            self.stop()
            raise

    def work(self) -> Iterator[Finished]:
        """Yield what finishes until nothing is left."""
        while self._workers:
            sources = [(one.pipe, one.process.sentinel) for one in self._workers]
            wait([source for pair in sources for source in pair], POLL_SECONDS)
            for worker in self._workers.copy():
                yield from self._attend(worker)

    def stop(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers + self._dismissed:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()
        self._dismissed.clear()

    def _attend(self, worker: Worker) -> Iterator[Finished]:
        """Hear what a worker has to say; then see whether it needs work, or a successor."""
        question, reason = worker.note[:], None
        if worker.is_overdue():
            worker.end()
            if worker.note[:] == question:  # it has not answered at the last moment
                reason = overtime_reason(self._tournament.move_seconds)
        dead = not worker.process.is_alive()  # asked before reading, so that all words are heard
        yield from self._hear(worker)
        if dead:
            self._replace(worker, reason)
        elif worker.idle:
            self._assign(worker)

    def _hear(self, worker: Worker) -> Iterator[Finished]:
        try:
            while worker.pipe.poll():
                word, content = worker.pipe.recv()
                if word == "finished":
                    worker.left.difference_update(content.rows["number"].tolist())
                    yield content
                elif word == "failed":
                    raise ArenaError(f"a worker process failed:\n{content}")
                else:
                    worker.ready = worker.idle = True
                    if word == "done":
                        self._chunks.learn(worker.job, content)
        except (EOFError, OSError):  # its process has ended, which is seen elsewhere
            return

    def _assign(self, worker: Worker) -> None:
        """Give a worker its next job, or let it go."""
        job = self._chunks.take()
        if job is None:
            self._workers.remove(worker)
            self._dismissed.append(worker)
        else:
            worker.job, worker.left, worker.idle = job, set(job.numbers.tolist()), False
        with suppress(OSError):  # its process has ended, which is seen elsewhere
            worker.pipe.send(job)

    def _replace(self, worker: Worker, reason: str | None) -> None:
        """Hire a successor for a dead worker and give its games back."""
        self._workers.remove(worker)
        worker.pipe.close()
        ended = f"ended its process (exit code {worker.process.exitcode})"
        if not worker.ready:
            raise ArenaError(
                f"a worker {ended} before it could play: a script that plays with several workers "
                f"needs `if __name__ == '__main__':`, and agents that load in a fresh process"
            )
        verdicts = dict(worker.job.verdicts)
        if worker.note[UNTIL] != NO_QUESTION:
            game, decision, agent, first = (int(worker.note[at]) for at in range(UNTIL))
            verdicts[game] = Verdict(decision, reason or ended)
            self._compiled |= {agent} if first else set()
        elif worker.job.alone and worker.left:
            raise ArenaError(f"a worker {ended} while no agent was asked")
        if worker.left:
            left = np.array(sorted(worker.left), np.int64)
            self._chunks.give_back(Job(left, alone=True, verdicts=verdicts))
        self._workers.append(self._hire())

    def _hire(self) -> Worker:
        """Start a process."""
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        note = context.RawArray("d", NOTE_SIZE)
        process = context.Process(
            target=_serve, args=(there, note, self._tournament, self._compiled), daemon=True
        )
        with _sheltered():
            process.start()
        there.close()
        return Worker(process, here, note)


def _check_pickles(tournament: Tournament) -> None:
    for label, agent in zip(tournament.labels, tournament.agents, strict=True):
        try:
            pickle.dumps(agent)
        except Exception as error:
            raise ArenaError(
                f"agent {label!r} cannot be sent to other processes: {error}; play with "
                f"workers=1, or name it as module:factory"
            ) from error


@contextmanager
def _sheltered() -> Iterator[None]:
    """Let a process start with one thread for each library, and deaf to Ctrl-C from the first."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        with _deaf():
            yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that start inside ignore Ctrl-C; Windows has no mask that they inherit."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


# What follows runs in the processes.


def _write_down(shared: Any, waiting: Waiting | None) -> None:
    """Write what the process waits for into shared memory, where the parent reads it."""
    if waiting is None:
        shared[UNTIL] = NO_QUESTION
        return
    limit = np.inf if waiting.limit is None else waiting.limit + GRACE_SECONDS
    shared[:UNTIL] = [waiting.game, waiting.decision, waiting.agent, waiting.is_first]
    shared[UNTIL] = time.monotonic() + limit  # last, since it makes the rest valid


def _serve(pipe: Connection, shared: Any, tournament: Tournament, compiled: set[int]) -> None:
    """Play jobs until there is no more, or nobody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _play_jobs(pipe, Referee(tournament, partial(_write_down, shared), compiled))
    except (EOFError, ConnectionError):  # the parent is gone
        return
    except Exception:
        pipe.send(("failed", traceback.format_exc()))


def _play_jobs(pipe: Connection, referee: Referee) -> None:
    pipe.send(("ready", None))
    while (job := pipe.recv()) is not None:
        began = time.monotonic()
        for finished in referee.play(job):
            pipe.send(("finished", finished))
        pipe.send(("done", time.monotonic() - began))
