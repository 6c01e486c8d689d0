"""Seats of a game with secrets: who has the key of one, and what it opens."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from sf_agents.web.keys import HOST, Holder, Keys
from sf_agents.web.serve import Options, make_server, serve
from tests.toy import MATCHES
from tests.web.service import KEY, Service, running

BROKEN = "tests.web.agents:Broken"
LONG = "x" * 10_000


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    options = {"game": MATCHES, "others": ["san_francisco"]}
    with running(tmp_path_factory.mktemp("matches"), **options) as one:
        yield one


def error(asked: tuple[int, object]) -> tuple[int, str]:
    """Return the status and the error of an answer."""
    status, content = asked[:2]
    assert isinstance(content, dict), content
    return status, content["error"]


# Keys.


def test_a_key_names_its_seat_and_cannot_be_made_without_the_token() -> None:
    keys = Keys("a token")
    key = keys.of_seat("game-1", 2)
    assert keys.holder(key) == Holder("game-1", 2)
    assert keys.holder("a token") == HOST
    signature, seat, game = key.split(".")
    assert len(signature) == 22  # 128 bits
    for forged in (
        f"{signature}.1.{game}",
        f"{signature}.2.other",
        f"{signature[:-1]}.2.{game}",
        f".{seat}.{game}",
        f"{signature}.².{game}",
        f"{signature}.22.{game}",
        signature,
        "",
        "..",
        LONG,
        "a token.2.game-1",
    ):
        assert keys.holder(forged) is None, forged
    assert Keys("another token").holder(key) is None


def test_all_keys_of_a_server_differ(matches: Service) -> None:
    names = [matches.start("human", "human", "human") for _ in range(2)]
    keys = [door["key"] for name in names for door in matches.game(name)["doors"]]
    assert len({*keys, KEY}) == 7
    assert not any(KEY in key for key in keys)


def test_pages_keep_their_seats_over_a_restart_with_the_same_token(tmp_path: Path) -> None:
    with running(tmp_path, game=MATCHES) as service:
        name = service.start("human", "human")
        seat = service.seat(name, 0)
        _, before = seat.act(name, seat.game(name), 0)
    with running(tmp_path, game=MATCHES) as service:
        assert Service(service.url, tmp_path, seat.key).game(name) == before
    with running(tmp_path, game=MATCHES, token="another") as service:  # noqa: S106
        assert service.ask("GET", f"/{seat.key}/api/games/{name}")[0] == 403


# What they open.


def test_the_host_sees_the_way_to_each_seat_and_nothing_of_the_table(matches: Service) -> None:
    name = matches.start("human", "greedy", "human")
    state = matches.game(name)
    assert [door["seat"] for door in state["doors"]] == [0, 2]
    assert [door["name"] for door in state["doors"]] == ["player 0", "player 2"]
    assert not {"text", "panels", "actions", "scores", "log", "links"} & state.keys()
    for what in ("act", "undo", "think"):
        asked = {"revision": state["revision"]} | ({"action": 0} if what == "act" else {})
        status, reason = error(matches.post(f"games/{name}/{what}", asked))
        assert status in (403, 422), reason
    for what in ("replay", "replay.html"):
        asked_for = matches.ask("GET", f"/{KEY}/api/games/{name}/{what}")
        assert error(asked_for)[0] == 403


def test_a_seat_opens_its_own_game_and_nothing_else(matches: Service) -> None:
    name, other = matches.start("human", "human"), matches.start("human", "human")
    seat = matches.seat(name, 1)
    assert seat.get("lobby") == {"only": name}
    assert seat.get("lobby/matches")["name"] == "Matches"
    status, page, _ = seat.ask("GET", f"/{seat.key}/")
    assert (status, b"<title>Matches</title>" in page) == (200, True)
    assert seat.ask("GET", f"/{seat.key}")[2].headers["location"] == f"/{seat.key}/"
    for path in ("", "/events", "/record", "/replay"):
        asked = seat.ask("GET", f"/{seat.key}/api/games/{other}{path}")
        assert error(asked)[0] == 404
    assert error(seat.post("games", {"seats": ["human", "human"]}))[0] == 403
    record = MATCHES.new_game(players=2, seed=1).record()
    assert error(seat.post("records", record))[0] == 403
    assert seat.game(name)["seat"] == 1


def test_keys_of_agents_and_of_open_games_open_nothing(tmp_path: Path) -> None:
    keys = Keys(KEY)
    with running(tmp_path, game=MATCHES, others=["san_francisco"]) as service:
        name = service.start("human", "greedy")
        opened = service.start("human", "human", game="san_francisco")
        for game, seat in ((name, 1), (name, 7), (opened, 0), ("nothing", 0)):
            key = keys.of_seat(game, seat)
            assert error(service.ask("GET", f"/{key}/api/games/{game}"))[0] == 404


def test_a_person_decides_for_nobody_else(matches: Service) -> None:
    name = matches.start("human", "human")
    first, second = (matches.seat(name, seat) for seat in (0, 1))
    state = second.game(name)
    assert (state["waits_for"], state["actions"]) == ("person", [])
    assert state["sentence"] == "Waiting for player 0"
    assert error(second.act(name, state, 0)) == (409, "it is not your turn to decide")
    asked = {"revision": state["revision"], "agent": "greedy"}
    assert error(second.post(f"games/{name}/think", asked))[0] in (409, 422)
    assert first.act(name, first.game(name), 0)[0] == 200
    assert second.game(name)["waits_for"] == "human"


def test_everybody_is_you_on_their_own_page(matches: Service) -> None:
    name = matches.start("human", "greedy", "human")
    assert matches.seat(name, 0).game(name)["names"] == ["you", "greedy", "player 2"]
    assert matches.seat(name, 2).game(name)["names"] == ["player 0", "greedy", "you"]


def test_what_several_people_know_is_not_taken_back(matches: Service) -> None:
    alone, together = matches.start("human", "random"), matches.start("human", "human")
    for name, status in ((alone, 200), (together, 409)):
        seat = matches.seat(name, 0)
        seat.act(name, seat.game(name), 0)
        state = seat.wait_for(name, "human", "person")
        assert state["can_undo"] == (status == 200)
        assert seat.post(f"games/{name}/undo", {"revision": state["revision"]})[0] == status


def test_why_an_agent_fails_is_not_shown_where_it_could_be_a_secret(tmp_path: Path) -> None:
    with running(tmp_path, game=MATCHES, agents=[BROKEN]) as service:
        name = service.start("human", BROKEN)
        seat = service.seat(name, 0)
        seat.act(name, seat.game(name), 0)
        until = time.monotonic() + 20
        while not (state := seat.game(name))["trouble"]:
            assert time.monotonic() < until
            time.sleep(0.01)
    assert "see the server's output" in state["trouble"]
    assert "nothing works" not in json.dumps(state)


def test_a_game_of_agents_alone_is_open(matches: Service) -> None:
    name = matches.start("greedy", "random")
    state = matches.wait_for(name, "")
    assert "?" not in state["text"]
    assert state["seat"] is None


def test_at_the_end_everything_is_open_to_everybody(matches: Service) -> None:
    name = matches.start("human", "human", seed=3)
    seats = [matches.seat(name, seat) for seat in (0, 1)]
    while (state := seats[0].game(name))["waits_for"]:
        mover = seats[state["to_move"]]
        mover.act(name, mover.game(name), 0)
    shown = [seat.game(name) for seat in (*seats, matches)]
    assert len({one["text"] for one in shown}) == 1
    assert "?" not in shown[0]["text"]
    assert [one["names"][0] for one in shown] == ["you", "player 0", "player 0"]
    assert seats[1].ask("GET", f"/{seats[1].key}/api/games/{name}/record")[0] == 200


def test_people_meet_again_in_the_next_game(matches: Service) -> None:
    name = matches.start("human", "human", setup="generate:4")
    seats = [matches.seat(name, seat) for seat in (0, 1)]
    assert error(seats[0].post(f"games/{name}/again", {}))[0] == 409
    while (state := seats[0].game(name))["waits_for"]:
        mover = seats[state["to_move"]]
        mover.act(name, mover.game(name), 0)
    found = [seat.post(f"games/{name}/again", {})[1] for seat in (*seats, matches)]
    assert len({one["id"] for one in found}) == 1
    assert found[2]["key"] is None
    for seat, one in enumerate(found[:2]):
        state = Service(matches.url, matches.folder, one["key"]).game(one["id"])
        assert (state["seat"], state["decisions"], state["setup"]) == (seat, 0, "generate:4")


# Where they are shown.


def test_the_addresses_are_printed_one_for_each_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["human", "random", "human"]
    options = Options(folder=tmp_path, port=0, game=MATCHES, seats=seats, name="mine", token=KEY)
    made = make_server(options)
    monkeypatch.setattr(made, "run", made.close)
    monkeypatch.setattr("sf_agents.web.serve.make_server", lambda _: made)
    serve(options)
    first, *others = capsys.readouterr().out.splitlines()
    keys = Keys(KEY)
    place = first.removesuffix(f"{KEY}/#mine")
    assert others == [f"seat {one}: {place}{keys.of_seat('mine', one)}/" for one in (0, 2)]


def test_no_key_is_logged(matches: Service, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        name = matches.start("human", "human")
        seat = matches.seat(name, 0)
        seat.game(name)
        seat.ask("GET", f"/{seat.key}/api/games/nothing")
        seat.ask("POST", f"/{seat.key}/api/games/{name}/act", b"{")
    assert not any(key in caplog.text for key in (KEY, seat.key))


# Several games.


def test_the_start_page_offers_all_games_of_the_server(matches: Service) -> None:
    lobby = matches.get("lobby")
    assert [kind["id"] for kind in lobby["kinds"]] == ["matches", "san_francisco"]
    assert lobby["id"] == "matches"
    other = matches.get("lobby/san_francisco")
    assert (other["setup_word"], other["opponents"][0]) == ("deck", "planner")
    name = matches.start("human", "greedy", game="san_francisco", deck="generate:7")
    state = matches.game(name)
    assert (state["game"], state["title"]) == ("san_francisco", "San Francisco")
    assert state["setup"] == "generate:7"
    listed = {game["id"]: game["game"] for game in matches.get("lobby")["games"]}
    assert listed[name] == "San Francisco"
    assert error(matches.post("games", {"seats": ["human"] * 2, "game": "chess"}))[0] == 422
    assert error(matches.ask("GET", f"/{KEY}/api/lobby/chess"))[0] == 422


def test_advice_is_about_what_the_seat_knows(tmp_path: Path) -> None:
    with running(tmp_path, game="ticket_to_ride", hint="ismcts:simulations=20") as service:
        name = service.start("human", "human", seed=5)
        first, second = (service.seat(name, seat) for seat in (0, 1))
        state = first.game(name)
        status, thought = first.post(f"games/{name}/think", {"revision": state["revision"]})
        assert status == 200, thought
        offered = {choice["action"] for choice in state["actions"]}
        assert {choice["action"] for choice in thought["choices"]} == offered
        asked = {"revision": second.game(name)["revision"]}
        assert error(second.post(f"games/{name}/think", asked))[0] == 409
