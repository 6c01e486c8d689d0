"""What the options of ``sf-play`` say of a game: who sits where, and in which file it is kept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sf_agents.playing.session import ENDING, HUMAN, Session
from sf_env import Game
from sf_env.core.errors import Error
from sf_env.envs.seats import check_seat
from sf_env.opponents import load
from sf_env.opponents.contract import learner_seats

FOLDER = "runs/games"


class Start(NamedTuple):
    """A game that was dealt, and who sits where."""

    game: Game
    seats: list[str]


def start_of(options: argparse.Namespace) -> Start:
    """Deal a new game and seat everybody; nothing is written yet."""
    opponents = options.opponents or ["planner"]
    players = options.players or max(2, len(opponents) + 1)
    game = Game(players, options.seed, options.deck or "standard")
    seats = seats_of(game, opponents, options.seat)
    for name in {*seats} - {HUMAN}:
        load(name)  # a wrong name is told before anything is written
    return Start(game, seats)


def seats_of(game: Game, opponents: Sequence[str], seat: str) -> list[str]:
    """Return who sits where: a person on a seat, the opponents in turn order after it."""
    others = game.players - 1
    if len(opponents) not in (1, others):
        raise Error(
            f"{len(opponents)} opponents for {game.players} players: name one for all other seats, "
            f"or {others}"
        )
    wanted = check_seat(int(seat) if seat.isdecimal() else seat, game.players)
    drawn = int(learner_seats(np.array([game.seed], np.uint64), game.players)[0])
    first = drawn if wanted is None else wanted
    named = list(opponents)
    around = [HUMAN, *(named if len(named) == others else named * others)]
    return [around[(number - first) % game.players] for number in range(game.players)]


def another(session: Session, folder: Path) -> Session:
    """Begin one more game with the same deck and everybody on the same seat."""
    game = Game(session.game.players, deck=session.game.deck)
    return Session(game, session.seats, file_by_time(folder))


def resumed(options: argparse.Namespace) -> Session:
    """Go on with a saved game."""
    check_resume(options)
    session = Session.load(options.resume, options.deck, trusted=options.opponents)
    if strangers := [name for name in options.opponents if name not in session.seats]:
        raise Error(
            f"{options.resume}: {', '.join(strangers)} does not play there, but "
            f"{', '.join(session.seats)}; leave the opponents out"
        )
    return session


def check_resume(options: argparse.Namespace) -> None:
    """A saved game knows its players and its deck, unless that is a file."""
    given = {
        "--players": options.players,
        "--seed": options.seed,
        "--record": options.record,
        "--seat": None if options.seat == "random" else options.seat,
        "--folder": options.folder,
    }
    if unwanted := [name for name, value in given.items() if value is not None]:
        raise Error(f"--resume goes on with a game as it is: leave out {', '.join(unwanted)}")


def folder_of(options: argparse.Namespace) -> Path:
    """Return the folder of the game that the options speak of."""
    file = options.resume or options.record
    return Path(file).parent if file else Path(options.folder or FOLDER)


def path_of_record(options: argparse.Namespace) -> Path:
    """Return the file for a new game: the one that was named, or one named by the time."""
    if not options.record:
        return file_by_time(Path(options.folder or FOLDER))
    path = Path(options.record)
    if path.is_dir():
        raise Error(f"{path} is a folder: name a file, or the folder with --folder {path}")
    if path.exists():
        raise Error(
            f"{path} is there already: go on with it by --resume {path}, or name another file"
        )
    return path


def file_by_time(folder: Path) -> Path:
    """Return a file that is not there yet."""
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{now}{ENDING}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{now}-{number}{ENDING}"
    return path
