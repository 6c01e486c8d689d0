"""How Ticket to Ride is trained: its networks, opponents, and presets."""

from __future__ import annotations

from typing import Any

from sf_agents.training.defaults import Defaults, about_long_and_demo, long_and_demo
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE

# What makes strong networks: an imitation, then small steps on large batches.
LONG: dict[str, Any] = {
    "minutes": 110.0,
    "imitate": "planner",
    "imitation_games": 30_000,
    "games": 1024,
    "epochs": 2,
    "batch": 4096,
    "learning_rate": 5e-4,
    "entropy": 0.01,
    "gae_lambda": 0.9,
    "baselines": ("greedy=0.05", "planner=0.2"),
}
DEFAULTS = Defaults(
    kinds={"graph": "reads the map as a graph of routes, locations and tickets"},
    networks="sf_agents.ticket_to_ride.network.kinds:GraphNetworks",
    tuning="sf_agents.ticket_to_ride.evaluation.tuning:TUNING",
    baselines=("random=0.02", "greedy=0.08", "planner=0.1"),
    yardsticks=("random", "greedy", "planner"),
    presets=long_and_demo(TICKET_TO_RIDE, LONG),
    descriptions=about_long_and_demo(TICKET_TO_RIDE),
)
