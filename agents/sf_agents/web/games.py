"""All games of a server: a folder of records, each opened when somebody looks at it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from re import fullmatch
from stat import S_ISREG
from typing import Any

from sf_agents.playing.session import ENDING, HUMAN, Session, only_record
from sf_agents.web.live_game import LiveGame
from sf_agents.web.offered import Offered
from sf_agents.web.pool import Pool
from sf_agents.web.requests import LARGEST, RequestError
from sf_agents.web.seats import LONGEST
from sf_env.core import records
from sf_env.core.errors import Error, RecordError, shown
from sf_env.core.game import Game
from sf_env.core.record_format import check_record, rules_of_record

NAME = r"[A-Za-z0-9_-]{1,64}"
LETTERS = "files of games are named with letters, digits, - and _, and end in .jsonl"
MOST_LISTED = 200
MOST_SEATS = 10  # of a game in the list
MOST_OPEN = 500  # games; those that nobody looks at are closed and stay on disk


class Games:
    """The games of a folder, each by the name of its file."""

    def __init__(
        self,
        folder: Path,
        offered: Sequence[Offered],
        players: Pool,
        advisers: Pool,
        delay: float = 0.0,
    ) -> None:
        """Serve a folder; the first of the games that are ``offered`` is the usual one.

        ``advisers`` are other threads than ``players``: advice that nobody waits for any more is
        still finished, and no game waits for it.
        """
        self.offered = {one.rules.id: one for one in offered}
        self.usual = offered[0]
        self._folder = folder
        self._players = players
        self._advisers = advisers
        self._delay = delay
        self._open: dict[str, LiveGame] = {}

    def kind(self, name: str) -> Offered:
        """Return what is offered under the name of a game, or refuse."""
        if name not in self.offered:
            known = ", ".join(self.offered)
            raise RequestError(422, f"'game' should be one of {known}, not {shown(name)}")
        return self.offered[name]

    def kind_of(self, live: LiveGame) -> Offered:
        """Return what is offered of the game that is being played."""
        return self.offered[live.session.game.rules.id]

    def game(self, name: str) -> LiveGame:
        """Return a game; its record is read when it is first asked for."""
        if name not in self._open:
            self._open[name] = self._opened(name, self.session(name))
        live = self._open.pop(name)
        self._open[name] = live  # the one that was asked for last is closed last
        return live

    def file(self, name: str) -> Path:
        """Return the file of a game, or refuse."""
        path = self._folder / f"{name}{ENDING}"
        if not fullmatch(NAME, name) or not path.is_file():
            raise RequestError(404, f"there is no game {shown(name)} in {self._folder} ({LETTERS})")
        return path

    def start(
        self,
        seats: Sequence[Any],
        setup: str | None = None,
        seed: int | None = None,
        name: str = "",
        kind: Offered | None = None,
    ) -> str:
        """Start a game as the page may, and return its name, which may be given."""
        offered = kind or self.usual
        rules = offered.rules
        if len(seats) not in rules.players:
            *most, last = map(str, rules.players)
            allowed = f"{', '.join(most)} or {last}"
            raise RequestError(422, f"'seats' names {len(seats)}; a game has {allowed} players")
        names = [offered.seats.check_seat(seat) for seat in seats]
        chosen = offered.named_setup(setup)
        try:
            game = rules.new_game(players=len(names), seed=seed, setup=chosen)
        except ValueError as error:
            raise RequestError(422, str(error)) from error
        return self._create(game, names, name)

    def again(self, live: LiveGame) -> str:
        """Start a game with the players of one that is over, once; return its name."""
        session = live.session
        if not session.game.is_over:
            raise RequestError(409, "the game is not over yet")
        if not live.following:
            setup, kind = session.game.setup.name, self.kind_of(live)
            live.following = self.start(session.seats, setup, kind=kind)
        return live.following

    def take_in(self, record: Any) -> str:
        """Copy a record from outside into the folder; agents that may not be seated become people.

        Return its name here.
        """
        try:
            offered = self._kind_of_record(check_record(record))
            *_, game = records.replay(record, offered.setup_of(record))
        except RecordError as error:
            raise RequestError(422, str(error)) from error
        seats = record.get("agents")
        if not isinstance(seats, list) or len(seats) != game.players:
            seats = [HUMAN] * game.players
        return self._create(game, [_seat_or_person(offered, seat) for seat in seats])

    def listed(self) -> list[dict[str, Any]]:
        """Return the games of the folder, the latest first."""
        paths = [path for path in self._folder.glob(f"*{ENDING}") if fullmatch(NAME, path.stem)]
        dated = [(when, path) for path in paths if (when := _when(path)) is not None]
        latest = sorted(dated, reverse=True)[:MOST_LISTED]
        return [{**_facts(path, when), "changed": when} for when, path in latest]

    def close(self) -> None:
        """Close all games; they are on disk."""
        for live in self._open.values():
            live.close()
        self._players.close()
        self._advisers.close()

    def _create(self, game: Game, seats: list[str], name: str = "") -> str:
        """Save a new game; its agents begin when somebody looks."""
        if name and not fullmatch(NAME, name):
            raise Error(f"a game cannot be called {shown(name)} ({LETTERS})")
        name = name or secrets.token_urlsafe(9)
        path = self._folder / f"{name}{ENDING}"
        if path.exists():
            raise Error(f"{path} already exists; name another file, or resume that game")
        Session(game, seats, path)
        return name

    def _opened(self, name: str, session: Session) -> LiveGame:
        idle = [one for one, live in self._open.items() if live.is_idle]
        for one in idle[: max(0, len(self._open) + 1 - MOST_OPEN)]:
            self._open.pop(one).close()
        return LiveGame(name, session, self._players, self._advisers, self._delay)

    def session(self, name: str) -> Session:
        """Return a game from its file; it may seat only players that the page may seat."""
        path = self.file(name)
        try:
            kept = _record_in(path)
            offered = self._kind_of_record(kept)
            seats = kept.get("agents")
            for seat in seats if isinstance(seats, list) else ():
                offered.seats.check_seat(seat)
            return Session.load(path, offered.setup_of(kept), offered.seats.trusted)
        except Error as error:
            raise RequestError(422, f"game {path.stem} cannot be resumed: {error}") from error

    def _kind_of_record(self, record: dict[str, Any]) -> Offered:
        """Return what is offered of a record's game; one of another game is refused."""
        rules = rules_of_record(record)
        if rules.id not in self.offered:
            served = " and ".join(one.rules.name for one in self.offered.values())
            raise RecordError(
                f"it is a game of {rules.name}; this server plays {served}: start "
                f"another one with --game {rules.id}"
            )
        return self.offered[rules.id]


def _seat_or_person(offered: Offered, seat: Any) -> str:
    try:
        return offered.seats.check_seat(seat)
    except RequestError:
        return HUMAN


@lru_cache(maxsize=1024)
def _facts(path: Path, _when: float) -> dict[str, Any]:
    """Return what a file says about its game; whether it can be resumed shows when it is opened."""
    try:
        kept = _record_in(path)
    except (RecordError, FileNotFoundError) as error:
        return {"id": path.stem, "error": str(error)}
    return {
        "id": path.stem,
        "game": rules_of_record(kept).name,
        "players": kept["players"],
        "seats": _names(kept.get("agents")),
        "decisions": len(kept["actions"]),
        "over": "scores" in kept,
    }


def _names(seats: Any) -> list[str]:
    """Return the players' names, cut short: a file may hold anything."""
    if not isinstance(seats, list):
        return []
    return [seat[:LONGEST] if isinstance(seat, str) else shown(seat) for seat in seats[:MOST_SEATS]]


def _record_in(path: Path) -> dict[str, Any]:
    """Return the record in a file of limited size that holds a single one."""
    if path.stat().st_size > LARGEST:
        raise RecordError(f"{path}: this is too large for a single game")
    return only_record(path)


def _when(path: Path) -> float | None:
    """Return when a file was changed; None if it has just disappeared, or is not a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime if S_ISREG(found.st_mode) else None  # reading a pipe would block
