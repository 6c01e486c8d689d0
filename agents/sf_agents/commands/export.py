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
    add_quiet,
    add_workers,
    guarded,
    warn_of_other_setup,
    watching,
)
from sf_agents.san_francisco.network.file import Trained, read_network, save_network
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.rules import rules_of

PROGRAM = "sf-export"
BEST = "best.npz"


def main(argv: Sequence[str] | None = None) -> int:
    """Export a network and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _export(options))


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
    parser.add_argument(
        "--measure",
        action="store_true",
        help="play the protocol of sf-evaluate first, and write the result into the card",
    )
    parser.add_argument(
        "--deals", type=int, default=DEALS, metavar="N", help="deals of the protocol (%(default)s)"
    )
    parser.add_argument("--note", metavar="TEXT", help="a remark for the card")
    add_workers(parser)
    add_quiet(parser)
    return parser


def _export(options: argparse.Namespace) -> int:
    target = Path(options.target)
    if target.suffix != ".npz":
        raise Error(f"{target}: a network's file should end with .npz")
    trained = _read(Path(options.source))
    card = dict(trained.card)
    if options.note is not None:
        card["note"] = options.note
    if options.measure:
        warn_of_other_setup(rules_of(card.get("game")), card)
        with watching(quiet=options.quiet) as progress:
            card["strength"] = _measure(trained._replace(card=card), options, progress)
    save_network(target, trained.net, card)
    card = read_network(target).card
    sys.stdout.write(json.dumps(card, indent=1, ensure_ascii=False) + "\n")
    return 0


def _measure(trained: Trained, options: argparse.Namespace, progress: Any) -> dict[str, Any]:
    """Return how strong a network is; its file is written once that is known."""
    players, deals = trained.card["players"], options.deals
    with TemporaryDirectory() as folder:
        file = Path(folder) / Path(options.target).name
        save_network(file, trained.net, trained.card)
        agent = f"network:path={file}"
        line = evaluate(agent, players, deals=deals, workers=options.workers, progress=progress)
    agent = f"network:path={options.target}"
    words = ["sf-evaluate", agent, "--players", str(players), "--deals", str(deals)]
    return line | {"agent": agent, "command": shlex.join(words)}


def _read(source: Path) -> Trained:
    """Return the network that a source holds."""
    if source.is_dir():
        if not (source / BEST).exists():
            raise Error(
                f"{source}: there is no {BEST}; it is written when a run is first measured, and "
                f"never for networks of the kind plain (their weights are only in checkpoint.pt)"
            )
        source = source / BEST
    if source.suffix != ".pt":
        try:
            return read_network(source)
        except OSError as error:
            raise Error(f"{source}: {error.strerror}") from error
    return _read_checkpoint(source)


def _read_checkpoint(source: Path) -> Trained:
    require("torch", "train", "reading a checkpoint")
    from sf_agents.san_francisco.network.export import network_of  # noqa: PLC0415  heavy

    card: dict[str, Any]
    card, net = network_of(source)
    return Trained(card, net)
