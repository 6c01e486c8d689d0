"""``sf-tournament``: let agents play against each other, and write the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sf_agents.arena import play
from sf_agents.arena.plan import ArenaError
from sf_agents.arena.schedule import KINDS
from sf_agents.commands.common import (
    Parser,
    add_game,
    add_run_options,
    add_setup,
    game_named,
    guarded,
    how_to_run,
    watching,
)
from sf_env.core.extras import require
from sf_env.opponents.registry import describe, names

PROGRAM = "sf-tournament"


def main(argv: Sequence[str] | None = None, again: str = "the same command with --resume") -> int:
    """Play a tournament and return the exit code; ``again`` is the way to resume."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _main(options, again))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Play a tournament between agents. Each deal is played in every rotation of "
        "the seats.",
    )
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help="name[:key=value,...] (see --list), or your own module:factory",
    )
    parser.add_argument("--list", action="store_true", help="list the agents and their parameters")
    parser.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help="games per pair or group (default: 1000)",
    )
    parser.add_argument(
        "--players", type=int, default=2, metavar="P", help="players per game (default: 2)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="seed of the deals (default: 0)"
    )
    add_game(parser)
    add_setup(parser)
    parser.add_argument(
        "--groups",
        choices=KINDS,
        help="with 3 or more players: every combination of agents (mixed), or each agent alone "
        "among copies of another (duels)",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="folder for records, summary, ladder and pictures"
    )
    add_run_options(parser)
    return parser


def _main(options: argparse.Namespace, again: str) -> int:
    game_named(options.game)
    return _list(options) if options.list else _play(options, again)


def _play(options: argparse.Namespace, again: str) -> int:
    if not options.agents:
        raise ArenaError("name at least one agent; --list shows them")
    if options.resume and not options.out:
        raise ArenaError("--resume needs the folder of the tournament: --out DIR")
    require("rich", "arena", "the progress view")
    if options.out:
        require("matplotlib", "arena", "drawing the pictures")
    try:
        if "human" in options.agents:  # the only one who looks at the terminal
            options.workers = 1
        with watching(quiet="human" in options.agents) as progress:
            result = play(
                options.agents,
                options.games,
                options.players,
                options.seed,
                game=options.game,
                setup=options.setup,
                groups=options.groups,
                out=options.out,
                progress=progress,
                **how_to_run(options),
            )
    except KeyboardInterrupt:
        if options.out:
            kept = f"the games so far are in {options.out}: {again} resumes it"
            sys.stderr.write(f"{PROGRAM}: {kept}\n")
        raise
    from sf_agents.commands.view import print_summary  # noqa: PLC0415  rich is an extra

    if options.out:
        result.write(Path(options.out))
    print_summary(result.summary)
    return 0


def _list(options: argparse.Namespace) -> int:
    """Print every agent that plays the game, with its parameters."""
    require("rich", "arena", "the list of agents")
    from rich.console import Console  # noqa: PLC0415  an extra

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for name in names(options.game):
        text, parameters = describe(name, options.game)
        console.print(name, style="bold", end="")
        console.print(f"  {text}")
        for parameter in parameters.values():
            default = "required" if parameter.required else f"default {parameter.default}"
            facts = filter(None, (default, parameter.allowed, parameter.range.text))
            console.print(f"    {parameter.name} ({parameter.kind.__name__}): {'; '.join(facts)}")
    return 0
