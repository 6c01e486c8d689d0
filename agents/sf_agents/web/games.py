"""All games of a server: a folder of records, opened when somebody comes to a table."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path
from re import fullmatch
from stat import S_ISREG
from typing import Any

import sf_env
from sf_agents.playing.advice import HINT
from sf_agents.playing.session import ENDING, HUMAN, Session, only_record
from sf_agents.web.live_game import LiveGame
from sf_agents.web.pool import Pool
from sf_agents.web.requests import LARGEST, RequestError
from sf_agents.web.seats import LONGEST, check_seat
from sf_env.core import records
from sf_env.core.errors import Error, RecordError, shown
from sf_env.core.record_format import check_record
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS, MIN_PLAYERS

NAME = r"[A-Za-z0-9_-]{1,64}"
DECK = r"standard|generate:[0-9]{1,15}"
LETTERS = "games are files there, of letters, digits, - and _, that end in .jsonl"
MOST_LISTED = 200
MOST_OPEN = 500  # tables; those that nobody looks at are closed, their games stay on disk


class Games:
    """The tables at which games are played, each by the name of its file."""

    def __init__(
        self,
        folder: Path,
        thinkers: Pool,
        advisers: Pool,
        delay: float = 0.0,
        deck: sf_env.Deck | None = None,
        trusted: Collection[str] = (),
        hint: str = HINT,
    ) -> None:
        """Open a games; ``trusted`` are agents that only the command line may name.

        ``hint`` is the agent that is asked if none is named. ``advisers`` are not ``thinkers``:
        a thought that has begun goes on though nobody wants to know it, and no game waits for it.
        """
        self.deck = sf_env.Deck.load("standard") if deck is None else deck
        self._folder = folder
        self._thinkers = thinkers
        self._advisers = advisers
        self._delay = delay
        self.trusted = frozenset(trusted)
        self.hint = hint
        self._tables: dict[str, LiveGame] = {}

    def table(self, name: str) -> LiveGame:
        """Return the table of a game; the record is read when it is first asked for."""
        if name not in self._tables:
            self._tables[name] = self._sit_down(name, self._load(self.file(name)))
        table = self._tables.pop(name)
        self._tables[name] = table  # the one that was asked for last is closed last
        return table

    def file(self, name: str) -> Path:
        """Return the file of a game that is there, or refuse."""
        path = self._folder / f"{name}{ENDING}"
        if not fullmatch(NAME, name) or not path.is_file():
            raise RequestError(404, f"there is no game {shown(name)} in {self._folder} ({LETTERS})")
        return path

    def begin(
        self,
        seats: Sequence[Any],
        deck: str = "standard",
        seed: int | None = None,
        name: str = "",
    ) -> str:
        """Begin a game that anybody may begin, and return its name, which may be given."""
        if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
            raise RequestError(422, f"'seats' names {len(seats)}; a game has 2, 3 or 4 players")
        names = [check_seat(seat, self.trusted) for seat in seats]
        try:
            game = sf_env.Game(len(names), seed, self._deck(deck))
        except ValueError as error:
            raise (
                error if isinstance(error, RequestError) else RequestError(422, str(error))
            ) from error
        return self._found(game, names, name)

    def take_in(self, record: Any) -> str:
        """Take in a record from outside; agents that may not be seated become people."""
        try:
            own = isinstance(record, dict) and record.get("deck") == self.deck.name
            *_, game = records.replay(check_record(record), self.deck if own else None)
        except RecordError as error:
            raise RequestError(422, str(error)) from error
        seats = record.get("agents")
        if not isinstance(seats, list) or len(seats) != game.players:
            seats = [HUMAN] * game.players
        return self._found(game, [self._seat_or_person(seat) for seat in seats])

    def listed(self) -> list[dict[str, Any]]:
        """Return what there is to go on with, the latest first."""
        paths = [path for path in self._folder.glob(f"*{ENDING}") if fullmatch(NAME, path.stem)]
        dated = [(when, path) for path in paths if (when := _when(path)) is not None]
        latest = sorted(dated, reverse=True)[:MOST_LISTED]
        return [{**_facts(path, when), "changed": when} for when, path in latest]

    def close(self) -> None:
        """Close all tables; the games are on disk."""
        for table in self._tables.values():
            table.close()
        self._thinkers.dismiss()
        self._advisers.dismiss()

    def _found(self, game: sf_env.Game, seats: list[str], name: str = "") -> str:
        """Save a game that is new here; its agents begin when somebody comes to look."""
        if name and not fullmatch(NAME, name):
            raise Error(f"a game cannot be called {shown(name)} ({LETTERS})")
        name = name or secrets.token_urlsafe(9)
        path = self._folder / f"{name}{ENDING}"
        if path.exists():
            raise Error(f"{path} is there already; name another file, or go on with it")
        Session(game, seats, path)
        return name

    def _sit_down(self, name: str, session: Session) -> LiveGame:
        idle = [one for one, table in self._tables.items() if table.is_idle]
        for one in idle[: max(0, len(self._tables) + 1 - MOST_OPEN)]:
            self._tables.pop(one).close()
        return LiveGame(name, session, self._thinkers, self._advisers, self._delay)

    def _load(self, path: Path) -> Session:
        """Return the session that a file holds; it may seat nobody whom the page may not."""
        try:
            kept = _record_in(path)
            seats = kept.get("agents")
            for seat in seats if isinstance(seats, list) else ():
                check_seat(seat, self.trusted)
            own = kept["deck"] == self.deck.name
            return Session.load(path, self.deck if own else None, self.trusted)
        except Error as error:
            raise RequestError(422, f"game {path.stem} cannot go on: {error}") from error

    def _deck(self, name: str) -> sf_env.Deck:
        if name == self.deck.name:
            return self.deck
        if not fullmatch(DECK, name):
            known = " or ".join({"standard": 0, self.deck.name: 0, "generate:SEED": 0})
            raise RequestError(422, f"'deck' should be {known}, not {shown(name)}")
        return sf_env.Deck.load(name)

    def _seat_or_person(self, seat: Any) -> str:
        try:
            return check_seat(seat, self.trusted)
        except RequestError:
            return HUMAN


@lru_cache(maxsize=1024)
def _facts(path: Path, _when: float) -> dict[str, Any]:
    """Return what a file says about its game; whether it can go on shows when it is opened."""
    try:
        kept = _record_in(path)
    except (RecordError, FileNotFoundError) as error:
        return {"id": path.stem, "error": str(error)}
    return {
        "id": path.stem,
        "players": kept["players"],
        "seats": _names(kept.get("agents")),
        "decisions": len(kept["actions"]),
        "over": "scores" in kept,
    }


def _names(seats: Any) -> list[str]:
    """Return who sits where, cut short: a file may hold anything."""
    if not isinstance(seats, list):
        return []
    return [
        seat[:LONGEST] if isinstance(seat, str) else shown(seat) for seat in seats[:MAX_PLAYERS]
    ]


def _record_in(path: Path) -> dict[str, Any]:
    """Return the record in a file that holds a single one, and not too much."""
    if path.stat().st_size > LARGEST:
        raise RecordError(f"{path}: this is too large for a single game")
    return only_record(path)


def _when(path: Path) -> float | None:
    """Return when a file was changed; None if it has gone since it was found, or is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime if S_ISREG(found.st_mode) else None  # a pipe would be waited for
