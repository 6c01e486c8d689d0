"""The fixed evaluation: one agent against known ones, on reserved deals."""

from __future__ import annotations

from typing import Any

from sf_agents.arena import facts
from sf_agents.arena.plan import ArenaError, plan_evaluation
from sf_agents.arena.result import Result
from sf_agents.arena.tournament import How, run
from sf_env.core.rules import Rules, rules_of
from sf_env.opponents.registry import names

DEALS = 1000
YARDSTICKS = ("random", "greedy", "planner")


def evaluate(
    agent: Any,
    players: int = 2,
    *,
    game: str | Rules | None = None,
    deals: int = DEALS,
    **how: Any,
) -> dict[str, Any]:
    """Return an agent's results in a game's protocol (see `protocol_name`), JSON-compatible.

    The agent plays alone among copies of each yardstick, every reserved deal once on every seat.
    With fewer ``deals`` the result says that it is not official. A yardstick does not play itself.
    All other keywords are those of a tournament's `How`.
    """
    if not 1 <= deals <= DEALS:
        raise ValueError(f"deals={deals} is not allowed; allowed: 1 to {DEALS}")
    chosen = How(**how)
    yardsticks = [name for name in yardsticks_of(game) if name != agent]
    if not yardsticks:
        name = rules_of(game).name
        raise ArenaError(f"no yardstick is left that plays {name}: name another agent than {agent}")
    plan = plan_evaluation(
        agent, yardsticks, players, deals, game=game, move_seconds=chosen.move_seconds
    )
    return _line(run(plan, chosen), yardsticks)


def yardsticks_of(game: str | Rules | None = None) -> list[str]:
    """Return the agents that others are measured against, if they play the game."""
    known = names(game)
    return [name for name in YARDSTICKS if name in known]


def protocol_name(rules: Rules, players: int) -> str:
    """Return the name of the protocol: ``san_francisco-2p-v0`` for two players."""
    return f"{rules.id}-{players}p-v{rules.version}"


def _line(result: Result, yardsticks: list[str]) -> dict[str, Any]:
    rules, summary = result.plan.rules, result.summary
    first = summary["agents"][0]
    name = protocol_name(rules, summary["players"])
    official = summary["deals"] == DEALS and summary["move_seconds"] is None
    keys = ("win_share", "interval", "margin", "games", "forfeits")
    return {
        "protocol": name if official else f"{name} (not the official conditions)",
        "official": official,
        "game": summary["game"],
        "agent": first["name"],
        "players": summary["players"],
        "deals": summary["deals"],
        "games": summary["games"],
        "move_seconds": summary["move_seconds"],
        "win_share": first["win_share"],
        "interval": first["interval"],
        "forfeits": first["forfeits"],
        "points": first["points"],
        "tallies": first["tallies"],
        "against": {
            other: {key: meeting[key] for key in keys}
            for other, meeting in zip(yardsticks, summary["meetings"], strict=True)
        },
        "decisions_per_second": first["decisions_per_second"],
        **{key: summary[key] for key in (rules.setup_word, f"{rules.setup_word}_hash")},
        "seeds": summary["seeds"],
        "versions": summary["versions"],
        **{key: summary[key] for key in facts.surroundings()},
    }
