"""The server of games: who may come in, what a request may say, and that nothing gets lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import sf_env
from sf_agents.web import house
from sf_env import record as records
from sf_env.deck import PACKAGED
from tests.web import agents
from tests.web.service import KEY, Service, running

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("games")) as one:
        yield one


# Who may come in ------------------------------------------------------------------------------


def test_the_address_with_the_token_leads_to_the_page(service: Service) -> None:
    status, page, answer = service.ask("GET", f"/{KEY}/")
    assert status == 200
    assert b"<title>San Francisco</title>" in page
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_an_address_without_its_last_stroke_leads_there_too(service: Service) -> None:
    status, _, answer = service.ask("GET", f"/{KEY}")
    assert (status, answer.headers["location"]) == (307, f"/{KEY}/")


@pytest.mark.parametrize("path", ["/", "/wrong/", "/api/lobby", f"/{KEY}x/api/lobby", "//"])
def test_nobody_comes_in_without_the_token(service: Service, path: str) -> None:
    status, content, _ = service.ask("GET", path)
    assert status == 403
    assert "token" in content["error"]
    assert KEY not in json.dumps(content)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "10.0.0.1", "[::", "a b"])
def test_a_name_that_is_not_the_servers_own_is_refused(service: Service, host: str) -> None:
    status, content, _ = service.ask("GET", f"/{KEY}/api/lobby", headers={"host": host})
    assert status == 400
    assert "error" in content or b"error" in content


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_names_of_this_machine_are_known(service: Service, host: str) -> None:
    assert service.ask("GET", f"/{KEY}/api/lobby", headers={"host": host})[0] == 200


def test_pages_of_other_servers_cannot_act(service: Service) -> None:
    headers = {**JSON, "origin": "http://127.0.0.1:1"}
    body = json.dumps({"seats": ["human", "greedy"]}).encode()
    assert service.ask("POST", f"/{KEY}/api/games", body, headers)[0] == 403


def test_only_the_files_of_the_page_are_given(service: Service) -> None:
    assert service.ask("GET", f"/{KEY}/page/play.js")[0] == 200
    for name in ("../serve.py", "..%2fserve.py", "serve.py", "nothing.js"):
        assert service.ask("GET", f"/{KEY}/page/{name}")[0] == 404


# What a request may say -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b"{}", 400),
        (b'{"revision": 1, "action": 0}', 400),
        (b'{"revision": "REVISION"}', 400),
        (b'{"revision": "REVISION", "action": true}', 400),
        (b'{"revision": "REVISION", "action": 1.0}', 400),
        (b'{"revision": "REVISION", "action": "0"}', 400),
        (b'{"revision": "REVISION", "action": 0, "more": 1}', 400),
        (b'{"revision": "REVISION", "action": ' + b"9" * 5000 + b"}", 400),
        (b'{"revision": "REVISION", "action": 9}', 422),
        (b'{"revision": "REVISION", "action": -1}', 422),
        (b'{"revision": "REVISION", "action": 44}', 422),
        (b'{"revision": "REVISION", "action": 99999999999999999999999}', 422),
        (b'{"revision": "0", "action": 0}', 409),
        (b'{"revision": "\\ud800", "action": 0}', 409),
        (b'{"revision": "REVISION", "\\ud800": 0, "action": 0}', 400),
        (b'{"revision": "REVISION", "action": 0, "more": "' + b"x" * 300_000 + b'"}', 413),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_and_changes_nothing(
    service: Service, body: bytes, expected: int
) -> None:
    name = service.begin("human", "greedy")
    before = service.file(name).read_bytes()
    state = service.game(name)
    body = body.replace(b"REVISION", state["revision"].encode())
    status, content = service.post(f"games/{name}/act", body)
    assert status == expected, content
    assert content["error"]
    assert "Traceback" not in content["error"]
    assert service.file(name).read_bytes() == before
    assert service.game(name) == state


def test_what_is_posted_is_json(service: Service) -> None:
    path = f"/{KEY}/api/games"
    body = json.dumps({"seats": ["human", "greedy"]}).encode()
    for headers in ({}, {"content-type": "text/plain"}, {"content-type": "multipart/form-data"}):
        assert service.ask("POST", path, body, headers)[0] == 415


def test_a_body_that_is_too_large_is_not_waited_for(service: Service) -> None:
    connection = HTTPConnection(*service.address, timeout=20)
    connection.putrequest("POST", f"/{KEY}/api/records")
    connection.putheader("content-type", "application/json")
    connection.putheader("content-length", str(10**12))
    connection.endheaders()
    connection.send(b" " * 300_000)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "nothing", 404),
        ("GET", "games", 405),
        ("DELETE", "games/x", 405),
        ("GET", "games/x", 404),
        ("GET", "games/x/events", 404),
        ("GET", "games/x/record", 404),
        ("POST", "games/x/act", 404),
        ("POST", "games/x/undo", 404),
        ("POST", "games/x/think", 404),
        ("GET", "games/..%2f..%2fetc%2fpasswd", 404),
        ("GET", "games/%00", 404),
        ("GET", "games/" + "x" * 5000, 404),
        ("GET", "games/%ff%fe", 404),
    ],
)
def test_what_is_not_there_is_said_to_be_so(
    service: Service, method: str, path: str, expected: int
) -> None:
    status, content, _ = service.ask(method, f"/{KEY}/api/{path}", b"{}", JSON)
    assert (status, list(content)) == (expected, ["error"])


@pytest.mark.parametrize(
    "asked",
    [
        {"seats": []},
        {"seats": ["human"]},
        {"seats": ["human"] * 5},
        {"seats": "human"},
        {"seats": ["human", 3]},
        {"seats": ["human", None]},
        {"seats": ["human", "nobody"]},
        {"seats": ["human", "human:x=1"]},
        {"seats": ["human", "greedy:x=1"]},
        {"seats": ["human", "network:path=/etc/passwd"]},
        {"seats": ["human", "mcts:weights=/etc/passwd"]},
        {"seats": ["human", "mcts:width=4096"]},
        {"seats": ["human", "mcts:seconds=11"]},
        {"seats": ["human", "mcts:seconds=nan"]},
        {"seats": ["human", "mcts:seconds=1,seconds=2"]},
        {"seats": ["human", "mcts:simulations=20001"]},
        {"seats": ["human", "mcts:simulations=2_0_0_0_0_1"]},
        {"seats": ["human", "mcts:simulations"]},
        {"seats": ["human", "os:system"]},
        {"seats": ["human", "tests.web.agents:Broken"]},
        {"seats": ["human", "mcts:" + "x" * 1000]},
        {"seats": ["human", "greedy"], "seed": -1},
        {"seats": ["human", "greedy"], "seed": 2**53},
        {"seats": ["human", "greedy"], "seed": "1"},
        {"seats": ["human", "greedy"], "deck": "/etc/passwd"},
        {"seats": ["human", "greedy"], "deck": str(PACKAGED / "standard.csv")},
        {"seats": ["human", "greedy"], "deck": "generate:" + "9" * 5000},
        {"seats": ["human", "greedy"], "deck": 7},
        {"seats": ["human", "greedy"], "players": 2},
    ],
)
def test_a_game_is_begun_only_as_it_may_be(service: Service, asked: Any) -> None:
    before = sorted(service.folder.iterdir())
    status, content = service.post("games", asked)
    assert status in (400, 422), content
    assert content["error"]
    assert sorted(service.folder.iterdir()) == before


def test_only_agents_that_tell_what_they_think_are_asked(service: Service) -> None:
    name = service.begin("human", "greedy")
    revision = service.game(name)["revision"]
    for agent in ("greedy", "human", "nobody", "mcts:seconds=60", "network:path=x", "os:system"):
        status, content = service.post(
            f"games/{name}/think", {"revision": revision, "agent": agent}
        )
        assert status == 422, content


# Playing --------------------------------------------------------------------------------------


def test_what_may_be_done_is_told_in_words_and_by_its_place(service: Service) -> None:
    name = service.begin("human", "greedy")
    state = service.game(name)
    assert [choice["spot"] for choice in state["actions"]] == ["deck"]
    assert state["sentence"] == "Your turn: draw a card"
    _, state = service.act(name, state, 0)
    assert [choice["spot"] for choice in state["actions"]] == [f"column-{n}" for n in range(3)]
    assert len(state["hand"]) == 1
    assert state["hand"][0]["label"] in state["actions"][0]["label"]


def test_every_place_that_stands_for_an_action_is_on_the_board(service: Service) -> None:
    name = service.begin("human", "human", "human", seed=5)
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
    name = service.begin("human", "greedy")
    state = service.play(name, 2)
    assert state["to_move"] == 0
    assert state["decisions"] >= 4
    assert any(line["text"].startswith("Greedy") for line in state["log"])


def test_agents_play_among_themselves_once_somebody_looks(service: Service) -> None:
    name = service.begin("builder", "greedy")
    state = service.wait_for(name, "")
    assert "wins with" in state["sentence"]


def test_a_second_browser_cannot_act_in_a_position_that_has_passed(service: Service) -> None:
    name = service.begin("human", "human")
    state = service.game(name)
    assert service.act(name, state, 0)[0] == 200
    assert service.act(name, state, 0)[0] == 409
    assert service.game(name)["decisions"] == 1


def test_a_position_that_was_taken_back_has_passed_too(service: Service) -> None:
    name = service.begin("human", "human")
    _, state = service.act(name, service.game(name), 0)
    _, first = service.act(name, state, 4)
    _, back = service.post(f"games/{name}/undo", {"revision": first["revision"]})
    assert back == state
    _, second = service.act(name, back, 5)
    assert second["decisions"] == first["decisions"]
    assert service.act(name, first, 0)[0] == 409


def test_nothing_can_be_taken_back_before_there_was_a_choice(service: Service) -> None:
    name = service.begin("human", "human")
    state = service.game(name)
    assert not state["can_undo"]
    status, _ = service.post(f"games/{name}/undo", {"revision": state["revision"]})
    assert status == 409


def test_nobody_decides_for_an_agent_nor_after_the_end(service: Service) -> None:
    name = service.begin("builder", "builder")
    over = service.wait_for(name, "")
    for choice in (0, 43):
        assert service.act(name, over, choice)[0] == 409
    asked = {"revision": over["revision"], "agent": "mcts:simulations=10"}
    assert service.post(f"games/{name}/think", asked)[0] == 409


def test_whose_turn_it_is_is_said_where_several_people_play(service: Service) -> None:
    name = service.begin("human", "greedy", "human")
    assert service.game(name)["sentence"].startswith("Player 0, your turn")
    state = service.play(name, 2)
    assert state["sentence"].startswith("Player 2, your turn")


def test_an_agent_tells_what_it_thinks_of_each_choice(service: Service) -> None:
    name = service.begin("human", "greedy")
    _, state = service.act(name, service.game(name), 0)
    asked = {"revision": state["revision"], "agent": "mcts:simulations=20"}
    status, thought = service.post(f"games/{name}/think", asked)
    assert status == 200, thought
    assert {choice["action"] for choice in thought["choices"]} == {4, 5, 6}
    assert sum(choice["share"] for choice in thought["choices"]) == pytest.approx(1)
    assert service.game(name) == state


def test_whoever_listens_hears_of_every_change(service: Service) -> None:
    name = service.begin("human", "human")
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


# Records ----------------------------------------------------------------------------------------


def test_a_server_that_is_started_again_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        name = service.begin("human", "greedy", "human")
        before = service.play(name, 9)
    with running(tmp_path) as service:
        assert service.game(name) == before
        [listed] = service.get("lobby")["games"]
        assert listed["id"] == name
        assert listed["decisions"] == before["decisions"]
        service.play(name, 3)


def test_every_decision_is_on_disk_when_it_is_answered(service: Service) -> None:
    name = service.begin("human", "human", deck="generate:7")
    service.play(name, 30)
    [record] = records.load(service.file(name))
    *_, game = records.replay(record)
    assert game.length == len(record["actions"]) == 30
    assert game.deck.name == "generate:7"


def test_a_record_that_was_saved_can_be_brought_back(service: Service) -> None:
    name = service.begin("human", "greedy")
    state = service.play(name, 12)
    status, line, answer = service.ask("GET", f"/{KEY}/api/games/{name}/record")
    assert status == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    status, found = service.post("records", line)
    assert status == 201
    assert found["id"] != name
    assert {**service.game(found["id"]), "id": "", "links": []} == {**state, "id": "", "links": []}


def line_of(**changes: Any) -> bytes:
    game = sf_env.Game(2, seed=3)
    game.step(0)
    return json.dumps({**game.record(agents=["human", "greedy"]), **changes}).encode()


@pytest.mark.parametrize(
    ("body", "expected", "reason"),
    [
        (line_of()[:-10], 400, "not JSON"),
        (line_of() + b"\n" + line_of(), 422, "2 records"),
        (line_of(actions=[0, 0]), 422, "action number 1"),
        (line_of(actions=[77]), 422, "from 0 to 43"),
        (line_of(actions="0"), 422, "actions"),
        (line_of(deck_hash="0"), 422, "hash"),
        (line_of(deck="file:mine"), 422, "mine"),
        (line_of(deck="generate:" + "9" * 400), 422, "deck"),
        (line_of(deck="/etc/passwd"), 422, "deck"),
        (line_of(players=5), 422, "players"),
        (line_of(seed=-1), 422, "seed"),
        (line_of(seed=None), 422, "seed"),
        (line_of(order=[1, 2]), 422, "seed"),
        (line_of(format=99), 422, "format"),
        (b"[1]", 422, "object"),
        (b"3", 422, "object"),
    ],
)
def test_a_damaged_record_is_refused_with_the_reason(
    service: Service, body: bytes, expected: int, reason: str
) -> None:
    before = sorted(service.folder.iterdir())
    status, content = service.post("records", body)
    assert status == expected, content
    assert reason in content["error"]
    assert sorted(service.folder.iterdir()) == before


@pytest.mark.parametrize(
    "order",
    [
        [],
        [0],
        [[0]] * 87,
        [[0], 1],
        ["0"] * 87,
        [0.5] * 87,
        [10**30] * 87,
        [None] * 87,
        [0] * 87,
        list(range(1, 88)),
        {"0": 1},
    ],
)
def test_an_order_that_is_none_is_refused(service: Service, order: Any) -> None:
    kept = json.loads(line_of(order=order, actions=[]))
    del kept["seed"]
    status, content = service.post("records", kept)
    assert status == 422, content


@pytest.mark.parametrize(
    "seats",
    [
        ["human", "tests.web.agents:Broken"],
        ["network:path=/etc/passwd", "<script>alert(1)</script>"],
        ["\ud800", 7],
        [None, ["greedy"]],
        ["x" * 100_000, ""],
        "people",
        ["greedy"],
    ],
)
def test_whom_a_record_may_not_seat_becomes_a_person(service: Service, seats: Any) -> None:
    status, found = service.post("records", line_of(agents=seats))
    assert status == 201, found
    assert service.game(found["id"])["seats"] == ["human", "human"]


def test_nothing_else_of_a_record_is_kept(service: Service) -> None:
    status, found = service.post("records", line_of(note="<script>", scores=[1]))
    assert status == 201
    [record] = records.load(service.file(found["id"]))
    assert record.keys() <= json.loads(line_of()).keys()


def test_tables_that_nobody_looks_at_are_closed_and_their_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "MOST_OPEN", 2)
    with running(tmp_path) as service:
        names = [service.begin("human", "human") for _ in range(5)]
        told = [service.play(name, 3) for name in names]
        assert [service.game(name) for name in names] == told


def test_files_that_are_no_games_are_listed_and_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_bytes(line_of()[:40])
    (tmp_path / "many.jsonl").write_bytes(line_of() + b"\n" + line_of() + b"\n")
    (tmp_path / "own.jsonl").write_bytes(line_of(agents=["human", "tests.web.agents:Broken"]))
    (tmp_path / "slow.jsonl").write_bytes(line_of(agents=["human", "mcts:seconds=3600"]))
    (tmp_path / "large.jsonl").write_bytes(line_of(note="x" * 300_000))
    (tmp_path / "a b.jsonl").write_bytes(line_of())
    with running(tmp_path) as service:
        listed = {game["id"]: game for game in service.get("lobby")["games"]}
        assert listed.keys() == {"broken", "many", "own", "slow", "large"}
        assert {name for name in listed if "error" in listed[name]} == {"broken", "many", "large"}
        for name in listed:
            status, content, _ = service.ask("GET", f"/{KEY}/api/games/{name}")
            assert status == 422, content


def test_a_decision_that_cannot_be_saved_has_not_happened(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = service.begin("human", "human")
    state = service.game(name)

    def full(path: Path, record: Any) -> None:
        path.write_text("half a rec")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(records, "save", full)
        status, content = service.act(name, state, 0)
    told = f"{service.file(name)}: it cannot be written (No space left on device)"
    assert (status, content["error"]) == (500, told)
    assert service.game(name) == state
    assert not list(service.folder.glob("*.part"))
    assert service.act(name, state, 0)[0] == 200


# Agents that go wrong ---------------------------------------------------------------------------

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
