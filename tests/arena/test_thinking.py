"""Searches at equal thinking time: who meets whom, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sf_agents.arena import play
from sf_agents.arena.lineup import Thinkers
from sf_agents.commands.thinking import Thinking

pytest.importorskip("matplotlib")


TIMES = Thinkers("mcts", "netmcts", "planner", {2: (0.005, 0.02), 3: (0.02,)}, {2: 20, 3: 20})


def test_at_each_time_both_meet_each_other_and_the_planner() -> None:
    assert Thinking(TIMES, 2).pairs() == [
        ("netmcts:seconds=0.005", "mcts:seconds=0.005"),
        ("netmcts:seconds=0.005", "planner"),
        ("mcts:seconds=0.005", "planner"),
        ("netmcts:seconds=0.02", "mcts:seconds=0.02"),
        ("netmcts:seconds=0.02", "planner"),
        ("mcts:seconds=0.02", "planner"),
    ]
    assert len(Thinking(TIMES, 3).pairs()) == 3
    assert Thinking(TIMES, 4).pairs() == []


def test_table_and_picture_tell_each_meeting_by_its_time(tmp_path: Path) -> None:
    # In the places of the search with a network, the search without, and the planner.
    meetings = [(2, 1), (2, 0), (1, 0), (3, 1), (3, 0), (3, 2)]
    agents = ["random", "builder", "greedy", "planner"]
    summary = play(agents, 20, groups=meetings).summary
    thinking = Thinking(TIMES, 2)
    table = thinking.table(summary)
    shares = [f"{100 * one['win_share']:.1f} %" for one in summary["meetings"]]
    assert [row[0] for row in table.rows] == ["5 ms", "20 ms"]
    told = [cell.split(" [")[0] for row in table.rows for cell in row[1:4]]
    assert told == shares
    assert {row[4] for row in table.rows} == {"20"}
    thinking.draw(summary, tmp_path / "thinking.png")
    assert (tmp_path / "thinking.png").read_bytes().startswith(b"\x89PNG")
