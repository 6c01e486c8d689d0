"""How San Francisco is trained: its networks, opponents, and presets."""

from __future__ import annotations

from typing import Any

from sf_agents.training.defaults import Defaults, about_long_and_demo, long_and_demo
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

# What makes strong networks: much room, an imitation, then small steps on large batches.
LONG: dict[str, Any] = {
    "minutes": 100.0,
    "network": "wide",
    "imitate": "planner",
    "imitation_games": 60_000,
    "games": 1024,
    "epochs": 2,
    "batch": 4096,
    "learning_rate": 5e-4,
    "entropy": 0.01,
    "gae_lambda": 0.8,
    "baselines": ("random=0.01", "greedy=0.04", "planner=0.15"),
}
DEFAULTS = Defaults(
    kinds={
        "districts": "built from rows, cards and columns",
        "wide": "the same with wider layers for cards and columns, which takes 30 % longer",
    },
    networks="sf_agents.san_francisco.network.kinds:DistrictNetworks",
    tuning="sf_agents.san_francisco.evaluation.tuning:TUNING",
    baselines=("random=0.02", "greedy=0.08", "planner=0.1"),
    yardsticks=("random", "greedy", "planner"),
    presets=long_and_demo(SAN_FRANCISCO, LONG),
    descriptions=about_long_and_demo(SAN_FRANCISCO),
)
