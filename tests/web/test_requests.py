"""What a request to the server may say, and what is answered to nonsense."""

from __future__ import annotations

import json
import socket
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from sf_env.games.san_francisco.deck.deck import PACKAGED
from tests.web.service import JSON, KEY, Service, running


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
    name = service.start("human", "greedy")
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
    ("length", "body"),
    [("content-length: 1000", b"{"), ("transfer-encoding: chunked", b"zz\r\n")],
)
def test_a_body_that_breaks_off_is_no_fault_of_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], length: str, body: bytes
) -> None:
    """What goes wrong is written once the server has done with the request, at its end."""
    head = [f"POST /{KEY}/api/games HTTP/1.1", "host: localhost", *map(": ".join, JSON.items())]
    with running(tmp_path) as service:
        with socket.create_connection(service.address, timeout=20) as connection:
            connection.sendall("\r\n".join([*head, length, "", ""]).encode() + body)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1000)
        assert service.get("lobby")["games"] == []
    assert "Traceback" not in capsys.readouterr().err


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
        {"seats": ["human", "mcts:simulations=１０"]},
        {"seats": ["human", "mcts:simulations=\n5"]},
        {"seats": ["human", ""]},
        {"seats": ["human", "os:system"]},
        {"seats": ["human", "tests.web.agents:Broken"]},
        {"seats": ["human", "mcts:" + "x" * 1000]},
        {"seats": ["human", "greedy"], "seed": -1},
        {"seats": ["human", "greedy"], "seed": 2**53},
        {"seats": ["human", "greedy"], "seed": "1"},
        {"seats": ["human", "greedy"], "deck": "/etc/passwd"},
        {"seats": ["human", "greedy"], "deck": str(PACKAGED / "standard.csv")},
        {"seats": ["human", "greedy"], "deck": "generate:" + "9" * 5000},
        {"seats": ["human", "greedy"], "deck": "x" * 200_000},
        {"seats": ["human", "greedy"], "deck": 7},
        {"seats": ["human", "greedy"], "players": 2},
    ],
)
def test_a_game_is_begun_only_as_it_may_be(service: Service, asked: Any) -> None:
    before = sorted(service.folder.iterdir())
    status, content = service.post("games", asked)
    assert status in (400, 422), content
    assert 0 < len(content["error"]) < 300
    assert sorted(service.folder.iterdir()) == before


def test_only_agents_that_tell_what_they_think_are_asked(service: Service) -> None:
    name = service.start("human", "greedy")
    revision = service.game(name)["revision"]
    for agent in ("greedy", "human", "nobody", "mcts:seconds=60", "network:path=x", "os:system"):
        status, content = service.post(
            f"games/{name}/think", {"revision": revision, "agent": agent}
        )
        assert status == 422, content
