"""Playing through the server: what is told, who may decide, and that all hear of it."""

from __future__ import annotations

import json
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.web.service import KEY, Service, running


def test_what_may_be_done_is_told_in_words_and_by_its_place(service: Service) -> None:
    name = service.start("human", "greedy")
    state = service.game(name)
    assert [choice["spot"] for choice in state["actions"]] == ["deck"]
    assert state["sentence"] == "Your turn: draw a card"
    _, state = service.act(name, state, 0)
    assert [choice["spot"] for choice in state["actions"]] == [f"column-{n}" for n in range(3)]
    assert len(state["hand"]) == 1
    assert state["hand"][0]["label"] in state["actions"][0]["label"]


def test_every_place_that_stands_for_an_action_is_on_the_board(service: Service) -> None:
    name = service.start("human", "human", "human", seed=5)
    for number in range(200):
        state = service.game(name)
        places = {spot for panel in state["panels"] for spot in panel["spots"]}
        wanted = {choice["spot"] for choice in state["actions"]} - {""}
        assert wanted <= places
        actions = [choice["action"] for choice in state["actions"]]
        if not actions:
            break
        service.act(name, state, actions[(7 * number) % len(actions)])


def test_an_agent_answers_by_itself(service: Service) -> None:
    name = service.start("human", "greedy")
    state = service.play(name, 2)
    assert state["to_move"] == 0
    assert state["decisions"] >= 4
    assert any(line["text"].startswith("Greedy") for line in state["log"])


def test_an_agent_takes_at_least_as_long_as_it_is_told_to(tmp_path: Path) -> None:
    with running(tmp_path, delay=0.3) as service:
        name = service.start("human", "greedy")
        _, drawn = service.act(name, service.game(name), 0)
        begun = time.monotonic()
        _, placed = service.act(name, drawn, drawn["actions"][0]["action"])
        made = service.wait_for(name, "human")["decisions"] - placed["decisions"]
        assert made > 0
        assert time.monotonic() - begun > 0.29 * made  # clocks differ a little


def test_agents_play_among_themselves_once_somebody_looks(service: Service) -> None:
    name = service.start("builder", "greedy")
    state = service.wait_for(name, "")
    assert "wins with" in state["sentence"]


def test_a_second_browser_cannot_act_in_a_position_that_has_passed(service: Service) -> None:
    name = service.start("human", "human")
    state = service.game(name)
    assert service.act(name, state, 0)[0] == 200
    assert service.act(name, state, 0)[0] == 409
    assert service.game(name)["decisions"] == 1


def test_a_position_that_was_taken_back_has_passed_too(service: Service) -> None:
    name = service.start("human", "human")
    _, state = service.act(name, service.game(name), 0)
    _, first = service.act(name, state, 4)
    _, back = service.post(f"games/{name}/undo", {"revision": first["revision"]})
    assert back == state
    _, second = service.act(name, back, 5)
    assert second["decisions"] == first["decisions"]
    assert service.act(name, first, 0)[0] == 409


def test_nothing_can_be_taken_back_before_there_was_a_choice(service: Service) -> None:
    name = service.start("human", "human")
    state = service.game(name)
    assert not state["can_undo"]
    status, _ = service.post(f"games/{name}/undo", {"revision": state["revision"]})
    assert status == 409


def test_nobody_decides_for_an_agent_nor_after_the_end(service: Service) -> None:
    name = service.start("builder", "builder")
    over = service.wait_for(name, "")
    for choice in (0, 43):
        assert service.act(name, over, choice)[0] == 409
    asked = {"revision": over["revision"], "agent": "mcts:simulations=10"}
    assert service.post(f"games/{name}/think", asked)[0] == 409


def test_whose_turn_it_is_is_said_where_several_people_play(service: Service) -> None:
    name = service.start("human", "greedy", "human")
    assert service.game(name)["sentence"].startswith("Player 0, your turn")
    state = service.play(name, 2)
    assert state["sentence"].startswith("Player 2, your turn")


def test_an_agent_tells_what_it_thinks_of_each_choice(service: Service) -> None:
    name = service.start("human", "greedy")
    _, state = service.act(name, service.game(name), 0)
    asked = {"revision": state["revision"], "agent": "mcts:simulations=20"}
    status, thought = service.post(f"games/{name}/think", asked)
    assert status == 200, thought
    assert {choice["action"] for choice in thought["choices"]} == {4, 5, 6}
    assert sum(choice["share"] for choice in thought["choices"]) == pytest.approx(1)
    assert service.game(name) == state


def test_who_is_not_told_whom_to_ask_asks_whoever_gives_hints(tmp_path: Path) -> None:
    hint = "mcts:simulations=20"
    with running(tmp_path, hint=hint) as service:
        assert service.get("lobby")["advisers"][0]["name"] == hint
        name = service.start("human", "greedy")
        _, state = service.act(name, service.game(name), 0)
        asked = {"revision": state["revision"]}
        thoughts = [
            service.post(f"games/{name}/think", asked | more) for more in ({}, {"agent": hint})
        ]
        assert thoughts[0] == thoughts[1]
        assert thoughts[0][0] == 200


def test_whoever_listens_hears_of_every_change(service: Service) -> None:
    name = service.start("human", "human")
    connection = HTTPConnection(*service.address, timeout=30)
    connection.request("GET", f"/{KEY}/api/games/{name}/events")
    events = connection.getresponse()
    assert events.headers["content-type"].startswith("text/event-stream")
    first = json.loads(events.readline().removeprefix(b"data: "))
    _, state = service.act(name, service.game(name), 0)
    events.readline()
    second = json.loads(events.readline().removeprefix(b"data: "))
    connection.close()
    assert first["revision"] != second["revision"] == state["revision"]
