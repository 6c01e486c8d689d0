"""Every byte that the page of a seat receives is the same, whatever the seat cannot know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.web.service import JSON, Service, running
from tests.web.twins import PAIRS, Course, are_twins

GAME = "game"
ADVISER = "tests.web.agents:Reading"
FILES = ("index.html", "play.js", "game.css")
PLACES = ("", "/record", "/replay", "/replay.html")


@pytest.fixture(params=PAIRS)
def twins(request: pytest.FixtureRequest) -> tuple[Course, Course]:
    """Return two games that seat 0 cannot tell from each other."""
    return PAIRS[request.param]()


@pytest.fixture
def servers(twins: tuple[Course, Course], tmp_path: Path) -> Iterator[list[Service]]:
    """Start a server for each game, with the same token and the same names."""
    with ExitStack() as stack:
        found = []
        for number, course in enumerate(twins):
            folder = tmp_path / str(number) / "games"
            folder.mkdir(parents=True)
            (folder / f"{GAME}.jsonl").write_text(json.dumps(course.record()) + "\n")
            options = {"game": course.rules, "hint": ADVISER}
            found.append(stack.enter_context(running(folder, **options)))
        yield found


def test_the_games_differ_in_what_the_seat_cannot_know(twins: tuple[Course, Course]) -> None:
    one, other = twins
    assert are_twins(one, other, seat=0)
    assert not are_twins(one, other, seat=1)


def test_a_seat_receives_the_same_bytes(
    twins: tuple[Course, Course], servers: list[Service]
) -> None:
    mine = [server.seat(GAME, 0) for server in servers]
    compared = 0
    for actions in zip(*(course.actions for course in twins), strict=True):
        answers = [list(everything(one)) for one in mine]
        assert answers[0] == answers[1]
        outside = [list(outside_of(one)) for one in servers]
        assert outside[0] == outside[1]
        compared += len(answers[0])
        for server, action in zip(servers, actions, strict=True):
            mover = server.seat(GAME, server.game(GAME)["to_move"])
            status, found = mover.act(GAME, mover.game(GAME), action)
            assert status == 200, found
    assert compared > 80


def test_the_other_seats_receive_what_is_theirs(servers: list[Service]) -> None:
    shown = [dict(server.seat(GAME, 1).game(GAME)) for server in servers]
    assert shown[0] != shown[1]


def everything(seat: Service) -> Iterator[Any]:
    """Yield all that a page, or somebody with its address, gets from the server."""
    for file in FILES:
        yield answer(seat, "GET", f"page/{file}")
    for path in (
        "lobby",
        f"lobby/{seat.game(GAME)['game']}",
        *(f"games/{GAME}{one}" for one in PLACES),
    ):
        yield answer(seat, "GET", f"api/{path}")
    with seat.listening(GAME) as heard:
        yield heard.readline()
    state = seat.game(GAME)
    revision, mine = state["revision"], state["to_move"] == 0
    yield answer(seat, "POST", f"api/games/{GAME}/think", {"revision": revision})
    yield answer(seat, "POST", f"api/games/{GAME}/undo", {"revision": revision})
    yield answer(seat, "POST", f"api/games/{GAME}/again", {})
    for action in () if mine else range(6):
        asked = {"revision": revision, "action": action}
        yield answer(seat, "POST", f"api/games/{GAME}/act", asked)
    yield answer(seat, "POST", f"api/games/{GAME}/act", {"revision": revision, "action": 999})


def outside_of(host: Service) -> Iterator[Any]:
    """Yield what the host receives, who has no seat."""
    for place in PLACES:
        yield answer(host, "GET", f"api/games/{GAME}{place}")
    with host.listening(GAME) as heard:
        yield heard.readline()


def answer(seat: Service, method: str, path: str, content: Any = None) -> Any:
    """Return all of an answer but its date."""
    body = None if content is None else json.dumps(content).encode()
    status, found, response = seat.ask(method, f"/{seat.key}/{path}", body, JSON)
    headers = [(name, value) for name, value in response.getheaders() if name != "date"]
    return path, status, found, headers
