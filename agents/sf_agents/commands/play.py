"""``sf-play``: play against agents, in the terminal or in a browser."""

from __future__ import annotations

import argparse
import io
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sf_agents.commands.common import (
    STOPPED,
    Parser,
    add_game,
    add_setup,
    chosen_game,
    guarded,
)
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
from sf_agents.playing.advice import adviser
from sf_agents.playing.session import ENDING, HUMAN, TAKEN, Session
from sf_agents.playing.theatre import theatre_of
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.locks import alone_in
from sf_env.core.rules import Rules, games

if TYPE_CHECKING:
    from rich.console import Console

PROGRAM = "sf-play"
TERMINAL, BROWSER = ("plain",), ("host", "port", "open")  # options for one of them alone
LONGEST_DELAY = 60


def main(argv: Sequence[str] | None = None) -> int:
    """Play a game and return the exit code."""
    return guarded(PROGRAM, lambda: _main(argv))


def _parser(rules: Rules) -> argparse.ArgumentParser:
    theatre = theatre_of(rules)
    *most, last = map(str, rules.players)
    parser = Parser(
        prog=PROGRAM,
        description=f"Play {rules.name} against agents. The game is saved after every decision.",
    )
    parser.add_argument(
        "opponents",
        nargs="*",
        metavar="OPPONENT",
        help="one for all other seats, or one for each, in turn order after yours: "
        "name[:key=value,...] (list them with sf-tournament --list) or 'human'; default: "
        f"{theatre.opponents[0]}",
    )
    add_game(parser)
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"{', '.join(most)} or {last} "
        f"(default: {rules.players[0]}, or as many as the opponents need)",
    )
    parser.add_argument(
        "--seat", default="random", metavar="N", help="your seat; 0 moves first (default: random)"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="seed of the deal (default: random)")
    add_setup(parser, rules, f"a name, generate:SEED or a file (default: {rules.usual_setup})")
    parser.add_argument(
        "--record", metavar="FILE", help="file to save to (default: named after the date and time)"
    )
    parser.add_argument(
        "--folder", metavar="DIR", help=f"folder of saved games (default: {FOLDER})"
    )
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--hint",
        default=theatre.hint,
        metavar="AGENT",
        help=f"agent that gives hints (default: {theatre.hint or 'none'})",
    )
    parser.add_argument(
        "--delay",
        type=float,
        default=0.4,
        metavar="S",
        help="minimum seconds between moves on screen (default: %(default)s)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="no colours, and never clear the screen"
    )
    web = parser.add_argument_group("in a browser")
    web.add_argument("--web", action="store_true", help="play in a browser")
    web.add_argument("--host", help="address to listen on (default: 127.0.0.1)")
    web.add_argument(
        "--port",
        type=int,
        metavar="N",
        help="port to listen on; 0 takes any free one (default: 8000)",
    )
    web.add_argument("--open", action="store_true", help="open the page in your browser")
    return parser


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not apply, before anything is started."""
    web = options.web
    unsuited, where = (TERMINAL, "in the terminal") if web else (BROWSER, "with --web")
    if given := [f"--{name}" for name in unsuited if getattr(options, name) not in (None, False)]:
        verb = "applies" if len(given) == 1 else "apply"
        raise Error(f"{', '.join(given)} {verb} only {where}")
    if not 0 <= options.delay <= LONGEST_DELAY:
        raise Error(f"--delay {options.delay:g}: it should be from 0 to {LONGEST_DELAY} seconds")
    if options.resume and Path(options.resume).is_dir():
        raise Error(f"--resume {options.resume}: this is a folder; name a saved game in it")
    if options.resume and not Path(options.resume).is_file():
        raise Error(f"--resume {options.resume}: there is no such file")


def _main(argv: Sequence[str] | None) -> int:
    rules = chosen_game(argv)
    options = _parser(rules).parse_args(argv)
    _check(options)
    return _serve(options, rules) if options.web else _play(options, rules)


def _play(options: argparse.Namespace, rules: Rules) -> int:
    require("rich", "play", "playing in the terminal")
    if options.hint:
        adviser(options.hint, rules)  # a wrong name is an error now, not at the first hint
    start = None if options.resume else start_of(options, rules)
    folder = folder_of(options)
    if start is not None:
        path_of_record(options)  # a wrong one is an error before anything is written
        folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder, TAKEN):
        session = Session(*start, path_of_record(options)) if start else resumed(options, rules)
        return _play_in_terminal(session, folder, options)


def _play_in_terminal(session: Session, folder: Path, options: argparse.Namespace) -> int:
    """Play a game, and further ones for as long as somebody wants another."""
    from sf_agents.terminal.dialogue import Dialogue, Ending  # noqa: PLC0415  rich is an extra
    from sf_agents.terminal.streams import new_console  # noqa: PLC0415

    console = new_console(sys.stdout, options.plain)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a typing error should end nothing
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
        _say_goodbye(console, session, options)
        raise
    _say_goodbye(console, session, options)
    return code


def _say_goodbye(console: Console, session: Session, options: argparse.Namespace) -> None:
    """Say how to continue or watch the game, on a line that can be copied however long it is."""
    text = _how_to_watch(session) if session.game.is_over else _how_to_resume(session, options)
    console.print(text, soft_wrap=True)


def _how_to_resume(session: Session, options: argparse.Namespace) -> str:
    rules = session.game.rules
    words = [PROGRAM, *options.opponents]
    if options.game:
        words += ["--game", options.game]
    words += ["--resume", str(session.path)]
    if session.game.setup.name.startswith("file:"):
        words += [f"--{rules.setup_word}", options.setup]
    return f"\nThe game is saved. To continue: {shlex.join(words)}"


def _how_to_watch(session: Session) -> str:
    record = shlex.quote(str(session.path))
    text = f"\nThe record is {record}"
    if theatre_of(session.game.rules).has_replays:
        text += f"\nTo watch it: sf-watch {record} --out game.html"
    return text


def _serve(options: argparse.Namespace, rules: Rules) -> int:
    """Serve the games of a folder; start or open the game that the options describe, if any."""
    require("starlette", "web", "playing in the browser")
    from sf_agents.web.serve import Options, serve  # noqa: PLC0415  extras

    start, file = _to_open(options, rules)
    address: dict[str, Any] = {"host": options.host, "port": options.port}
    return serve(
        Options(
            folder=folder_of(options),
            **{name: value for name, value in address.items() if value is not None},
            game=rules,
            others=() if options.game else games()[1:],
            setup=options.setup,
            seats=start.seats if start else (),
            seed=start.game.seed if start else None,
            name=file.name.removesuffix(ENDING) if file else "",
            agents=[name for name in options.opponents if name != HUMAN],
            hint=options.hint,
            delay=options.delay,
            open_browser=options.open,
        )
    )


def _to_open(options: argparse.Namespace, rules: Rules) -> tuple[Start | None, Path | None]:
    """Return the game to start, if any, and the file of the game to open."""
    if options.resume:
        check_resume(options)
        return None, Path(options.resume)
    chosen = options.players, options.seed, options.record
    if options.opponents or options.seat != "random" or any(one is not None for one in chosen):
        return start_of(options, rules), path_of_record(options)
    return None, None
