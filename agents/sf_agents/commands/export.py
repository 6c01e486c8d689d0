"""``sf-export``: the network of a training run as a small file to play with, and its card."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sf_agents.arena.evaluation import DEALS, evaluate
from sf_agents.commands.common import (
    Parser,
    add_game,
    add_quiet,
    add_workers,
    chosen_game,
    guarded,
    warn_of_other_setup,
    watching,
)
from sf_agents.network import file
from sf_agents.network.file import Content
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.rules import Rules, rules_of
from sf_env.opponents import load

PROGRAM = "sf-export"
BEST = "best.npz"


def main(argv: Sequence[str] | None = None) -> int:
    """Export a network and return the exit code."""
    return guarded(PROGRAM, lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    options = _parser().parse_args(argv)
    return _export(options, None if options.game is None else chosen_game(argv))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Write the network of a training run into a file for the agent network:path=…, "
        "with a card that says how it was trained. Prints the card.",
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="folder of a run (its best network), a checkpoint.pt (the network at that point), "
        "or a network's .npz",
    )
    parser.add_argument("target", metavar="FILE", help="file to write, .npz")
    add_game(parser, "that of the network")
    parser.add_argument(
        "--measure",
        action="store_true",
        help="play the protocol of sf-evaluate first, and write the result into the card",
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=DEALS,
        metavar="N",
        help="deals of the protocol (default: %(default)s)",
    )
    parser.add_argument("--note", metavar="TEXT", help="a remark for the card")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    add_workers(parser)
    add_quiet(parser)
    return parser


def _export(options: argparse.Namespace, asked: Rules | None) -> int:
    target = Path(options.target)
    if target.suffix != ".npz":
        raise Error(f"{target}: a network's file should end with .npz")
    card, arrays = _read(_file_of(Path(options.source)))
    rules = rules_of(card.get("game"))
    if asked not in (None, rules):
        raise Error(f"{options.source}: it is a network for {rules.name}: --game {rules.id}")
    if target.exists() and not options.force:
        raise Error(f"{target} already exists; --force replaces it")
    if options.note is not None:
        card["note"] = options.note
    if options.measure:
        warn_of_other_setup(rules, card)
        with watching(quiet=options.quiet) as progress:
            card["strength"] = _measure(Content(card, arrays), rules, options, progress)
    file.write(target, arrays, card)
    sys.stderr.write(f"{target}: written\n")
    sys.stdout.write(json.dumps(card, indent=1, ensure_ascii=False) + "\n")
    return 0


def _measure(
    content: Content, rules: Rules, options: argparse.Namespace, progress: Any
) -> dict[str, Any]:
    """Return how strong a network is; its file is written once that is known."""
    players, deals = content.card["players"], options.deals
    how = {"deals": deals, "workers": options.workers, "progress": progress}
    with TemporaryDirectory() as folder:
        draft = Path(folder) / Path(options.target).name
        file.write(draft, content.arrays, content.card)
        line = evaluate(f"network:path={draft}", players, game=rules, **how)
    agent = f"network:path={options.target}"
    words = ["sf-evaluate", agent, "--players", str(players), "--deals", str(deals)]
    if rules is not rules_of():
        words += ["--game", options.game or rules.id]
    return line | {"agent": agent, "command": shlex.join(words)}


def _file_of(source: Path) -> Path:
    """Return the file that a source means."""
    best = source / BEST
    if source.is_dir() and not best.exists():
        raise Error(f"{source}: there is no {BEST}; it is written when a run is first measured")
    return best if source.is_dir() else source


def _read(source: Path) -> Content:
    """Return the network that a file holds."""
    if source.suffix == ".pt":
        with TemporaryDirectory() as folder:
            return _read_checkpoint(source, Path(folder) / BEST)
    try:
        content = file.read(source)
    except OSError as error:
        raise Error(f"{source}: {error.strerror}") from error
    load(f"network:path={source}", content.card.get("game"))  # which checks all of it
    return content


def _read_checkpoint(source: Path, draft: Path) -> Content:
    """Return the network of a checkpoint as it is in a file."""
    require("torch", "train", "reading a checkpoint")
    from sf_agents.training import checkpoint  # noqa: PLC0415  heavy
    from sf_agents.training.networks import saved_network  # noqa: PLC0415

    state = checkpoint.load(source)
    saved_network(state, draft)
    if not draft.exists():
        kind = state["settings"]["network"]
        raise Error(f"{source}: networks of the kind {kind} cannot be exported")
    return file.read(draft)
