"""Measuring how strong a network is, in matches on the same deals each time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sf_agents import arena
from sf_agents.training.crew import Crew
from sf_agents.training.settings import Settings
from sf_agents.training.shared import Shared
from sf_env.opponents import load

EVALUATION_SEED = 20_220_101
PAST = "past selves"  # what yardsticks of the pool are called together


def measure(
    settings: Settings, setup: Any, player: Any, past: Iterable[Any], crew: Crew
) -> tuple[dict[str, float], dict[str, float]]:
    """Return shares of wins and their intervals for curves, and mean points for TensorBoard.

    The strength is the mean share against the yardsticks. Past selves are measured as well, but
    change from one time to the next.
    """
    shares: dict[str, float] = {}
    points: dict[str, float] = {}
    for name in settings.measured_by:
        result = match(settings, setup, player, [name], crew)
        shares |= _share_in(result, name)
        parts = result.summary["agents"][0]["points"]
        points |= {f"points_against_{name}/{part}": mean for part, mean in parts.items()}
    if others := [replace(one, temperature=0.0) for one in past]:
        shares |= _share_in(match(settings, setup, player, others, crew), PAST)
    return shares, points


def match(
    settings: Settings, setup: Any, player: Any, others: Sequence[Any], crew: Crew
) -> arena.Result:
    """Let a player meet others, each of whom takes all other seats of its games."""
    agents = [
        load(one, settings.rules) if isinstance(one, str) else one for one in (player, *others)
    ]
    return arena.play(
        [Shared(agent, crew) for agent in agents],
        max(settings.evaluation_games // len(others), 1),
        settings.players,
        EVALUATION_SEED,
        game=settings.rules,
        setup=setup,
        groups=[(0, *(number,) * (settings.players - 1)) for number in range(1, len(others) + 1)],
    )


def _share_in(result: arena.Result, name: str) -> dict[str, float]:
    """Return the first agent's share of wins and its interval, by the names they have in curves."""
    low, high = map(float, result.interval[0])
    return {name: float(result.win_share[0]), f"{name}_low": low, f"{name}_high": high}
