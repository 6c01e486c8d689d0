"""Games of the server as records: none gets lost, none is overwritten, damaged ones are refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import sf_env
from sf_agents.playing.history import History
from sf_agents.web import games
from sf_env.core import records
from tests.disk import full_disk
from tests.web.service import KEY, Service, running


def test_a_server_that_is_started_again_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        name = service.start("human", "greedy", "human")
        before = service.play(name, 9)
    with running(tmp_path) as service:
        assert service.game(name) == before
        [listed] = service.get("lobby")["games"]
        assert listed["id"] == name
        assert listed["decisions"] == before["decisions"]
        service.play(name, 3)


def test_a_revision_names_actions_of_any_size() -> None:
    of = History.revision.fget
    assert of is not None
    first, second = (
        of(SimpleNamespace(steps=[SimpleNamespace(action=action) for action in made]))
        for made in ([3, 300], [3, 301])
    )
    assert first.startswith("2-")
    assert second != first


def test_every_decision_is_on_disk_when_it_is_answered(service: Service) -> None:
    name = service.start("human", "human", deck="generate:7")
    service.play(name, 30)
    [record] = records.load(service.file(name))
    *_, game = records.replay(record)
    assert game.length == len(record["actions"]) == 30
    assert game.deck.name == "generate:7"


def test_a_record_that_was_saved_can_be_brought_back(service: Service) -> None:
    name = service.start("human", "greedy")
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
        (line_of(seed="x" * 200_000), 422, "seed"),
        (line_of(deck="file:" + "x" * 200_000), 422, "deck"),
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
    assert len(content["error"]) < 300
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
    monkeypatch.setattr(games, "MOST_OPEN", 2)
    with running(tmp_path) as service:
        names = [service.start("human", "human") for _ in range(5)]
        told = [service.play(name, 3) for name in names]
        assert [service.game(name) for name in names] == told


def test_files_that_are_no_games_are_listed_and_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_bytes(line_of()[:40])
    (tmp_path / "many.jsonl").write_bytes(line_of() + b"\n" + line_of() + b"\n")
    (tmp_path / "own.jsonl").write_bytes(line_of(agents=["human", "tests.web.agents:Broken"]))
    (tmp_path / "slow.jsonl").write_bytes(line_of(agents=["human", "mcts:seconds=3600"]))
    (tmp_path / "number.jsonl").write_bytes(line_of(agents=7))
    (tmp_path / "text.jsonl").write_bytes(line_of(agents="human"))
    (tmp_path / "large.jsonl").write_bytes(line_of(note="x" * 300_000))
    (tmp_path / "a b.jsonl").write_bytes(line_of())
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    with running(tmp_path) as service:
        listed = {game["id"]: game for game in service.get("lobby")["games"]}
        assert listed.keys() == {*["broken", "many", "number", "text", "own", "slow", "large"]}
        assert {name for name in listed if "error" in listed[name]} == {"broken", "many", "large"}
        for name in listed:
            status, content, _ = service.ask("GET", f"/{KEY}/api/games/{name}")
            assert status == 422, content


def test_the_list_of_games_is_short_whatever_files_hold(tmp_path: Path) -> None:
    long = "x" * 100_000
    for number, seats in enumerate(([long, "human"], ["human"] * 30_000, [[[long]], "human"])):
        (tmp_path / f"{number}.jsonl").write_bytes(line_of(agents=seats))
    (tmp_path / "wrong.jsonl").write_bytes(line_of(seed=long))
    os.mkfifo(tmp_path / "pipe.jsonl")  # who opens it waits for somebody to write into it
    with running(tmp_path) as service:
        games = service.get("lobby")["games"]
        assert len(games) == 4
        assert len(json.dumps(games)) < 2000
        assert service.ask("GET", f"/{KEY}/api/games/pipe")[0] == 404


def test_a_decision_that_cannot_be_saved_has_not_happened(service: Service) -> None:
    name = service.start("human", "human")
    state = service.game(name)
    with full_disk():
        status, content = service.act(name, state, 0)
    told = f"{service.file(name)}: it cannot be written (File too large)"
    assert (status, content["error"]) == (500, told)
    assert service.game(name) == state
    assert not list(service.folder.glob("*.part"))
    assert service.act(name, state, 0)[0] == 200
