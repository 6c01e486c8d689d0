"""The replay that the server gives of a game: what it shows, and what it keeps to itself."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import sf_env
from sf_env.render.replay import show
from tests.web.service import KEY, Service

DATA = re.compile(rb'<script type="application/json" id="replay-data">(.*?)</script>', re.DOTALL)


def replay(service: Service, name: str, what: str = "replay") -> tuple[bytes, Any]:
    """Return the page of a game, and the headers that come with it."""
    status, page, answer = service.ask("GET", f"/{KEY}/api/games/{name}/{what}")
    assert status == 200, page
    return page, answer.headers


def game_in(page: bytes) -> dict[str, Any]:
    found = DATA.search(page)
    assert found
    (game,) = json.loads(found[1])["games"]
    return dict(game)


def test_a_game_is_shown_from_its_beginning_as_far_as_it_has_come(service: Service) -> None:
    name = service.start("human", "greedy")
    state = service.play(name, 9)
    page, headers = replay(service, name)
    assert headers["content-type"] == "text/html; charset=utf-8"
    game = game_in(page)
    assert len(game["frames"]) == state["decisions"] + 1
    assert game["names"] == ["human", "greedy"]
    assert game["result"].startswith("Not finished")


def test_the_script_and_style_of_a_replay_may_run_and_no_other(service: Service) -> None:
    page, headers = replay(service, service.start("human", "human"))
    own = re.search(rb'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert own
    sent = headers["content-security-policy"]
    assert sent.startswith(own[1].decode())
    assert "'self'" not in sent
    assert "frame-ancestors 'none'" in sent
    assert headers["referrer-policy"] == "no-referrer"


def test_a_replay_is_given_as_a_file_too(service: Service) -> None:
    name = service.start("human", "greedy")
    page, headers = replay(service, name, "replay.html")
    assert page == replay(service, name)[0]
    assert headers["content-disposition"] == f'attachment; filename="san-francisco-{name}.html"'


def test_the_page_offers_what_the_server_gives(service: Service) -> None:
    name = service.start("human", "greedy")
    for link in service.game(name)["links"]:
        status, _, answer = service.ask("GET", f"/{KEY}/{link['href']}")
        assert status == 200
        assert ("content-disposition" in answer.headers) == link["file"]


def test_the_seed_is_told_only_once_the_game_is_over(service: Service) -> None:
    seed = 918273645
    going_on = service.start("human", "greedy", seed=seed)
    service.play(going_on, 5)
    assert str(seed).encode() not in replay(service, going_on)[0]
    over = service.start("builder", "greedy", seed=seed)
    service.wait_for(over, "")
    page, _ = replay(service, over)
    assert game_in(page)["facts"] == f"Deck standard, seed {seed}"
    [record] = sf_env.record.load(service.file(over))
    assert page.decode() == show(record).html()  # what sf-watch writes


def test_nothing_about_undrawn_cards_is_in_the_replay(service: Service) -> None:
    """Games that differ in nothing else have the same page."""
    pages = []
    deck = list(range(87))
    for undrawn in (deck[20:], deck[:19:-1]):
        game = sf_env.Game(2, order=deck[:20] + undrawn)
        while game.snapshot()["deck_left"] > 67:
            legal = game.legal_actions()
            game.step(legal[game.length % len(legal)])
        status, found = service.post("records", game.record(agents=["human", "human"]))
        assert status == 201, found
        pages.append(replay(service, found["id"])[0])
    assert pages[0] == pages[1]


@pytest.mark.parametrize("what", ["replay", "replay.html"])
def test_nobody_watches_without_the_token_nor_what_is_not_there(
    service: Service, what: str
) -> None:
    name = service.start("human", "greedy")
    assert service.ask("GET", f"/wrong/api/games/{name}/{what}")[0] == 403
    assert service.ask("GET", f"/{KEY}/api/games/nothing/{what}")[0] == 404
    assert service.ask("POST", f"/{KEY}/api/games/{name}/{what}", b"{}")[0] == 405
