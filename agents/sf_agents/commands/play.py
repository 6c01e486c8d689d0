"""``sf-play``: play against agents, in the terminal or in a browser."""

from __future__ import annotations

import argparse
import io
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np

from sf_agents.commands.common import STOPPED, Parser, guarded
from sf_agents.playing.advice import adviser
from sf_agents.playing.sitting import HUMAN, Sitting
from sf_env import Game
from sf_env.envs.opponents import check_seat
from sf_env.errors import Error
from sf_env.extras import require
from sf_env.opponents.protocol import learner_seats

PROGRAM = "sf-play"
FOLDER = "runs/games"


def main(argv: Sequence[str] | None = None) -> int:
    """Play a game and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _serve(options) if options.web else _play(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Play San Francisco against agents. The game is saved after every decision.",
    )
    parser.add_argument(
        "opponents",
        nargs="*",
        metavar="OPPONENT",
        help="one for all other seats, or one for each in turn order after yours: an agent's "
        "name[:key=value,...] (sf-tournament --list tells them), or 'human' (planner)",
    )
    parser.add_argument("--players", type=int, metavar="N", help="2, 3 or 4 (2)")
    parser.add_argument("--seat", default="random", metavar="N", help="yours: 0 begins (random)")
    parser.add_argument("--seed", type=int, metavar="S", help="of the deal (drawn)")
    parser.add_argument("--deck", metavar="D", help="a name or a CSV file (standard)")
    parser.add_argument(
        "--record", metavar="FILE", help=f"where to save (in {FOLDER}, by the time)"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--hint",
        default="mcts:seconds=1",
        metavar="AGENT",
        help="who is asked for hints (%(default)s)",
    )
    parser.add_argument(
        "--delay",
        type=float,
        default=0.4,
        metavar="S",
        help="between moves on screen (%(default)s s)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="no colours, and never clear the screen"
    )
    web = parser.add_argument_group("in a browser")
    web.add_argument("--web", action="store_true", help="serve games to a browser instead")
    web.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    web.add_argument("--port", type=int, default=8000, help="(%(default)s)")
    web.add_argument("--open", action="store_true", help="open the page at once")
    web.add_argument("--folder", default=FOLDER, metavar="DIR", help="of saved games (%(default)s)")
    return parser


def _play(options: argparse.Namespace) -> int:
    require("rich", "play", "playing in the terminal")
    from sf_agents.terminal.session import Session  # noqa: PLC0415  rich is an extra
    from sf_agents.terminal.streams import new_console  # noqa: PLC0415

    adviser(options.hint)  # a wrong name should be told now, not when a hint is wanted
    sitting = _resumed(options) if options.resume else _begun(options)
    console = new_console(sys.stdout, options.plain)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a slip of the fingers should end nothing
    session = Session(sitting, console, sys.stdin, options.hint, options.delay)
    try:
        finished = session.play()
    except KeyboardInterrupt:
        console.print(_how_to_go_on(sitting, options), soft_wrap=True)
        return STOPPED
    last_words = _farewell(sitting) if finished else _how_to_go_on(sitting, options)
    console.print(last_words, soft_wrap=True)  # so that a command can be copied
    return 0


def _begun(options: argparse.Namespace) -> Sitting:
    """Deal a game and seat everybody; nothing that is on disk is overwritten."""
    opponents = options.opponents or ["planner"]
    players = options.players or max(2, len(opponents) + 1)
    path = path_of_record(options)
    game = Game(players, options.seed, options.deck or "standard")
    return Sitting(game, seats_of(game, opponents, options.seat), path)


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


def path_of_record(options: argparse.Namespace) -> Path:
    """Return the file for a new game: the one that was named, or one named by the time."""
    if options.record:
        path = Path(options.record)
        if path.exists():
            raise Error(
                f"{path} is there already: go on with it by --resume {path}, or name another file"
            )
        return path
    now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = Path(options.folder) / f"{now}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{now}-{number}.jsonl")
    return path


def _resumed(options: argparse.Namespace) -> Sitting:
    """Go on with a saved game: it knows its players and its deck, unless that is a file."""
    given = {
        "--players": options.players,
        "--seed": options.seed,
        "--record": options.record,
        "--seat": None if options.seat == "random" else options.seat,
    }
    if unwanted := [name for name, value in given.items() if value is not None]:
        raise Error(f"--resume goes on with a game as it is: leave out {', '.join(unwanted)}")
    return Sitting.load(options.resume, options.deck, trusted=options.opponents)


def _how_to_go_on(sitting: Sitting, options: argparse.Namespace) -> str:
    words = [
        PROGRAM,
        *map(shlex.quote, options.opponents),
        "--resume",
        shlex.quote(str(sitting.path)),
    ]
    if sitting.game.deck.name.startswith("file:"):
        words += ["--deck", shlex.quote(options.deck)]
    return f"\nThe game is saved. To go on: {' '.join(words)}"


def _farewell(sitting: Sitting) -> str:
    record = shlex.quote(str(sitting.path))
    return f"\nThe record is {record}\nTo watch it: sf-watch {record} --out game.html"


def _serve(options: argparse.Namespace) -> int:
    """Serve the games of a folder, beginning with the one that the options speak of, if any."""
    from sf_agents.web.serve import Options, serve  # noqa: PLC0415  not for the terminal

    game = _game_to_open(options)
    return serve(
        Options(
            folder=options.folder if game is None else game.parent,
            host=options.host,
            port=options.port,
            game="" if game is None else game.name.removesuffix(".jsonl"),
            deck=options.deck or "standard",
            agents=[name for name in options.opponents if name != HUMAN],
            delay=options.delay,
            open_browser=options.open,
        )
    )


def _game_to_open(options: argparse.Namespace) -> Path | None:
    """Return the file of the game that is to be gone on with, or that was begun; or none."""
    require("starlette", "web", "playing in the browser")  # before a game is begun in vain
    if options.resume:
        return Path(options.resume)
    if options.opponents or options.players or options.seed is not None or options.record:
        return _begun(options).path
    return None
