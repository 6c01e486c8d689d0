"""What a training run takes if nothing else is asked for; a game may have defaults of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from sf_env.core.rules import Rules

PLAIN = "plain"  # the perceptron, which reads any game


@dataclass(frozen=True)
class Defaults:
    """The defaults of a game; ``Rules.training`` names those of its own."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """networks for this game alone, the usual one first, each with what it is"""
    networks: str | None = None
    """ "module:class" that makes them, see ``Networks`` """
    tuning: str | None = None
    """ "module:attribute" that fits the weights of an evaluation, see ``Tuning`` """
    baselines: tuple[str, ...] = ("random=0.1",)
    yardsticks: tuple[str, ...] = ("random",)
    presets: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    """settings by name, besides a run from scratch for each number of players"""
    descriptions: Mapping[str, str] = field(default_factory=dict)

    @property
    def network(self) -> str:
        """The usual kind of network."""
        return next(iter(self.kinds), PLAIN)


DEMO: Mapping[str, Any] = {  # a preset for a look at what training does
    "minutes": 3.0,
    "evaluate_every": 16,
    "evaluation_games": 100,
    "yardsticks": ("random", "greedy"),
    "snapshot_every": 8,
}


def long_and_demo(rules: Rules, long: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the presets of a game with long runs: one for each number of players, and a demo."""
    runs = {f"{players}p-long": {"players": players, **long} for players in rules.players}
    return {**runs, "demo": dict(DEMO)}


def about_long_and_demo(rules: Rules) -> dict[str, str]:
    """Return what these presets are for."""
    runs = {
        f"{players}p-long": f"A long run with {players} players: imitation, then small steps with "
        "large batches."
        for players in rules.players
    }
    return {**runs, "demo": "A run of three minutes, to try it out."}


def defaults_of(rules: Rules) -> Defaults:
    """Return the defaults of a game."""
    found: Defaults = resolve_name(rules.training) if rules.training else Defaults()
    return found


def kinds_of(rules: Rules) -> dict[str, str]:
    """Return the kinds of networks for a game, the usual one first, each with what it is."""
    return {**defaults_of(rules).kinds, PLAIN: "a perceptron, for any game"}


def presets_of(rules: Rules) -> dict[str, dict[str, Any]]:
    """Return what differs from the defaults in each preset of a game."""
    scratch = {f"{players}p": {"players": players} for players in rules.players}
    return {**scratch, **defaults_of(rules).presets}


def descriptions_of(rules: Rules) -> dict[str, str]:
    """Return what each preset is for."""
    scratch = {f"{players}p": f"A run with {players} players." for players in rules.players}
    return {**scratch, **defaults_of(rules).descriptions}
