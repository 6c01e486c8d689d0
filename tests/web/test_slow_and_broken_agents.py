"""Agents of the server that go wrong, or take their time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.web import agents
from tests.web.service import running

MINE = ("tests.web.agents:Broken", "tests.web.agents:Wrong", "tests.web.agents:SlowAtFirst")


@pytest.mark.parametrize(("agent", "reason"), [(MINE[0], "nothing works"), (MINE[1], "not legal")])
def test_an_agent_that_fails_is_reported_and_the_game_is_kept(
    tmp_path: Path, agent: str, reason: str
) -> None:
    with running(tmp_path, agents=MINE) as service:
        name = service.begin("human", agent)
        for _ in range(4):  # until the agent has a choice
            state = service.wait_for(name, "human")
            service.act(name, state, state["actions"][-1]["action"])
            until = time.monotonic() + 20
            while (state := service.game(name))["waits_for"] == "agent" and not state["trouble"]:
                assert time.monotonic() < until
                time.sleep(0.01)
            if state["trouble"]:
                break
        assert reason in state["trouble"]
        status, back = service.post(f"games/{name}/undo", {"revision": state["revision"]})
        assert (status, back["trouble"]) == (200, "")


def test_a_decision_can_be_taken_back_while_an_agent_thinks(tmp_path: Path) -> None:
    agents.GO_ON.clear()
    agents.SlowAtFirst.asked = 0
    with running(tmp_path, agents=MINE) as service:
        name = service.begin("human", MINE[2])
        _, drawn = service.act(name, service.game(name), 0)
        _, placed = service.act(name, drawn, 4)
        assert placed["waits_for"] == "agent"
        status, back = service.post(f"games/{name}/undo", {"revision": placed["revision"]})
        assert (status, back) == (200, drawn)
        status, placed = service.act(name, back, 5)
        assert status == 200
        assert service.wait_for(name, "human")["decisions"] > placed["decisions"]
        agents.GO_ON.set()
