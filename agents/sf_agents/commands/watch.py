"""``sf-watch``: turn records into something to look at: a page, a film, a picture."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sf_agents.commands.common import Parser, add_game, add_setup, chosen_game, guarded
from sf_agents.commands.progress import bar
from sf_env.core import records
from sf_env.core.errors import Error, RecordError, shown
from sf_env.core.files import replacing
from sf_env.core.record_format import rules_of_record
from sf_env.core.rules import Rules
from sf_env.render.story import Moment, by_turns, story

PROGRAM = "sf-watch"
MOST_GAMES = 200  # on one page
FPS = 2.0
SIZES = {".gif": 900, ".mp4": 1280, ".png": 1400}
FILMS = (".gif", ".mp4")
SUITED = {  # options that apply to some kinds of files only
    "analyse": (".html", ".jsonl"),
    "at": (".html", ".png"),
    "fps": FILMS,
    "size": tuple(SIZES),
    "turns": FILMS,
    "seat": (".html", *SIZES),
    "from_turn": FILMS,
    "to_turn": FILMS,
}

Game = tuple[str, dict[str, Any]]  # the place of a record, and the record


def main(argv: Sequence[str] | None = None) -> int:
    """Write a page, film or picture and return the exit code."""
    return guarded(PROGRAM, lambda: _watch(argv))


def _parser(rules: Rules) -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Turn recorded games into one self-contained page, a film or a picture.",
    )
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="record files, .jsonl")
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="what to write: .html (a page), .gif or .mp4 (a film), .png (a position), or .jsonl "
        "(the records with the results of --analyse)",
    )
    parser.add_argument(
        "--only", metavar="N", help="only this game of the files, counted from 1, or a range: 3-7"
    )
    add_game(parser)
    add_setup(parser, rules, f"the file of the {rules.setup_word}, for records that need one")
    parser.add_argument(
        "--analyse",
        metavar="AGENT",
        help="add this agent's view of every choice, for example mcts:simulations=400",
    )
    parser.add_argument(
        "--at",
        type=int,
        metavar="N",
        help="position after N decisions: shown first on a page, or drawn as a picture",
    )
    parser.add_argument(
        "--seat",
        type=int,
        metavar="N",
        help="show what the player on this seat saw; 0 moves first (default: everything)",
    )
    parser.add_argument(
        "--fps", type=float, metavar="F", help=f"pictures per second of a film (default: {FPS:g})"
    )
    parser.add_argument("--size", type=int, metavar="N", help="pixels of a picture's longer side")
    parser.add_argument("--turns", action="store_true", help="one picture per turn of a film")
    parser.add_argument("--from-turn", type=int, metavar="N", help="begin a film with this turn")
    parser.add_argument("--to-turn", type=int, metavar="N", help="end a film with this turn")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    return parser


def _watch(argv: Sequence[str] | None) -> int:
    words = _with_only(sys.argv[1:] if argv is None else argv)
    rules = chosen_game(words)
    options = _parser(rules).parse_args(words)
    target = Path(options.out)
    _check(options, target)
    games = _games(options, rules)
    if options.analyse is not None:
        games = _analysed(games, options.analyse, options.setup)
    WRITERS[_ending(target)](target, games, options)
    count = "1 game" if len(games) == 1 else f"{len(games)} games"
    sys.stdout.write(f"{target}: {count}, {target.stat().st_size / 1000:,.0f} kB\n")
    return 0


def _check(options: argparse.Namespace, target: Path) -> None:
    """Refuse options that do not apply before anything is done."""
    if _ending(target) not in WRITERS:
        raise Error(f"{target}: it should end with one of {', '.join(WRITERS)}")
    for name, suited in SUITED.items():
        given = getattr(options, name)
        if given is not None and given is not False and _ending(target) not in suited:
            raise Error(f"--{name.replace('_', '-')} is for files that end with {_or(suited)}")
    if options.fps is not None and not 0.1 <= options.fps <= 60:
        raise Error(f"--fps {options.fps:g}: it should be from 0.1 to 60")
    if options.size is not None and not 200 <= options.size <= 4000:
        raise Error(f"--size {options.size}: it should be from 200 to 4000")
    if target.exists() and not options.force:
        raise Error(f"{target} already exists; --force replaces it")
    if not target.absolute().parent.is_dir():
        raise Error(f"{target}: there is no folder {target.parent}")


def _ending(target: Path) -> str:
    return target.suffix.lower()


def _or(names: Sequence[str]) -> str:
    return " or ".join(names)


def _games(options: argparse.Namespace, rules: Rules) -> list[Game]:
    """Return the chosen games with their places."""
    found = [
        (f"{path}, line {line}", record)
        for path in options.records
        for line, record in records.load_numbered(path)
    ]
    if not found:
        raise RecordError(f"{', '.join(options.records)}: there are no records")
    games = found if options.only is None else _chosen(found, options.only)
    if options.setup is not None:
        rules.load_setup(options.setup)  # a wrong file is an error even if no record needs it
    for where, record in games:
        _check_record(record, where, options, rules)
    return games


def _check_record(
    record: dict[str, Any], where: str, options: argparse.Namespace, rules: Rules
) -> None:
    """Refuse a record of another game than the one that was named, or one that lacks its setup."""
    own = rules_of_record(record, where)
    if own is not rules and (options.game or options.setup):
        raise RecordError(f"{where}: it is a game of {own.name}: --game {own.id}")
    word = own.setup_word
    if options.setup is None and record[word].startswith("file:"):
        raise RecordError(
            f"{where}: it was played with {word} {shown(record[word])}; pass that file: "
            f"--{word} FILE"
        )


def _with_only(words: Sequence[str]) -> list[str]:
    """Return the arguments with ``--game 3-7`` as ``--only 3-7``: numbers are of records."""
    text = re.sub(r"(^|\0)--game([=\0])(?=\d+(-\d+)?(\0|$))", r"\1--only\2", "\0".join(words))
    return text.split("\0") if text else []


def _chosen(games: list[Game], text: str) -> list[Game]:
    first, dash, last = text.partition("-")
    try:
        low, high = int(first), int(last if dash else first)
    except ValueError:
        raise Error(f"--only {text}: it should be a number, or a range such as 3-7") from None
    if not 1 <= low <= high <= len(games):
        raise Error(f"--only {text}: there are games 1 to {len(games)}")
    return games[low - 1 : high]


def _only(games: list[Game]) -> Game:
    if len(games) > 1:
        raise Error(f"there are {len(games)} games; choose one: --only N")
    return games[0]


def _analysed(games: list[Game], agent: str, setup: str | None) -> list[Game]:
    from sf_agents.playing.analysis import analyse_record  # noqa: PLC0415  agents take a while

    total = sum(len(record["actions"]) for _, record in games)
    done = 0
    found = []
    with bar(f"{agent} is thinking") as show:
        for where, record in games:
            before = done

            def shown(here: int, _total: int, before: int = before) -> None:
                show(before + here, total)

            found.append((where, analyse_record(record, agent, shown, setup, where)))
            done += len(record["actions"])
    return found


def _page(target: Path, games: list[Game], options: argparse.Namespace) -> None:
    from sf_env.render.replay import Replay  # noqa: PLC0415

    if len(games) > MOST_GAMES:
        raise Error(
            f"there are {len(games)} games; a page holds {MOST_GAMES}: choose some, such as --only "
            f"1-{MOST_GAMES}"
        )
    at = _at(options, games[0], 0)
    replay = Replay(options.setup, options.seat)
    with bar("reading") as show:
        for number, (where, record) in enumerate(games, start=1):
            replay.add(record, where)
            show(number, len(games))
    replay.save(target, at)


def _picture(target: Path, games: list[Game], options: argparse.Namespace) -> None:
    from sf_env.render.film import write_png  # noqa: PLC0415  an extra

    moments = _moments(games, options)
    at = _at(options, games[0], moments[-1].number)
    write_png(target, moments[at], options.size or SIZES[_ending(target)])


def _at(options: argparse.Namespace, game: Game, usual: int) -> int:
    """Return the chosen position of a game."""
    last = len(game[1]["actions"])
    if options.at is not None and not 0 <= options.at <= last:
        raise Error(f"--at {options.at}: the game has positions 0 to {last}")
    return usual if options.at is None else options.at


def _film(target: Path, games: list[Game], options: argparse.Namespace) -> None:
    from sf_env.render import film  # noqa: PLC0415  an extra

    write = film.write_gif if _ending(target) == ".gif" else film.write_mp4
    moments = _part(_moments(games, options), options)
    if options.turns:
        moments = by_turns(moments)
    with bar("painting") as show:
        write(target, moments, options.size or SIZES[_ending(target)], options.fps or FPS, show)


def _moments(games: list[Game], options: argparse.Namespace) -> list[Moment]:
    where, record = _only(games)
    return list(story(record, options.setup, where, seat=options.seat))


def _part(moments: list[Moment], options: argparse.Namespace) -> list[Moment]:
    """Return the moments of the chosen turns."""
    last = moments[-1].turn
    first_turn = 0 if options.from_turn is None else options.from_turn
    last_turn = last if options.to_turn is None else options.to_turn
    if not 0 <= first_turn <= last_turn <= last:
        raise Error(f"turns {first_turn} to {last_turn}: the game has turns 0 to {last}")
    return [moment for moment in moments if first_turn <= moment.turn <= last_turn]


def _records(target: Path, games: list[Game], _options: argparse.Namespace) -> None:
    with replacing(target) as part:
        part.write_bytes(b"".join(records.line_of(record) for _, record in games))


WRITERS: dict[str, Callable[[Path, list[Game], argparse.Namespace], None]] = {
    ".html": _page,
    ".gif": _film,
    ".mp4": _film,
    ".png": _picture,
    ".jsonl": _records,
}
