"""``sf-play``: play against agents, in the terminal or in a browser."""

from __future__ import annotations

import argparse
import io
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sf_agents.commands.common import STOPPED, Parser, guarded
from sf_agents.commands.seating import (
    FOLDER,
    Start,
    another,
    check_resume,
    folder_of,
    path_of_record,
    resumed,
    start_of,
)
from sf_agents.playing.advice import HINT, adviser
from sf_agents.playing.session import ENDING, HUMAN, TAKEN, Session
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.locks import alone_in

if TYPE_CHECKING:
    from rich.console import Console

PROGRAM = "sf-play"
TERMINAL, BROWSER = ("plain",), ("host", "port", "open")  # options for one of them alone
LONGEST_DELAY = 60


def main(argv: Sequence[str] | None = None) -> int:
    """Play a game and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _main(options))


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
        "--record", metavar="FILE", help="where to save (in the folder, by the time)"
    )
    parser.add_argument("--folder", metavar="DIR", help=f"of saved games ({FOLDER})")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--hint",
        default=HINT,
        metavar="AGENT",
        help="who is asked for hints (%(default)s)",
    )
    parser.add_argument(
        "--delay",
        type=float,
        default=0.4,
        metavar="S",
        help="seconds between moves on screen (%(default)s)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="no colours, and never clear the screen"
    )
    web = parser.add_argument_group("in a browser")
    web.add_argument("--web", action="store_true", help="serve games to a browser instead")
    web.add_argument("--host", help="address to listen on (127.0.0.1)")
    web.add_argument("--port", type=int, metavar="N", help="0 takes any that is free (8000)")
    web.add_argument("--open", action="store_true", help="open the page at once")
    return parser


def _check(options: argparse.Namespace) -> None:
    """Refuse what means nothing here, before anything is begun."""
    here, unsuited = ("in a browser", TERMINAL) if options.web else ("in the terminal", BROWSER)
    if given := [f"--{name}" for name in unsuited if getattr(options, name) not in (None, False)]:
        more = "" if options.web else "; --web plays in a browser"
        raise Error(f"{', '.join(given)}: this means nothing {here}{more}")
    if not 0 <= options.delay <= LONGEST_DELAY:
        raise Error(f"--delay {options.delay:g}: it should be from 0 to {LONGEST_DELAY} seconds")
    if options.resume and not Path(options.resume).is_file():
        raise Error(f"--resume {options.resume}: there is no such file")


def _main(options: argparse.Namespace) -> int:
    _check(options)
    return _serve(options) if options.web else _play(options)


def _play(options: argparse.Namespace) -> int:
    require("rich", "play", "playing in the terminal")
    adviser(options.hint)  # a wrong name should be told now, not when a hint is wanted
    start = None if options.resume else start_of(options)
    folder = folder_of(options)
    if start is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder, TAKEN):
        session = Session(*start, path_of_record(options)) if start else resumed(options)
        return _play_in_terminal(session, folder, options)


def _play_in_terminal(session: Session, folder: Path, options: argparse.Namespace) -> int:
    """Play a game, and others after it as long as somebody wants another one."""
    from sf_agents.terminal.dialogue import Dialogue, Ending  # noqa: PLC0415  rich is an extra
    from sf_agents.terminal.streams import new_console  # noqa: PLC0415

    console = new_console(sys.stdout, options.plain)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a slip of the fingers should end nothing
    settings = console, sys.stdin, options.hint, options.delay
    code = 0
    try:
        while Dialogue(session, *settings).play() is Ending.AGAIN:
            session = another(session, folder)
    except KeyboardInterrupt:
        code = STOPPED
    except BrokenPipeError:  # nobody reads
        raise
    except BaseException:  # of an agent: the game is not lost with it
        _say_last_words(console, session, options)
        raise
    _say_last_words(console, session, options)
    return code


def _say_last_words(console: Console, session: Session, options: argparse.Namespace) -> None:
    """Say what becomes of the game, on a line that can be copied however long it is."""
    last_words = _farewell(session) if session.game.is_over else _how_to_go_on(session, options)
    console.print(last_words, soft_wrap=True)


def _how_to_go_on(session: Session, options: argparse.Namespace) -> str:
    words = [
        PROGRAM,
        *map(shlex.quote, options.opponents),
        "--resume",
        shlex.quote(str(session.path)),
    ]
    if session.game.deck.name.startswith("file:"):
        words += ["--deck", shlex.quote(options.deck)]
    return f"\nThe game is saved. To go on: {' '.join(words)}"


def _farewell(session: Session) -> str:
    record = shlex.quote(str(session.path))
    return f"\nThe record is {record}\nTo watch it: sf-watch {record} --out game.html"


def _serve(options: argparse.Namespace) -> int:
    """Serve the games of a folder, beginning with the one that the options speak of, if any."""
    require("starlette", "web", "playing in the browser")
    from sf_agents.web.serve import Options, serve  # noqa: PLC0415  extras

    start, file = _to_open(options)
    address: dict[str, Any] = {"host": options.host, "port": options.port}
    return serve(
        Options(
            folder=folder_of(options),
            **{name: value for name, value in address.items() if value is not None},
            seats=start.seats if start else (),
            seed=start.game.seed if start else None,
            game=file.name.removesuffix(ENDING) if file else "",
            deck=options.deck or "standard",
            agents=[name for name in options.opponents if name != HUMAN],
            hint=options.hint,
            delay=options.delay,
            open_browser=options.open,
        )
    )


def _to_open(options: argparse.Namespace) -> tuple[Start | None, Path | None]:
    """Return the game to begin, if any, and the file of the game to open at."""
    if options.resume:
        check_resume(options)
        return None, Path(options.resume)
    chosen = options.players, options.seed, options.record
    if options.opponents or options.seat != "random" or any(one is not None for one in chosen):
        return start_of(options), path_of_record(options)
    return None, None
