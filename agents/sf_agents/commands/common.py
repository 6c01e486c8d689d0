"""What the commands share: options, errors in one line, the view of a running tournament."""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn

from sf_env.core.errors import Error, raised
from sf_env.core.extras import require
from sf_env.core.files import why_not
from sf_env.core.rules import Rules, games, register, rules_of
from sf_env.core.threads import cores

USER_ERROR = 2
STOPPED = 130
UNREAD = 141


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(USER_ERROR, f"{self.prog}: {message} (see --help)\n")


def add_game(parser: argparse.ArgumentParser, usual: str = games()[0]) -> None:
    """Add which game is played."""
    known = games()
    parser.add_argument(
        "--game",
        metavar="GAME",
        help=f"{', '.join(known)}, or module:attribute for your own (default: {usual})",
    )


def chosen_game(argv: Sequence[str] | None) -> Rules:
    """Return the game of ``--game``, for a parser that depends on it; your own is registered."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--game", nargs="?")
    return game_named(parser.parse_known_args(argv)[0].game)


def game_named(name: str | None) -> Rules:
    """Return a game; one of your own is registered, and what its module raises is one line."""
    if name is not None and ":" in name:
        module = name.partition(":")[0]
        try:
            import_module(module)
        except Exception as error:
            absent = error.name if isinstance(error, ModuleNotFoundError) else None
            if absent is None or not f"{module}.".startswith(f"{absent}."):
                raise Error(f"--game {name}: {raised(error)}") from error
    rules = rules_of(name)
    if rules.id not in games():
        register(rules.id, rules.home)
    return rules


def add_setup(
    parser: argparse.ArgumentParser,
    rules: Rules | None = None,
    text: str = "setup of the game, such as a deck: a name or a file (default: the standard one)",
) -> None:
    """Add what a game is played with, by its own word as well; by those of all if none is given."""
    tables = map(rules_of, games()) if rules is None else [rules]
    words = sorted({table.setup_word for table in tables} - {"setup"})
    parser.add_argument(
        *(f"--{word}" for word in words), "--setup", dest="setup", metavar="SETUP", help=text
    )


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add what concerns the machine, not the games."""
    add_workers(parser)
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster ('auto': a local one)"
    )
    parser.add_argument(
        "--move-seconds",
        type=float,
        metavar="T",
        help="time limit for a decision; an agent that takes longer loses the game",
    )
    parser.add_argument(
        "--resume", action="store_true", help="resume the tournament in the folder, if there is one"
    )


def how_to_run(options: argparse.Namespace) -> dict[str, Any]:
    """Return what ``add_run_options`` has read, as keywords of a tournament."""
    return {name: getattr(options, name) for name in ("workers", "ray", "move_seconds", "resume")}


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add how many processes play."""
    parser.add_argument(
        "--workers",
        type=int,
        default=cores(),
        metavar="N",
        help="number of processes that play (default: one per core, here %(default)s)",
    )


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """Add how to do without a view of the progress."""
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def guarded(program: str, work: Callable[[], int]) -> int:
    """Do the work of a command and return its exit code; a user's errors are one line."""
    here = os.getcwd()  # noqa: PTH109  sys.path wants a string
    if here not in sys.path:
        sys.path.insert(0, here)  # so that module:factory finds your own agent
    signal.signal(signal.SIGTERM, _stop)
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        if not _nobody_reads():
            raise
        return UNREAD
    except ValueError as error:  # sf_env's errors are of this kind
        sys.stderr.write(f"{program}: {error}\n")
        return USER_ERROR
    except OSError as error:  # a file or folder that the user named
        if error.filename is None:
            raise
        sys.stderr.write(f"{program}: {error.filename}: {why_not(error)}\n")
        return USER_ERROR
    except KeyboardInterrupt:
        sys.stderr.write(f"{program}: stopped\n")
        return STOPPED
    return code


@contextmanager
def watching(quiet: bool = False) -> Iterator[Any]:
    """Yield the function that shows how far a tournament has come; None if it should be quiet."""
    if quiet:
        yield None
        return
    require("rich", "arena", "the progress view")
    from sf_agents.commands.view import View  # noqa: PLC0415  rich is an extra

    with View() as view:
        yield view.show


def warn_of_other_setup(rules: Rules, card: dict[str, Any]) -> None:
    """Warn if a network was trained with a setup that is not the one of the protocol."""
    usual = rules.load_setup(rules.usual_setup)
    word = rules.setup_word
    if card.get(f"{word}_hash", usual.hash) != usual.hash:
        sys.stderr.write(
            f"note: this network was trained with the {word} {card.get(word)}; the protocol uses "
            f"the {word} {usual.name}\n"
        )


def _nobody_reads() -> bool:
    """Return whether the reader of our output has left, as ``head`` does; write no more if so."""
    output = sys.stdout.fileno()
    if left := _is_broken(output):
        os.dup2(os.open(os.devnull, os.O_WRONLY), output)
    return left


def _is_broken(output: int) -> bool:
    """Return whether a pipe has no reader; Windows does not say, so it is taken to have none."""
    if not hasattr(select, "poll"):
        return True
    asked = select.poll()
    asked.register(output, select.POLLERR)
    return bool(asked.poll(0))


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
