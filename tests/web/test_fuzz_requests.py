"""Whatever is asked of the server: it answers or refuses, and is never at fault."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as some

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from sf_agents.web.serve import Options, make_server
from tests.fuzzing import JSON, damaged, fuzz
from tests.web.service import KEY

HINT = "tests.web.agents:Even"
GAME = "game"
NOW = "the revision of the game as it is"
RECORD = {"format": 1, "players": 2, "deck": "standard", "seed": 3, "actions": [0]}
PLAYED = json.dumps(RECORD | {"agents": ["human", "human"]}).encode()
TEXT = some.text(some.characters(exclude_categories=["Cs"]))  # as paths are, once decoded
PIECES = TEXT | some.sampled_from(
    (
        *("api", "page", "games", "records", "lobby", GAME, "act", "undo", "think", "events"),
        *("record", "replay", "replay.html", "index.html", "play.css", "..", ".", "", "%2e"),
        *("\0", "x" * 5000),
    )
)
GAMES = f"/{KEY}/api/games"
ROUTES = [f"/{KEY}/", f"/{KEY}/page/index.html", f"/{KEY}/api/lobby", GAMES, f"/{KEY}/api/records"]
ROUTES += [f"{GAMES}/{GAME}"]
ROUTES += [f"{GAMES}/{GAME}/{one}" for one in ("act", "undo", "again", "think", "events", "record")]
ROUTES += [f"/{KEY}/api/lobby/{one}" for one in ("san_francisco", "nothing")]
ROUTES += [f"{GAMES}/{GAME}/{one}" for one in ("replay", "replay.html")]
PATHS = some.sampled_from(ROUTES) | some.builds(
    lambda key, pieces: "/".join(["", key, *pieces]),
    some.just(KEY) | TEXT,
    some.lists(PIECES, max_size=5),
)
METHODS = some.sampled_from(["GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "get"]) | (
    some.text("ABCXYZ", min_size=1)
)
HOSTS = [b"localhost", b"[::1", b"[::1]:80", b"evil.example", b"127.0.0.1:99999", b"127.1", b"::"]
HEADERS = some.fixed_dictionaries(
    {},
    optional={
        b"host": some.sampled_from(HOSTS) | some.binary(max_size=20),
        b"origin": some.sampled_from([b"http://localhost", b"null"]) | some.binary(max_size=9),
        b"content-type": some.sampled_from([b"text/plain", b"application/json; charset=x"])
        | some.binary(max_size=20),
        b"content-length": some.sampled_from([b"-1", b"9" * 99, b"x"]),
        b"range": some.sampled_from([b"bytes=0-1", b"bytes=-", b"x"]),
        b"\xff": some.binary(max_size=20),
    },
)
USUAL = {b"host": b"localhost", b"content-type": b"application/json"}
MOSTLY = some.sampled_from(["human", "human", "random", "greedy", HINT])
SEATS = MOSTLY | some.sampled_from(["os:abort", ":x", "mcts:x=1", "human:x", ""]) | JSON
REVISION = some.just(NOW) | some.just(NOW) | JSON
SAID = {  # by the last part of the address
    "act": {"revision": REVISION, "action": some.integers(-1, 44) | JSON},
    "undo": {"revision": REVISION},
    "again": {"revision": REVISION},
    "think": {"revision": REVISION, "agent": SEATS},
    "games": {
        "seats": some.lists(MOSTLY, min_size=2, max_size=4) | some.lists(SEATS, max_size=5) | JSON,
        "seed": some.none() | some.integers(0, 9) | JSON,
        "game": some.sampled_from(["san_francisco", "chess", None]) | JSON,
        "deck": some.sampled_from(["standard", "generate:7", "file:x", "/etc/passwd"]) | JSON,
    },
}


@some.composite
def saying(draw: some.DrawFn) -> tuple[str, dict[str, Any]]:
    """Return an address, and fields that nearly are what it wants."""
    path = draw(some.sampled_from([path for path in ROUTES if path.rpartition("/")[2] in SAID]))
    said = draw(some.fixed_dictionaries(SAID[path.rpartition("/")[2]]))
    if draw(some.integers(0, 3)) == 0:
        said |= draw(some.dictionaries(some.sampled_from([*said]) | TEXT, JSON, max_size=1))
    return path, said


RECORDS = damaged(PLAYED) | some.dictionaries(
    some.sampled_from(["order", "agents", *RECORD]), JSON, max_size=2
).map(lambda changes: json.dumps(RECORD | changes).encode())


class Faults(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Asked:
    """The application behind its guard, asked without a network."""

    def __init__(self, folder: Path, loop: asyncio.Runner) -> None:
        (folder / f"{GAME}.jsonl").write_bytes(PLAYED + b"\n")
        self.server = make_server(
            Options(folder=folder, port=0, token=KEY, agents=[HINT], hint=HINT, delay=0.0)
        )
        self.folder = folder
        self.loop = loop

    def ask(self, method: str, path: str, headers: dict[bytes, bytes], body: list[bytes]) -> Any:
        """Return status and body; streams are left as soon as they have begun."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.lower(), text) for name, text in headers.items()],
            "server": ("localhost", 80),
            "client": ("localhost", 9),
        }
        parts = [{"type": "http.request", "body": part, "more_body": True} for part in body]
        coming = iter([*parts, {"type": "http.request", "body": b""}])
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return next(coming, {"type": "http.disconnect"})

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        self.loop.run(self.server.config.app(scope, receive, send))
        return said[0]["status"], b"".join(message.get("body", b"") for message in said[1:])

    def revision(self) -> str:
        status, content = self.ask("GET", f"{GAMES}/{GAME}", USUAL, [])
        assert status == 200
        return str(json.loads(content)["revision"])


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asyncio.Runner() as loop:
        one = Asked(tmp_path_factory.mktemp("games"), loop)
        yield one
        one.server.close()


@pytest.fixture(scope="module")
def faults() -> Iterator[list[str]]:
    handler = Faults()
    logging.getLogger().addHandler(handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)


def check(answer: tuple[int, bytes], faults: list[str]) -> int:
    status, content = answer
    event(f"status {status}")
    assert not faults
    assert status < 500
    if status >= 400 and content:
        assert 0 < len(json.loads(content)["error"]) < 1000
    assert b"Traceback" not in content
    return status


@fuzz
@given(method=METHODS, path=PATHS, headers=HEADERS, bare=some.booleans(), body=some.binary())
def test_any_request(
    asked: Asked,
    faults: list[str],
    method: str,
    path: str,
    headers: dict[bytes, bytes],
    bare: bool,
    body: bytes,
) -> None:
    headers = headers if bare else USUAL | headers
    status = check(asked.ask(method, path, headers, [body]), faults)
    known = path.startswith(f"/{KEY}/") or path == f"/{KEY}"
    assert known or status in (400, 403)


@fuzz
@given(asking=saying(), cut=some.integers(0, 40))
def test_nearly_right_fields(
    asked: Asked, faults: list[str], asking: tuple[str, dict[str, Any]], cut: int
) -> None:
    path, said = asking
    if said.get("revision") == NOW:
        said = said | {"revision": asked.revision()}
    body = json.dumps(said).encode()
    check(asked.ask("POST", path, USUAL, [body[:cut], body[cut:]]), faults)


@fuzz
@given(path=some.sampled_from(ROUTES), said=JSON)
def test_any_json(asked: Asked, faults: list[str], path: str, said: Any) -> None:
    check(asked.ask("POST", path, USUAL, [json.dumps(said).encode()]), faults)


@fuzz
@given(line=RECORDS)
def test_any_record_is_taken_in_or_refused(asked: Asked, faults: list[str], line: bytes) -> None:
    answer = asked.ask("POST", f"/{KEY}/api/records", USUAL, [line])
    if check(answer, faults) == 201:
        name = json.loads(answer[1])["id"]
        for more in ("", "/record", "/replay"):
            assert check(asked.ask("GET", f"{GAMES}/{name}{more}", USUAL, []), faults) == 200


@fuzz
@given(line=RECORDS | some.binary(), name=some.text("abc123-_", min_size=1, max_size=64))
def test_any_file_in_the_folder(asked: Asked, faults: list[str], line: bytes, name: str) -> None:
    path = asked.folder / f"{name}-.jsonl"
    path.write_bytes(line)
    check(asked.ask("GET", f"{GAMES}/{path.stem}", USUAL, []), faults)
    assert check(asked.ask("GET", f"/{KEY}/api/lobby", USUAL, []), faults) == 200
