"""Many whole games at once on one server: none waits for ever, all are what their records say."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from sf_env.core import records
from tests.web import agents
from tests.web.service import Service, running

ENOUGH = 1000  # decisions of people in a game
LONG = 120  # seconds
SEATS = (("human", "greedy"), ("builder", "human"), ("human", "random", "greedy", "human"))


def play(service: Service, seed: int) -> tuple[str, dict[str, Any]]:
    """Play a game of one's own to its end, and listen meanwhile as a page does."""
    name = service.start(*SEATS[seed % len(SEATS)], seed=seed)
    with service.listening(name) as heard:
        state = service.play(name, ENOUGH)
        assert told_of(state["revision"], heard)
    return name, state


def told_of(revision: str, heard: HTTPResponse) -> bool:
    """Return whether those who listen are told of a position, among all that they are told."""
    until = time.monotonic() + LONG
    while time.monotonic() < until and (line := heard.readline()):
        kind, _, news = line.partition(b": ")
        if kind == b"data" and json.loads(news)["revision"] == revision:
            return True
    return False


@pytest.mark.parametrize("games", [6, pytest.param(50, marks=pytest.mark.long)])
def test_many_games_are_played_at_once(tmp_path: Path, games: int) -> None:
    with running(tmp_path) as service, ThreadPoolExecutor(games) as people:
        played = list(people.map(lambda seed: play(service, seed), range(games)))
        told = [service.game(name) for name, _ in played]
    assert told == [state for _, state in played]
    assert len({name for name, _ in played}) == games
    for seed, (name, state) in enumerate(played):
        [record] = records.load(service.file(name))
        *_, game = records.replay(record)
        assert record["seed"] == seed
        assert state["decisions"] == game.length > 50
        assert state["waits_for"] == ""
        assert [chip["won"] for chip in state["scores"]] == [
            seat in game.winners() for seat in range(game.players)
        ]
        assert record["scores"] == game.scores()


def test_agents_that_think_do_not_keep_people_waiting(tmp_path: Path) -> None:
    slow = "tests.web.agents:Slow"
    agents.GO_ON.clear()
    with running(tmp_path, agents=[slow]) as service:
        for _ in range(8):
            name = service.start("human", slow)
            for _ in range(2):
                state = service.game(name)
                service.act(name, state, state["actions"][0]["action"])
        mine = service.start("human", "human")
        assert service.play(mine, 20)["decisions"] == 20
        assert service.game(name)["waits_for"] == "agent"
        agents.GO_ON.set()
        assert service.wait_for(name, "human")["decisions"] > 2


def test_advice_that_nobody_wants_any_more_does_not_keep_agents_waiting(tmp_path: Path) -> None:
    pondering = "tests.web.agents:Pondering"
    agents.GO_ON.clear()
    with running(tmp_path, agents=[pondering]) as service, ThreadPoolExecutor(8) as askers:
        name = service.start("human", "greedy")
        asked = []
        for _ in range(8):
            revision = service.wait_for(name, "human")["revision"]
            question = {"revision": revision, "agent": pondering}
            asked.append(askers.submit(service.post, f"games/{name}/think", question))
            service.play(name, 1)
        agents.GO_ON.set()
        assert {answer.result()[0] for answer in asked} == {409}
