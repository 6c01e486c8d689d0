"""``sf-evaluate``: the fixed protocol for one agent, as a line of JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from sf_agents.arena.evaluation import DEALS, YARDSTICKS, evaluate
from sf_agents.arena.plan import ArenaError
from sf_agents.commands.common import (
    Parser,
    add_game,
    add_quiet,
    add_run_options,
    game_named,
    guarded,
    how_to_run,
    warn_of_other_setup,
    watching,
)
from sf_env.core.rules import rules_of
from sf_env.opponents.registry import load

PROGRAM = "sf-evaluate"


def main(argv: Sequence[str] | None = None) -> int:
    """Evaluate an agent and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _evaluate(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description=f"Play the fixed protocol: AGENT alone among copies of {', '.join(YARDSTICKS)} "
        f"in turn, on {DEALS} reserved deals, each on every seat. Prints one line of JSON.",
    )
    parser.add_argument("agent", metavar="AGENT", help="name[:key=value,...] or module:factory")
    parser.add_argument(
        "--players", type=int, default=2, metavar="P", help="players per game (default: 2)"
    )
    add_game(parser)
    parser.add_argument(
        "--deals",
        type=int,
        default=DEALS,
        metavar="N",
        help="number of deals (default: %(default)s); fewer give an unofficial estimate",
    )
    parser.add_argument("--out", metavar="FILE", help="also append the line to this file")
    parser.add_argument("--keep", metavar="DIR", help="folder to keep the games in, for --resume")
    add_quiet(parser)
    add_run_options(parser)
    return parser


def _evaluate(options: argparse.Namespace) -> int:
    if options.resume and not options.keep:
        raise ArenaError("--resume needs the folder of the games: --keep DIR")
    if options.out:
        Path(options.out).open("a", encoding="utf-8").close()  # it should not fail after the games
    game_named(options.game)
    _warn_of_other_setup(options)
    with watching(quiet=options.quiet) as progress:
        line = evaluate(
            options.agent,
            options.players,
            game=options.game,
            deals=options.deals,
            out=options.keep,
            progress=progress,
            **how_to_run(options),
        )
    text = json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n"
    sys.stdout.write(text)
    if options.out:
        with Path(options.out).open("a", encoding="utf-8") as file:
            file.write(text)
    return 0


def _warn_of_other_setup(options: argparse.Namespace) -> None:
    """Warn if the agent is a network that was trained with another setup."""
    rules = rules_of(options.game)
    card = getattr(load(options.agent, rules), "card", None)
    if card is not None:
        warn_of_other_setup(rules, card(options.players))
