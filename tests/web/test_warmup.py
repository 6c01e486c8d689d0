"""Compiling: the server's own engine before it answers, agents later, and people are told."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import numba
import pytest
from numba.extending import overload

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from sf_agents.playing.compiling import is_compiling
from sf_agents.web import events, serve
from sf_env.core.rules import rules_of
from tests.web import agents
from tests.web.service import ENVIRONMENT, KEY, running

PROGRAM = """
import asyncio, io, sys
from pathlib import Path
from sf_agents.web.games import Games
from sf_agents.web.keys import Keys
from sf_agents.web.offered import Offered
from sf_agents.web.serve import warm_up
from sf_agents.web.pool import Pool
from sf_agents.web.payload import payload_json
from sf_env.core.rules import rules_of
from sf_env.core.compiled.jit import KERNELS

def compiled():
    return {name for name, kernel in KERNELS.items() if kernel.signatures}

async def play():
    games = Games(Path(sys.argv[1]), [Offered(rules)], Pool(1), Pool(1))
    for seats in (["human", "human"], ["human", "planner", "random"]):
        live = games.game(games.start(seats))
        while live.session.waits_for_human:
            game = live.session.game
            seat = game.to_move if rules.secrets else None
            live.act(live.revision(seat), game.legal_actions()[-1 if game.length % 2 else 0], seat)
            payload_json(live, Keys("key"), seat)
    games.take_in(live.session.record())

rules = rules_of(sys.argv[2])
warm_up(rules, io.StringIO())
before = compiled()
assert before
asyncio.run(play())
print(sorted(compiled() - before))
"""


@pytest.mark.parametrize("game", ["san_francisco", "ticket_to_ride"])
def test_nothing_is_compiled_while_people_wait_for_an_answer(tmp_path: Path, game: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), game],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "[]\n", result.stderr


def test_what_takes_more_than_a_moment_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    monkeypatch.setattr(serve, "_compile", lambda _: None)
    serve.warm_up(rules_of(), told)
    assert told.getvalue() == ""
    monkeypatch.setattr(serve, "MOMENT", 0.01)
    monkeypatch.setattr(serve, "_compile", lambda _: time.sleep(0.5))
    serve.warm_up(rules_of(), told)
    assert told.getvalue() == "getting ready ...\n"


def test_it_is_known_whether_something_is_being_compiled() -> None:
    seen = []

    def one() -> int: ...

    @overload(one)
    def compiled_one():  # type: ignore[no-untyped-def]
        seen.append(is_compiling())
        return lambda: 1

    assert not is_compiling()
    assert numba.njit(lambda: one() + 1)() == 2
    assert seen[0]
    assert not is_compiling()


def test_who_looks_is_told_that_an_agent_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = "tests.web.agents:Slow"
    agents.GO_ON.clear()
    monkeypatch.setattr(events, "LOOK", 0.01)
    compiling = [True]
    monkeypatch.setattr(events, "is_compiling", lambda: compiling[0])
    with running(tmp_path, agents=[slow]) as service:
        name = service.start("human", slow)
        for _ in range(2):
            state = service.game(name)
            service.act(name, state, state["actions"][0]["action"])
        connection = HTTPConnection(*service.address, timeout=30)
        connection.request("GET", f"/{KEY}/api/games/{name}/events")
        heard = connection.getresponse()
        assert json.loads(heard.readline().removeprefix(b"data: "))["getting_ready"] is True
        compiling[0] = False
        heard.readline()
        assert json.loads(heard.readline().removeprefix(b"data: "))["getting_ready"] is False
        connection.close()
        agents.GO_ON.set()
