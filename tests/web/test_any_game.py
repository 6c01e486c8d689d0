"""Any game of the table is played on the web page, and shows nobody another's secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import sf_env
from tests.toy import MATCHES
from tests.web.service import KEY, Service, running


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("matches"), game=MATCHES) as one:
        yield one


def hands(state: dict[str, Any]) -> list[str]:
    """Return the hands as the page shows them."""
    shown: list[str] = state["text"].partition("hands: ")[2].split(", ")
    return shown


def test_a_game_without_drawings_is_shown_by_its_text_and_names_of_actions(
    matches: Service,
) -> None:
    name = matches.start("human", "random", setup="generate:4")
    person = matches.seat(name, 0)
    state = person.game(name)
    assert state["text"].startswith("9 matches; taken: 0, 0; ")
    assert [choice["label"] for choice in state["actions"]] == ["TAKE 1", "TAKE 2", "DRAW"]
    assert state["sentence"] == "Your turn: choose an action"
    over = person.play(name, 40)
    assert "win" in over["sentence"]
    assert over["setup"] == "generate:4"
    assert matches.ask("GET", f"/{KEY}/page/signs-matches.svg")[0] == 200
    assert b"<title>Matches</title>" in matches.ask("GET", f"/{KEY}/")[1]


def test_the_start_page_offers_what_the_game_has(matches: Service) -> None:
    lobby = matches.get("lobby")
    assert lobby["players"] == [2, 3]
    assert (lobby["setup_word"], lobby["setups"]) == ("box", ["standard"])
    assert [offer["name"] for offer in lobby["seats"] if offer["players"]] == [
        "human",
        "greedy",
        "random",
    ]
    assert (lobby["opponents"], lobby["advisers"], lobby["hint"]) == (["random"], [], "")


def test_a_page_receives_no_hand_but_that_of_the_person_who_plays(matches: Service) -> None:
    name = matches.start("random", "human", "greedy", seed=3)
    person, seen = matches.seat(name, 1), 0
    while (state := person.wait_for(name, "human", ""))["waits_for"]:
        own = hands(state)
        assert (own[0], own[2], state["seat"]) == ("?", "?", 1)
        assert state["links"] == []
        seen += 1
        _, after = person.act(name, state, state["actions"][0]["action"])
        if after["waits_for"]:
            assert [hand for seat, hand in enumerate(hands(after)) if seat != 1] == ["?", "?"]
    assert seen > 1
    assert all(hand.isdecimal() for hand in hands(state))


def test_what_would_show_everything_is_kept_until_the_game_is_over(matches: Service) -> None:
    name = matches.start("human", "random", seed=3)
    person = matches.seat(name, 0)
    status, content, _ = person.ask("GET", f"/{person.key}/api/games/{name}/record")
    assert (status, "when it is over" in content["error"]) == (409, True)
    for what in ("replay", "replay.html"):
        status, content, _ = matches.ask("GET", f"/{KEY}/api/games/{name}/{what}")
        assert (status, "address of a seat" in content["error"]) == (403, True)
    assert [link["label"] for link in person.play(name, 40)["links"]] == ["Save the game"]
    status, line, answer = matches.ask("GET", f"/{KEY}/api/games/{name}/record")
    assert (status, json.loads(line)["game"]) == (200, "matches")
    assert f'"matches-{name}.jsonl"' in answer.headers["content-disposition"]
    assert matches.ask("GET", f"/{KEY}/api/games/{name}/replay")[0] == 404


def test_points_are_those_that_the_viewer_knows(matches: Service) -> None:
    name = matches.start("human", "random", seed=3)
    state = matches.seat(name, 0).game(name)
    assert state["scores"][0]["points"] == hands(state)[0]
    assert state["scores"][1]["points"] == "0"


def test_nobody_asks_what_an_agent_with_a_hand_thinks(matches: Service) -> None:
    name = matches.start("human", "random", seed=3)
    person = matches.seat(name, 0)
    state = person.game(name)
    for asked in ({}, {"agent": "random"}):
        status, content = person.post(
            f"games/{name}/think", {"revision": state["revision"], **asked}
        )
        assert status == 422, content


def test_a_record_of_another_game_is_refused(matches: Service, service: Service) -> None:
    other = sf_env.Game(2, seed=1).record(agents=["human", "human"])
    status, content = matches.post("records", other)
    assert (status, "--game san_francisco" in content["error"]) == (422, True)
    own = MATCHES.new_game(players=2, seed=1).record(agents=["human", "human"])
    status, found = matches.post("records", own)
    assert status == 201, found
    status, content = service.post("records", own)
    assert (status, "--game matches" in content["error"]) == (422, True)


def test_a_record_whose_order_does_not_fit_is_refused(matches: Service) -> None:
    kept = MATCHES.new_game(players=2, order=[1, 2]).record(agents=["human", "human"])
    for order, words in (
        ({}, "record: 'hands' is missing"),
        ({"hands": 3}, "record: object of type 'int' has no len()"),
        ([1, 2, 3], "record: order should hold 2 hands"),
    ):
        status, content = matches.post("records", kept | {"order": order})
        assert (status, content["error"]) == (422, words)
    status, content = matches.post("records", kept | {"actions": [2]})
    words = "record: action number 0: the order does not fit the game: there is no draw number 0"
    assert (status, content["error"]) == (422, words)


@pytest.mark.parametrize("draws", [[], 1])
def test_a_draw_that_the_order_does_not_have_is_refused(matches: Service, draws: Any) -> None:
    order = {"hands": [1, 2], "draws": draws}
    status, found = matches.post("records", MATCHES.new_game(order=order).record())
    assert status == 201
    person = matches.seat(found["id"], 0)
    state = person.game(found["id"])
    status, content = person.act(found["id"], state, 2)
    assert (status, "order" in content["error"]) == (422, True)
    assert person.act(found["id"], state, 1)[0] == 200
