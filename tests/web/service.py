"""A server for tests, in a thread of its own, and somebody who sends it requests."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from sf_agents.web.serve import Options, make_server

ROOT = Path(__file__).parents[2]
# For programs: what they import is found without being installed.
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'agents'}"}
KEY = "secret-of-the-test"
JSON = {"content-type": "application/json"}
PATIENCE = 280.0  # seconds: much may have to be compiled


class Service:
    """A running server, asked over the network as a browser would."""

    def __init__(self, url: str, folder: Path, key: str = KEY) -> None:
        parts = urlsplit(url)
        self.url = url
        self.key = key
        self.folder = folder
        self.address = (parts.hostname or "", parts.port or 0)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any, HTTPResponse]:
        """Return status, content (JSON as what it says) and the answer itself."""
        connection = HTTPConnection(*self.address, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(content) if is_json else content, answer

    def get(self, path: str) -> Any:
        status, content, _ = self.ask("GET", f"/{self.key}/api/{path}")
        assert status == 200, content
        return content

    def post(self, path: str, content: Any) -> tuple[int, Any]:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        return self.ask("POST", f"/{self.key}/api/{path}", body, JSON)[:2]

    def start(self, *seats: str, seed: int = 1, **more: Any) -> str:
        status, found = self.post("games", {"seats": seats, "seed": seed, **more})
        assert status == 201, found
        return str(found["id"])

    def game(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"games/{name}")
        return found

    def act(self, name: str, state: dict[str, Any], action: int) -> tuple[int, Any]:
        return self.post(f"games/{name}/act", {"revision": state["revision"], "action": action})

    def wait_for(self, name: str, *who: str) -> dict[str, Any]:
        """Return the game once it waits for a person (human), or for nobody ("")."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            state = self.game(name)
            if state["waits_for"] in who:
                return state
            time.sleep(0.02)
        raise AssertionError(f"the game still waits for {state['waits_for']}: {state['trouble']}")

    def play(self, name: str, decisions: int) -> dict[str, Any]:
        """Let a person decide so many times, somehow, unless the game ends before."""
        for number in range(decisions):
            state = self.wait_for(name, "human", "")
            if not state["actions"]:
                break
            choices = [choice["action"] for choice in state["actions"]]
            status, answer = self.act(name, state, choices[(number * 7) % len(choices)])
            assert status == 200, answer
        return self.wait_for(name, "human", "")

    @contextmanager
    def listening(self, name: str) -> Iterator[HTTPResponse]:
        """Listen to what happens in a game, as a page does that shows it."""
        connection = HTTPConnection(*self.address, timeout=PATIENCE)
        try:
            connection.request("GET", f"/{self.key}/api/games/{name}/events")
            yield connection.getresponse()
        finally:
            connection.close()

    def seat(self, name: str, seat: int) -> Self:
        """Return the same server as the person on a seat asks it, who may have secrets."""
        (key,) = [door["key"] for door in self.game(name)["doors"] if door["seat"] == seat]
        return type(self)(self.url, self.folder, key)

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[Service]:
    """Run a server as long as the block lasts."""
    chosen = {"port": 0, "delay": 0.0, "token": KEY, "folder": folder} | options
    server = make_server(Options(**chosen))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield Service(server.url, folder)
    finally:
        server.should_exit = True
        thread.join()
