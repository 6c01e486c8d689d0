"""``scripts/tune.py``: fit the weights of the evaluation to self-play, round by round."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np

from sf_agents.arena import ArenaError, play
from sf_agents.arena.facts import surroundings, versions
from sf_agents.arena.journal import write_json
from sf_agents.arena.seeds import tournament_seeds
from sf_agents.commands.common import Parser, add_game, add_setup, guarded
from sf_agents.training.defaults import defaults_of
from sf_env.core.extras import require
from sf_env.core.rules import Rules, rules_of

PROGRAM = "tune"
STEPS = 10  # of a fit, at most


def main(argv: Sequence[str] | None = None) -> int:
    """Tune and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _tune(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=PROGRAM,
        description="Fit the weights of the planner's evaluation to the outcomes of its own games.",
    )
    parser.add_argument(
        "--players", type=int, default=2, metavar="P", help="players per game (default: 2)"
    )
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="rounds of games and a fit (default: 3)"
    )
    parser.add_argument(
        "--games", type=int, default=60000, metavar="N", help="games per round (default: 60000)"
    )
    parser.add_argument(
        "--check",
        type=int,
        default=1000,
        metavar="N",
        help="games that compare new weights with old ones (default: 1000)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="seed of the deals (default: 0)"
    )
    add_game(parser)
    add_setup(parser)
    parser.add_argument("--start", metavar="FILE", help="weights to start from")
    parser.add_argument(
        "--workers",
        type=int,
        default=2,
        metavar="N",
        help="processes for the comparisons (default: 2)",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue after the last round in the folder"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="folder for the rounds' files")
    return parser


def _tune(options: argparse.Namespace) -> int:
    require("rich", "arena", "the progress view")
    options.rules = rules_of(options.game)
    options.tuning = _tuning_of(options.rules)
    options.setup = options.rules.take_setup(options.setup, {})
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


def _tuning_of(rules: Rules) -> Any:
    """Return how an evaluation of a game is tuned."""
    home = defaults_of(rules).tuning
    if home is None:
        raise ArenaError(f"{rules.name} has no evaluation to tune")
    return resolve_name(home)


def _check_options(options: argparse.Namespace) -> None:
    """Refuse what would fail only after hours, or do nothing."""
    options.rules.check_players(options.players)
    for name, least in (("rounds", 1), ("games", 50), ("check", 1), ("workers", 1)):
        if getattr(options, name) < least:
            raise ArenaError(f"--{name} {getattr(options, name)} is too few: at least {least}")


def _write_start(folder: Path, options: argparse.Namespace) -> Path:
    """Write the weights that it begins with, and return where they are."""
    path = folder / "start.json"
    weights = options.tuning.weights.start
    if options.start:
        options.tuning.weights.load(options.players, options.start)
        weights = json.loads(Path(options.start).read_text("utf-8"))["weights"]
    new = {"weights": weights, "settings": _settings(options)}
    if path.exists():
        _check_same(json.loads(path.read_text("utf-8")), new, folder)
    write_json(path, new)
    return path


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return what all rounds in a folder have in common."""
    return {
        "game": options.rules.id,
        f"{options.rules.setup_word}_hash": options.setup.hash,
        **{name: getattr(options, name) for name in ("players", "games", "seed")},
    }


def _check_same(old: dict[str, Any], new: dict[str, Any], folder: Path) -> None:
    """Refuse to continue rounds that began in another way."""
    if old["weights"] != new["weights"]:
        raise ArenaError(f"{folder} began with other weights: choose another folder")
    for name, value in new["settings"].items():
        before = old.get("settings", {}).get(name)
        if before != value:
            raise ArenaError(
                f"{folder} began with {name} {before}, not {value}: choose another folder"
            )


def _games(current: Path, number: int, options: argparse.Namespace) -> Any:
    """Play the games of a round."""
    total = options.games * options.rounds
    seeds = tournament_seeds(options.seed, total)[number * options.games :][: options.games]
    with _bar(f"round {number}: games", options.games) as advance:
        planner = options.tuning.planner(weights=str(current))
        return options.tuning.collect(planner, seeds, options.players, options.setup, advance)


def _round(path: Path, current: Path, number: int, options: argparse.Namespace) -> None:
    """Play, fit, write the weights, and see how they do against those before and against greedy."""
    folder = path.parent
    positions = _games(current, number, options)
    before = json.loads(current.read_text("utf-8"))["weights"]
    with _bar(f"round {number}: fit", STEPS) as advance:
        steps = iter(range(STEPS + 1))
        weights = options.tuning.fit(positions, before, lambda _: advance(next(steps)), STEPS)
    draft = folder / "fitted.json"
    write_json(draft, {"weights": weights})
    start = folder / "start.json"
    new = options.tuning.planner(weights=str(draft))
    against_before = against_start = _check(new, current, options)
    if current != start:
        against_start = _check(new, start, options)
    facts = {
        "positions": len(positions.states),
        "error_before": _error(positions, before, options),
        "error": _error(positions, weights, options),
        "against_before": against_before,
        "against_start": against_start,
        "against_greedy": _check(new, None, options),
    }
    origin = {
        **surroundings(),
        "versions": versions(),
        options.rules.setup_word: options.setup.name,
        f"{options.rules.setup_word}_hash": options.setup.hash,
        "round": number,
        **facts,
    }
    write_json(path, {"weights": weights, "origin": origin})
    draft.unlink()
    _say(f"round {number}: {facts}")


def _error(positions: Any, weights: dict[str, float], options: argparse.Namespace) -> float:
    chances = options.tuning.predict(positions, weights)
    return float(np.mean((chances - positions.results) ** 2))


def _check(new: Any, old: Path | None, options: argparse.Namespace) -> dict[str, Any]:
    """Return the share of wins of new weights, alone among old ones or ``greedy``."""
    other = "greedy" if old is None else options.tuning.planner(weights=str(old))
    result = play(
        [new, other],
        options.check,
        options.players,
        options.seed + 1,
        game=options.rules,
        setup=options.setup,
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
