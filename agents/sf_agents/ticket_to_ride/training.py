"""How Ticket to Ride is trained: its networks, opponents, and presets."""

from __future__ import annotations

from typing import Any

from sf_agents.training.defaults import Defaults

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
    presets={
        **{f"{players}p-long": {"players": players, **LONG} for players in (2, 3, 4)},
        "demo": {
            "minutes": 3.0,
            "evaluate_every": 16,
            "evaluation_games": 100,
            "yardsticks": ("random", "greedy"),
            "snapshot_every": 8,
        },
    },
    descriptions={
        **{
            f"{players}p-long": f"A long run with {players} players: imitation, then small "
            "steps with large batches."
            for players in (2, 3, 4)
        },
        "demo": "A run of three minutes, to try it out.",
    },
)
