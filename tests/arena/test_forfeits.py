"""Agents that fail lose the games in which they do, and no others."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

import sf_env
from sf_agents.arena import ArenaError, play
from sf_env.core.errors import UnknownAgent
from tests.arena import bots

HERE = "tests.arena.bots"


def check(result: Any, label: str, reason: str) -> None:
    """Check that an agent has lost some games for a reason, all else being in order."""
    forfeits = [record for record in result.records if "forfeit" in record]
    assert 0 < len(forfeits) < len(result.records)
    for record in forfeits:
        told = record["forfeit"]
        assert told["agent"] == label == record["agents"][told["seat"]]
        assert told["reason"] == reason
        assert "scores" not in record
        places = [1] * record["players"]
        places[told["seat"]] = record["players"]
        assert record["places"] == places
        *_, game = sf_env.record.replay(record)
        assert not game.is_over
        assert game.to_move == told["seat"]
    for record in result.records:
        *_, game = sf_env.record.replay(record)
        assert game.is_over == ("forfeit" not in record)


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (bots.Raises, "raised RuntimeError: no idea what to do (bots.py:48)"),
        (bots.Illegal, "chose action 43 ({name}), which is not legal here"),
        (bots.Unknown, "chose action 99, which does not exist"),
        (bots.Shape, "returned (1, 1) int64 instead of (1,) integers"),
        (bots.Fractions, "returned (1,) float64 instead of (1,) integers"),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_misconduct_loses_the_game(bot: Any, reason: str, players: int) -> None:
    line = bots.Raises.oddly.__code__.co_firstlineno + 1
    reason = reason.format(name=sf_env.actions.name(43)).replace(":48", f":{line}")
    result = play([bot(), "builder"], 30, players)
    check(result, bot.__name__, reason)
    parts = Counter(record["forfeit"]["seat"] for record in result.records if "forfeit" in record)
    (told,) = result.summary["forfeits"]
    assert told == {"agent": bot.__name__, "reason": reason, "games": parts.total()}
    assert result.summary["agents"][0]["forfeits"] == parts.total()


def test_answers_that_are_no_array() -> None:
    result = play([bots.Ragged(), "builder"], 30)
    assert all(
        record["forfeit"]["reason"].startswith("raised ValueError")
        for record in result.records
        if "forfeit" in record
    )
    assert (result.rows["forfeit"] >= 0).any()


def test_forfeits_count_in_shares_and_in_nothing_else() -> None:
    result = play([bots.Raises(), "random"], 60)
    clean = [record for record in result.records if "forfeit" not in record]
    (meeting,) = result.summary["meetings"]
    assert meeting["length"]["mean"] == pytest.approx(
        sum(len(record["actions"]) for record in clean) / len(clean)
    )
    totals = [record["scores"][record["agents"].index("random")]["total"] for record in clean]
    mean = result.summary["agents"][1]["points"]["total"]
    assert mean == pytest.approx(sum(totals) / len(totals))
    won = sum(record["places"][record["agents"].index("random")] == 1 for record in result.records)
    shared = sum(record["places"] == [1, 1] for record in result.records)
    assert result.win_share[1] == pytest.approx((won - shared / 2) / 60)


def test_sleeping_agents_are_interrupted() -> None:
    began = time.monotonic()
    result = play([bots.Sleeps(100), "random"], 8, seed=2, move_seconds=0.2)
    check(result, "Sleeps", "took longer than 0.2 s for a decision")
    assert time.monotonic() - began < 25
    again = play([bots.Sleeps(100), "random"], 8, seed=2, move_seconds=0.2)
    assert result.records == again.records


def test_hanging_processes_are_ended() -> None:
    agents = [f"{HERE}:Hangs:once_in=900", "random"]
    result = play(agents, 12, seed=1, move_seconds=0.2, workers=2)
    check(result, agents[0], "took longer than 0.2 s for a decision")
    unbothered = play([f"{HERE}:Fickle", "random"], 12, seed=1)
    for mine, other in zip(result.records, unbothered.records, strict=True):
        if "forfeit" not in mine:
            assert mine["actions"] == other["actions"]


def test_dying_processes_lose_one_game_each() -> None:
    agents = [f"{HERE}:Dies:once_in=900", "random"]
    result = play(agents, 12, seed=1, workers=2)
    check(result, agents[0], "ended its process (exit code 3)")
    same = play([f"{HERE}:Raises:once_in=900", "random"], 12, seed=1)
    assert [r["actions"] for r in result.records] == [r["actions"] for r in same.records]


def test_time_limits_leave_the_quick_alone() -> None:
    limited = play(["greedy", "builder"], 6, move_seconds=5)
    assert not (limited.rows["forfeit"] >= 0).any()
    assert limited.records == play(["greedy", "builder"], 6).records


def test_somebody_who_stops_the_tournament_is_heard() -> None:
    with pytest.raises(KeyboardInterrupt):
        play([bots.Stops(20), "random"], 30)


def broken_factory() -> Any:
    raise OSError("weights are missing")


def test_agents_that_cannot_be_loaded() -> None:
    with pytest.raises(UnknownAgent, match=r"raised OSError: weights are missing \(test_forf"):
        play([f"{__name__}:broken_factory"], 4)


class OnlyOnce:
    """Unpickle nowhere."""

    def act(self, states: Any, legal: Any) -> Any:
        return legal.argmax(axis=1)

    def __setstate__(self, state: Any) -> None:
        raise OSError("not here")

    def __getstate__(self) -> Any:
        return {"something": 1}


def test_processes_that_cannot_start() -> None:
    with pytest.raises(ArenaError, match="before it could play"):
        play([OnlyOnce(), "random"], 4, workers=2)
