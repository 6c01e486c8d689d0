"""The options of ``sf-play`` that describe a game: its players, and the file it is saved in."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sf_agents.playing.session import ENDING, HUMAN, Session
from sf_agents.playing.theatre import theatre_of
from sf_env.core.errors import Error
from sf_env.core.game import Game
from sf_env.core.rules import Rules
from sf_env.envs.seats import check_seat
from sf_env.opponents import load
from sf_env.opponents.contract import learner_seats

FOLDER = "runs/games"


class Start(NamedTuple):
    """A game that was dealt, and the player on each seat."""

    game: Game
    seats: list[str]


def start_of(options: argparse.Namespace, rules: Rules) -> Start:
    """Deal a new game and seat the players; nothing is written yet."""
    opponents = options.opponents or [theatre_of(rules).opponents[0]]
    players = options.players or max(rules.players[0], len(opponents) + 1)
    game = rules.new_game(players=players, seed=options.seed, setup=options.setup)
    seats = seats_of(game, opponents, options.seat)
    for name in {*seats} - {HUMAN}:
        load(name, rules)  # a wrong name is an error before anything is written
    return Start(game, seats)


def seats_of(game: Game, opponents: Sequence[str], seat: str) -> list[str]:
    """Return the player on each seat: a person, and the opponents in turn order after it."""
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
    """Start one more game with the same setup and players."""
    over = session.game
    game = over.rules.new_game(players=over.players, setup=over.setup)
    return Session(game, session.seats, file_by_time(folder))


def resumed(options: argparse.Namespace, rules: Rules) -> Session:
    """Return a saved game."""
    check_resume(options)
    session = Session.load(options.resume, options.setup, trusted=options.opponents)
    if session.game.rules is not rules:
        raise Error(f"{options.resume} is a game of {session.game.rules.name}: name it with --game")
    if strangers := [name for name in options.opponents if name not in session.seats]:
        raise Error(
            f"{options.resume}: {', '.join(strangers)} does not play there; the players are "
            f"{', '.join(session.seats)}. Leave the opponents out"
        )
    return session


def check_resume(options: argparse.Namespace) -> None:
    """Refuse options that a saved game decides."""
    given = {
        "--players": options.players,
        "--seed": options.seed,
        "--record": options.record,
        "--seat": None if options.seat == "random" else options.seat,
        "--folder": options.folder,
    }
    if unwanted := [name for name, value in given.items() if value is not None]:
        raise Error(
            f"--resume continues a game with its own settings: leave out {', '.join(unwanted)}"
        )


def folder_of(options: argparse.Namespace) -> Path:
    """Return the folder of the game that the options describe."""
    file = options.resume or options.record
    return Path(file).parent if file else Path(options.folder or FOLDER)


def path_of_record(options: argparse.Namespace) -> Path:
    """Return the file for a new game: the one that was named, or one named by the time."""
    if not options.record:
        return file_by_time(Path(options.folder or FOLDER))
    path = Path(options.record)
    if path.is_dir():
        raise Error(f"{path} is a folder: name a file, or the folder with --folder {path}")
    if not path.absolute().parent.is_dir():
        raise Error(f"{path}: there is no folder {path.parent}")
    if path.exists():
        raise Error(f"{path} already exists: resume it with --resume {path}, or name another file")
    return path


def file_by_time(folder: Path) -> Path:
    """Return a file that does not exist yet."""
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{now}{ENDING}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{now}-{number}{ENDING}"
    return path
