"""``scripts/ladder.py``: play the official ladders, and write their pages and the overview."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sf_agents.arena import Result, play
from sf_agents.arena.lineup import Lineup, Pair, lineup_of
from sf_agents.commands.common import Parser, add_game, add_workers, game_named, guarded, watching
from sf_agents.commands.ladder_overview import write_overview
from sf_agents.commands.ladder_page import LadderPage, part_of
from sf_agents.commands.thinking import Thinking
from sf_env.core.extras import require
from sf_env.core.rules import Rules, games, rules_of

PROGRAM = "ladder"
COMMAND = "python scripts/ladder.py"


def main(argv: Sequence[str] | None = None) -> int:
    """Play, write and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _make(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Play the official ladders, and write a page for each game and the overview.",
    )
    add_game(parser, "all")
    parser.add_argument(
        "--players", type=int, nargs="+", metavar="P", help="numbers of players (default: all)"
    )
    parser.add_argument(
        "--thinking",
        action="store_true",
        help="play and write only the tables at equal thinking time",
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help="games of each meeting (default: as on the pages)"
    )
    parser.add_argument(
        "--work",
        default="runs/ladder",
        metavar="DIR",
        help="folder for the games (default: %(default)s)",
    )
    parser.add_argument(
        "--pages", default="agents", metavar="DIR", help="folder for the pages (default: agents)"
    )
    add_workers(parser)
    return parser


def _make(options: argparse.Namespace) -> int:
    for library in ("rich", "choix", "matplotlib"):
        require(library, "arena", "the ladder")
    folder = Path(options.pages)
    chosen = [options.game] if options.game else games()
    for name in chosen:
        page = LadderPage(folder, game_named(name), f"{COMMAND} --game {name}{_shorter(options)}")
        _make_page(page, options)
        sys.stdout.write(f"{page.path}\n")
    overview = write_overview(folder, map(rules_of, games()), COMMAND + _shorter(options))
    sys.stdout.write(f"{overview}\n")
    return 0


def _shorter(options: argparse.Namespace) -> str:
    return f" --games {options.games}" if options.games else ""


def _make_page(page: LadderPage, options: argparse.Namespace) -> None:
    """Play a game's ladder, and write the page after each number of players."""
    rules = page.rules
    lineup = lineup_of(rules)
    for players in map(rules.check_players, options.players or rules.players):
        work = Path(options.work) / rules.id / f"{players}p"
        if options.thinking and not lineup.thinks(players):
            continue
        if options.thinking:
            part = page.untimed_part(players)
        else:
            result = _play(rules, lineup, players, work, options)
            part = part_of(result.summary, work, page.pictures)
        page.renew(players, part + _thinking_part(page, lineup, players, work, options))


def _play(
    rules: Rules, lineup: Lineup, players: int, work: Path, options: argparse.Namespace
) -> Result:
    amount = options.games or lineup.games_with(players)
    result = _meet(rules, lineup.pairs(players), amount, players, work, options)
    result.write(work)
    return result


def _thinking_part(
    page: LadderPage, lineup: Lineup, players: int, work: Path, options: argparse.Namespace
) -> str:
    """Return what the page says of searches at equal time for each decision."""
    thinkers = lineup.thinkers
    if thinkers is None or not lineup.thinks(players):
        return ""
    thinking = Thinking(thinkers, players)
    usual = thinkers.games[players]
    amount = min(options.games or usual, usual)
    result = _meet(page.rules, thinking.pairs(), amount, players, work / "thinking", options)
    return page.thinking_part(thinking, result.summary)


def _meet(
    rules: Rules,
    pairs: Sequence[Pair],
    amount: int,
    players: int,
    work: Path,
    options: argparse.Namespace,
) -> Result:
    """Let the first of each pair meet the second, alone among copies of it."""
    agents = list(dict.fromkeys(name for pair in pairs[::-1] for name in pair[::-1]))
    with watching() as progress:
        return play(
            agents,
            amount,
            players,
            game=rules,
            groups=[
                (agents.index(one), *(agents.index(other),) * (players - 1)) for one, other in pairs
            ],
            workers=options.workers,
            out=work,
            resume=True,
            progress=progress,
        )
