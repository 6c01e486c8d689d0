"""The fixed evaluation: one agent against known ones, on deals that nothing else ever uses."""

from __future__ import annotations

from typing import Any

from sf_agents.arena import facts
from sf_agents.arena.plan import plan_evaluation
from sf_agents.arena.result import Result
from sf_agents.arena.tournament import How, run

DEALS = 1000
YARDSTICKS = ("random", "greedy", "planner")


def evaluate(
    agent: Any,
    players: int = 2,
    *,
    deals: int = DEALS,
    **how: Any,
) -> dict[str, Any]:
    """Return how an agent does in the protocol ``sf-2p-v0`` (or 3p, 4p), as JSON can hold it.

    One of the agent plays among copies of each yardstick, every reserved deal once on every seat.
    With fewer ``deals`` the result says that it is not official. A yardstick does not meet itself.
    All other keywords are those of a tournament's `How`.
    """
    if not 1 <= deals <= DEALS:
        raise ValueError(f"deals={deals} is not allowed; allowed: 1 to {DEALS}")
    yardsticks = [name for name in YARDSTICKS if name != agent]
    chosen = How(**how)
    plan = plan_evaluation(agent, yardsticks, players, deals, chosen.move_seconds)
    return _line(run(plan, chosen), yardsticks)


def _line(result: Result, yardsticks: list[str]) -> dict[str, Any]:
    summary = result.summary
    first = summary["agents"][0]
    name = f"sf-{summary['players']}p-v0"
    official = summary["deals"] == DEALS and summary["move_seconds"] is None
    keys = ("win_share", "interval", "margin", "games", "forfeits")
    return {
        "protocol": name if official else f"{name} (not the official conditions)",
        "official": official,
        "agent": first["name"],
        "players": summary["players"],
        "deals": summary["deals"],
        "games": summary["games"],
        "move_seconds": summary["move_seconds"],
        "win_share": first["win_share"],
        "interval": first["interval"],
        "forfeits": first["forfeits"],
        "against": {
            other: {key: meeting[key] for key in keys}
            for other, meeting in zip(yardsticks, summary["meetings"], strict=True)
        },
        "decisions_per_second": first["decisions_per_second"],
        "deck": summary["deck"],
        "deck_hash": summary["deck_hash"],
        "seeds": summary["seeds"],
        "versions": summary["versions"],
        **{key: summary[key] for key in facts.surroundings()},
    }
