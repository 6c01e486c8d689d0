"""A tournament's folder: what is played, and every game as soon as it is finished.

``tournament.json`` is the plan and ``games.jsonl`` the records, at the end in the order of the
plan; ``timing.json`` has the time the agents took, which no two runs share.
"""

from __future__ import annotations

import json
import operator
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from sf_agents.arena.outcome import Finished, row_dtype, row_of
from sf_agents.arena.plan import ArenaError, Plan
from sf_env.core.errors import Error
from sf_env.core.files import replacing, why_not
from sf_env.core.locks import alone_in
from sf_env.core.record_format import check_record
from sf_env.core.rules import Array, games

PLAN = "tournament.json"
GAMES = "games.jsonl"
TIMING = "timing.json"
TAKEN = "it is in use by another process"


class Journal:
    """The folder of one tournament, kept by one process at a time."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        plan: Plan,
        *,
        resume: bool = False,
    ) -> None:
        """Begin a tournament, or resume the same one; an Error says what is in the way."""
        self.folder = Path(folder)
        self._rules, self._setup = plan.rules, plan.tournament.setup
        self._schedule, self._labels = plan.schedule, plan.labels
        self._prepare(plan.facts, resume=resume)
        self._spans: dict[int, tuple[int, int]] = {}  # game: where its line begins, how long it is
        with ExitStack() as held:
            held.enter_context(alone_in(self.folder, TAKEN))
            self._file = held.enter_context(open(self.folder / GAMES, "r+b"))
            self.rows = self._read()
            self.effort = self._read_effort()
            self._held = held.pop_all()

    def add(self, finished: Finished) -> None:
        """Write finished games; from then on they are kept, whatever happens."""
        at = self._file.seek(0, os.SEEK_END)
        self._file.write(b"".join(finished.lines))
        self._file.flush()
        for number, line in zip(finished.rows["number"].tolist(), finished.lines, strict=True):
            self._spans[number] = (at, len(line))
            at += len(line)
        self.effort += finished.effort

    def sort(self) -> None:
        """Put the games in the order of the plan, so that equal tournaments are equal files."""
        with replacing(self.folder / GAMES) as draft, open(draft, "wb") as file:
            for _, (at, size) in sorted(self._spans.items()):
                self._file.seek(at)
                file.write(self._file.read(size))

    def close(self) -> None:
        """Write the agents' time and let go of the folder."""
        write_json(self.folder / TIMING, {"decisions_and_seconds": self.effort.tolist()})
        self._held.close()

    def _prepare(self, facts: dict[str, Any], *, resume: bool) -> None:
        known = self.folder / PLAN
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if known.exists():
                self._compare(_read_json(known), facts, resume=resume)
            elif (self.folder / GAMES).exists():
                raise ArenaError(f"{self.folder} has games, but no {PLAN}: choose another folder")
            else:
                write_json(known, facts)
            (self.folder / GAMES).touch()
        except OSError as error:
            raise ArenaError(f"{error.filename}: {why_not(error)}") from error

    def _compare(self, found: Any, facts: dict[str, Any], *, resume: bool) -> None:
        if not resume:
            raise ArenaError(
                f"{self.folder} has a tournament already: resume it, or choose another folder"
            )
        if not isinstance(found, dict):
            raise ArenaError(f"{self.folder / PLAN} is damaged: it should be a JSON object")
        found = {"game": games()[0]} | found  # the first tournaments did not name it
        differing = [key for key in facts if found.get(key) != facts[key]]
        if differing:
            changes = (f"{key} was {found.get(key)}, not {facts[key]}" for key in differing)
            raise ArenaError(f"{self.folder} has another tournament: {'; '.join(changes)}")

    def _read(self) -> Array:
        """Return the rows of the games that are there; a last line that breaks off is cut away."""
        rows = [np.zeros(0, row_dtype(self._schedule.players, self._rules))]
        at = 0
        for line_number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break
            where = f"{self.folder / GAMES}, line {line_number}"
            number, row = self._game_in(line, where)
            self._spans[number] = (at, len(line))
            rows.append(row)
            at += len(line)
        self._file.truncate(at)
        return np.concatenate(rows)

    def _game_in(self, line: bytes, where: str) -> tuple[int, Array]:
        try:
            game = check_record(json.loads(line), where)
            number = operator.index(self._schedule.number(**game["match"]))
            row = row_of(game, number, self._rules, self._setup, where)
            seating = self._schedule.seating_of(np.array([number]))[0]
            seated = [self._labels[agent] for agent in seating]
            seed = self._schedule.seeds_of(np.array([number]))
            known = row["seed"] == seed and game["agents"] == seated
        except UnicodeDecodeError as error:
            raise ArenaError(f"{where}: damaged: not UTF-8 text") from error
        except (KeyError, TypeError, IndexError, ValueError) as error:
            if isinstance(error, Error):
                raise
            raise ArenaError(f"{where}: damaged: {error!r}") from error
        if number in self._spans or not known:
            raise ArenaError(f"{where}: this game is not in this tournament, or occurs twice")
        return number, row

    def _read_effort(self) -> Array:
        path = self.folder / TIMING
        if not path.exists():
            return np.zeros((len(self._labels), 2))
        try:
            effort = np.array(_read_json(path)["decisions_and_seconds"], np.float64)
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, Error):
                raise
            raise ArenaError(f"{path} is damaged: {error!r}") from error
        if effort.shape != (len(self._labels), 2):
            raise ArenaError(f"{path} is damaged: it should have two numbers for each agent")
        return effort


def write_json(path: Path, content: Any) -> None:
    """Write a file of JSON, completely or not at all."""
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    with replacing(path) as draft:
        draft.write_text(text, encoding="utf-8")


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ArenaError(f"{path} is damaged: {error}") from error
