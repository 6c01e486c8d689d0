"""``scripts/tune.py``: fit the weights of the evaluation to self-play, round by round."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from sf_agents.arena import ArenaError, play
from sf_agents.arena.facts import surroundings, versions
from sf_agents.arena.journal import write_json
from sf_agents.arena.seeds import tournament_seeds
from sf_agents.commands.common import Parser, guarded
from sf_agents.san_francisco.evaluation.tuning import Positions, collect, fit, predict
from sf_agents.san_francisco.evaluation.weights import START, load_weights
from sf_agents.san_francisco.planner import Planner
from sf_env.core.extras import require
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

PROGRAM = "tune"
STEPS = 10  # of a fit, at most


def main(argv: Sequence[str] | None = None) -> int:
    """Tune and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _tune(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM, description="Fit the weights of the planner's evaluation to its own games."
    )
    parser.add_argument("--players", type=int, default=2, metavar="P", help="2, 3 or 4 (2)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="games, then a fit (3)")
    parser.add_argument(
        "--games", type=int, default=60000, metavar="N", help="of each round (60000)"
    )
    parser.add_argument(
        "--check",
        type=int,
        default=1000,
        metavar="N",
        help="games that compare new weights with old ones (1000)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the deals (0)")
    parser.add_argument("--deck", default="standard", help="a name or a CSV file (standard)")
    parser.add_argument("--start", metavar="FILE", help="weights to start from")
    parser.add_argument(
        "--workers",
        type=int,
        default=2,
        metavar="N",
        help="of the comparisons (2)",
    )
    parser.add_argument("--resume", action="store_true", help="continue after the last round there")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder for the rounds' files")
    return parser


def _tune(options: argparse.Namespace) -> int:
    require("rich", "arena", "the view of the tuning")
    _check_options(options)
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    done = len(list(folder.glob("round_*.json")))
    if done and not options.resume:
        raise ArenaError(f"{folder} has rounds already: --resume, or choose another folder")
    current = _write_start(folder, options)
    for number in range(options.rounds):
        path = folder / f"round_{number}.json"
        if number >= done:
            _round(path, current, number, options)
        current = path
    return 0


def _check_options(options: argparse.Namespace) -> None:
    """Refuse what would fail only after hours, or do nothing."""
    SAN_FRANCISCO.check_players(options.players)
    Deck.load(options.deck)
    for name, least in (("rounds", 1), ("games", 50), ("check", 1), ("workers", 1)):
        if getattr(options, name) < least:
            raise ArenaError(f"--{name} {getattr(options, name)} is too few: at least {least}")


def _write_start(folder: Path, options: argparse.Namespace) -> Path:
    """Write the weights that it begins with, and return where they are."""
    path = folder / "start.json"
    weights = START
    if options.start:
        load_weights(options.players, options.start)
        weights = json.loads(Path(options.start).read_text("utf-8"))["weights"]
    if path.exists() and json.loads(path.read_text("utf-8"))["weights"] != weights:
        raise ArenaError(f"{folder} began with other weights: choose another folder")
    write_json(path, {"weights": weights})
    return path


def _games(current: Path, number: int, options: argparse.Namespace) -> Positions:
    """Play the games of a round."""
    total = options.games * options.rounds
    seeds = tournament_seeds(options.seed, total)[number * options.games :][: options.games]
    with _bar(f"round {number}: games", options.games) as advance:
        planner = Planner(weights=str(current))
        return collect(planner, seeds, options.players, options.deck, advance)


def _round(path: Path, current: Path, number: int, options: argparse.Namespace) -> None:
    """Play, fit, write the weights, and see how they do against those before and against greedy."""
    folder = path.parent
    positions = _games(current, number, options)
    before = json.loads(current.read_text("utf-8"))["weights"]
    with _bar(f"round {number}: fit", STEPS) as advance:
        steps = iter(range(STEPS + 1))
        weights = fit(positions, before, lambda _: advance(next(steps)), STEPS)
    draft = folder / "fitted.json"
    write_json(draft, {"weights": weights})
    start = folder / "start.json"
    against_before = _check(Planner(weights=str(draft)), current, options)
    against_start = against_before
    if current != start:
        against_start = _check(Planner(weights=str(draft)), start, options)
    facts = {
        "positions": len(positions.states),
        "error_before": _error(positions, before),
        "error": _error(positions, weights),
        "against_before": against_before,
        "against_start": against_start,
        "against_greedy": _check(Planner(weights=str(draft)), None, options),
    }
    origin = {
        **surroundings(),
        "versions": versions(),
        "deck": options.deck,
        "deck_hash": Deck.load(options.deck).hash,
        "round": number,
        **facts,
    }
    write_json(path, {"weights": weights, "origin": origin})
    draft.unlink()
    _say(f"round {number}: {facts}")


def _error(positions: Positions, weights: dict[str, float]) -> float:
    return float(np.mean((predict(positions, weights) - positions.results) ** 2))


def _check(new: Planner, old: Path | None, options: argparse.Namespace) -> dict[str, Any]:
    """Return the share of wins of new weights, alone among old ones or ``greedy``."""
    other = "greedy" if old is None else Planner(weights=str(old))
    result = play(
        [new, other],
        options.check,
        options.players,
        options.seed + 1,
        deck=options.deck,
        groups=[(0, *(1,) * (options.players - 1))],
        workers=options.workers,
    )
    group = result.summary["meetings"][0]
    return {"win_share": group["win_share"], "interval": group["interval"]}


@contextmanager
def _bar(text: str, total: int) -> Iterator[Any]:
    """Show a progress bar and yield the function that moves it."""
    from rich.console import Console  # noqa: PLC0415  an extra
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(text, total=total)
        yield lambda done: progress.update(task, completed=done)
        progress.update(task, completed=total)


def _say(text: str) -> None:
    from rich.console import Console  # noqa: PLC0415  an extra

    Console(highlight=False).print(text)
