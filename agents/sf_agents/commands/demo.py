"""``make demo``: train an agent for a few minutes, and see how it does against the others."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sf_agents.commands import tournament, train
from sf_agents.commands.common import Parser, add_game, game_named, guarded
from sf_agents.training.defaults import presets_of
from sf_env.core.errors import Error
from sf_env.core.locks import alone_in
from sf_env.core.rules import games

PROGRAM = PRESET = "demo"
RIVALS = ("random", "builder", "greedy", "planner")
TAKEN = "another process is running this demo; stop it first"
AGAIN = "the same command"  # resumes where the demo was stopped


def main(argv: Sequence[str] | None = None) -> int:
    """Train, play the tournament and return the exit code."""
    parser = Parser(
        prog=PROGRAM,
        description="Train a 2-player agent by self-play, enter it in a tournament against "
        f"{', '.join(RIVALS)}, and write all results to a folder. If it is stopped, the same "
        "command resumes it.",
    )
    add_game(parser)
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="folder for the results (default: runs/demo, or runs/demo-GAME)",
    )
    parser.add_argument(
        "--minutes", type=float, default=3, help="minutes of training (default: %(default)s)"
    )
    parser.add_argument(
        "--games", type=int, default=200, help="games per pair (default: %(default)s)"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="move an earlier demo aside and start a new one"
    )
    options = parser.parse_args(argv)
    return guarded(PROGRAM, lambda: _demo(options))


def _demo(options: argparse.Namespace) -> int:
    rules = game_named(options.game)
    if PRESET not in presets_of(rules):
        raise Error(f"there is no demo of {rules.name}: it has no training preset {PRESET!r}")
    usual = "runs/demo" if rules.id == games()[0] else f"runs/demo-{rules.id}"
    folder = Path(options.out or usual)
    if options.fresh and folder.exists():
        with alone_in(folder, TAKEN):
            aside = _put_aside(folder)
        _say(f"the earlier demo is now in {aside}")
    folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder, TAKEN):
        return _train_and_play(folder, options)


def _train_and_play(folder: Path, options: argparse.Namespace) -> int:
    finished = folder / "tournament" / "ladder.md"
    if finished.exists():
        raise Error(
            f"{folder}: this demo is finished: see {finished}; start over with --fresh "
            f"(make demo FRESH=1), which keeps this demo under another name"
        )
    run = folder / "training"
    game = [] if options.game is None else ["--game", options.game]
    if not (folder / "tournament" / "tournament.json").exists():  # else the agent is at it already
        _say("1 of 2: training by self-play")
        words = ["--out", str(run), "--minutes", str(options.minutes), "--resume"]
        if code := train.main([PRESET, *game, *words], again=AGAIN):
            return code
    _say("2 of 2: a tournament against the others")
    code = tournament.main(
        [
            f"network:path={run / 'best.npz'}",
            *RIVALS,
            *game,
            *("--games", str(options.games)),
            *("--out", str(folder / "tournament")),
            "--resume",
        ],
        again=AGAIN,
    )
    if code == 0:
        _say(
            f"in {folder}: training/best.npz (the model), training/curve.png, tournament/ladder.md "
            f"with its pictures, tournament/games.jsonl (the records)"
        )
    return code


def _put_aside(folder: Path) -> Path:
    """Rename an earlier demo, and return where it is now."""
    number = 1
    while (other := folder.with_name(f"{folder.name}-{number}")).exists():
        number += 1
    return folder.rename(other)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
