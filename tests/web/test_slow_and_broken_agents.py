"""Agents of the server that go wrong, or take their time."""

from __future__ import annotations

import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.disk import full_disk
from tests.web import agents
from tests.web.service import Service, running

BROKEN, WRONG, LEAVING, EMPTY, DOUBTFUL, SLOW_AT_FIRST, STUMBLING = MINE = [
    f"tests.web.agents:{name}"
    for name in ("Broken", "Wrong", "Leaving", "Empty", "Doubtful", "SlowAtFirst", "Stumbling")
]


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        (BROKEN, "cannot continue: <b>nothing works</b>."),
        (WRONG, "not legal"),
        (LEAVING, "cannot continue: it raised SystemExit('enough')."),
        (EMPTY, "cannot continue: it raised StopIteration()."),
    ],
)
def test_an_agent_that_fails_is_reported_and_the_game_is_kept(
    tmp_path: Path, agent: str, reason: str
) -> None:
    with running(tmp_path, agents=MINE) as service:
        name = service.start("human", agent)
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


def in_trouble(service: Service, name: str) -> dict[str, Any]:
    """Return a game once something has gone wrong in it."""
    until = time.monotonic() + 60
    while not (state := service.game(name))["trouble"]:
        assert time.monotonic() < until
        time.sleep(0.01)
    return state


def test_a_decision_can_be_taken_back_while_an_agent_thinks(tmp_path: Path) -> None:
    agents.GO_ON.clear()
    agents.SlowAtFirst.asked = 0
    with running(tmp_path, agents=MINE) as service:
        name = service.start("human", SLOW_AT_FIRST)
        _, drawn = service.act(name, service.game(name), 0)
        _, placed = service.act(name, drawn, 4)
        assert placed["waits_for"] == "agent"
        until = time.monotonic() + 60
        while not agents.SlowAtFirst.asked:  # else it would be slow when it is asked again
            assert time.monotonic() < until
            time.sleep(0.01)
        status, back = service.post(f"games/{name}/undo", {"revision": placed["revision"]})
        assert (status, back) == (200, drawn)
        status, placed = service.act(name, back, 5)
        assert status == 200
        assert service.wait_for(name, "human")["decisions"] > placed["decisions"]
        agents.GO_ON.set()


def test_an_agent_that_failed_is_asked_once_more_when_somebody_looks(tmp_path: Path) -> None:
    agents.Stumbling.failed = False
    with running(tmp_path, agents=MINE) as service:
        name = service.start(STUMBLING, STUMBLING)
        state = in_trouble(service, name)
        assert "this once. Reload the page" in state["trouble"]
        with service.listening(name):
            assert service.wait_for(name, "")["trouble"] == ""


@pytest.mark.parametrize(
    ("agent", "expected", "reason"),
    [
        (BROKEN, 500, "cannot give advice: <b>nothing works</b>"),
        (LEAVING, 500, "cannot give advice: it raised SystemExit('enough')"),
        (EMPTY, 500, "cannot give advice: it raised StopIteration()"),
        (DOUBTFUL, 422, "returned a chance or a share that is not a number"),
    ],
)
def test_an_agent_that_fails_to_give_advice_says_why_and_the_game_goes_on(
    tmp_path: Path, agent: str, expected: int, reason: str
) -> None:
    with running(tmp_path, agents=MINE) as service:
        name = service.start("human", "greedy")
        _, state = service.act(name, service.game(name), 0)
        asked = {"revision": state["revision"], "agent": agent}
        status, content = service.post(f"games/{name}/think", asked)
        assert (status, reason in content["error"]) == (expected, True), content
        assert service.play(name, 4)["decisions"] > 4


def test_an_agent_that_failed_to_give_advice_may_be_asked_once_more(tmp_path: Path) -> None:
    agents.Stumbling.failed = False
    with running(tmp_path, agents=MINE) as service:
        name = service.start("human", "human")
        asked = {"revision": service.game(name)["revision"], "agent": STUMBLING}
        answers = [service.post(f"games/{name}/think", asked) for _ in range(2)]
        assert [status for status, _ in answers] == [500, 200]
        assert answers[1][1]["chance"] == 0.5


def test_a_decision_of_an_agent_that_cannot_be_saved_is_made_later(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        name = service.start("greedy", "greedy")
        with full_disk():
            state = in_trouble(service, name)
        assert state["trouble"].startswith(f"{service.file(name)}: it cannot be written")
        with service.listening(name):
            assert service.wait_for(name, "")["trouble"] == ""


def test_a_network_is_seated_where_there_is_one_for_so_many(tmp_path: Path) -> None:
    agent = f"network:path={files('sf_agents') / 'san_francisco/network/trained'}/{'./' * 50}2p.npz"
    with running(tmp_path, agents=[agent]) as service:
        offers = {offer["name"]: offer["players"] for offer in service.get("lobby")["seats"]}
        assert offers[agent] == [2]
        status, content = service.post("games", {"seats": ["human", agent, "human"]})
        assert status == 422
        assert "plays with 2 players, not 3" in content["error"]
        assert not service.get("lobby")["games"]
        assert service.game(service.start("human", agent))["seats"] == ["human", agent]
