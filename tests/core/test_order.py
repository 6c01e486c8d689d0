"""A game whose chance is fixed by an order: at the deal, and at every draw that follows."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sf_agents.playing.session import Session
from sf_env import RecordError, record
from sf_env.core.game import Game
from tests.toy import DRAW, MATCHES

ORDER = {"hands": [3, 0, 2], "draws": [1, 3]}
ACTIONS = [DRAW, 0, DRAW, 1, 1, 1, 1]  # the draws are player 0's and player 2's


def start(order: Any = ORDER) -> Game:
    return Game(MATCHES, players=3, order=order)


def hands(game: Game) -> list[int]:
    return game.state["hand"].tolist()  # type: ignore[no-any-return]


def played(order: Any = ORDER) -> Game:
    game = start(order)
    for action in ACTIONS:
        game.step(action)
    return game


def test_draws_come_from_the_order() -> None:
    game = start()
    assert hands(game) == [3, 0, 2]
    game.step(DRAW)
    assert hands(game) == [1, 0, 2]
    assert game.to_move == 1
    game.step(0)
    game.step(DRAW)
    assert hands(game) == [1, 0, 3]
    assert played() == played()
    assert played().is_over


def test_a_copy_takes_the_same_draws_and_none_of_the_original() -> None:
    game = start()
    game.step(DRAW)
    for twin in (game.clone(), pickle.loads(pickle.dumps(game))):
        twin.step(0)
        twin.step(DRAW)
        assert hands(twin) == [1, 0, 3]
    game.step(0)
    game.step(DRAW)
    assert hands(game) == [1, 0, 3]


@pytest.mark.parametrize(
    ("draws", "words"),
    [([], "fit the game: there is no draw number 0"), ([4], "draw number 0 is 4, not 0 to 3")],
)
def test_a_draw_that_the_order_does_not_have_changes_nothing(draws: list[int], words: str) -> None:
    game = start(ORDER | {"draws": draws})
    view, before = game.states, game.clone()
    with pytest.raises(ValueError, match=words):
        game.step(DRAW)
    assert game == before
    assert (game.actions, game.length) == ([], 0)
    game.step(0)
    assert view["left"][0] == 8


def test_a_record_with_an_order_is_played_again(tmp_path: Path) -> None:
    record.save(tmp_path / "games.jsonl", played().record())
    (kept,) = record.load(tmp_path / "games.jsonl")
    assert kept["order"] == ORDER
    *games, last = record.replay(kept)
    assert last == played()
    assert hands(games[2]) == [1, 0, 2]
    again = record.from_actions(3, None, actions=ACTIONS, game=MATCHES, order=ORDER)
    assert again == kept


def test_arrays_hold_the_draws_of_the_order() -> None:
    seeded = record.from_actions(3, 5, actions=[1, 1, 1, 1, 0], game=MATCHES)
    records = [played().record(), seeded, played(ORDER | {"draws": [2, 0]}).record()]
    arrays = record.arrays(records)
    at = 0
    for number, one in enumerate(records):
        for game in list(record.replay(one))[:-1]:
            assert arrays["game"][at] == number
            assert (arrays["observation"][at] == game.observe()).all()
            assert np.flatnonzero(arrays["mask"][at]).tolist() == game.legal_actions()
            assert arrays["seat"][at] == game.to_move
            at += 1
    assert at == len(arrays["action"])
    *_, end = record.replay(records[0])
    assert (arrays["return"][0] > 0) == (0 in end.winners())


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"draws": [1, 3]}, "a.jsonl, line 1: 'hands' is missing"),
        (
            {"hands": [1, 2, 3], "draws": [1]},
            "a.jsonl, line 1: action number 2: the order does .* there is no draw number 1",
        ),
        (
            {"hands": [1, 2, 3], "draws": 1},
            "a.jsonl, line 1: action number 0: the order does .* object of type 'int'",
        ),
        ({"hands": 3}, "a.jsonl, line 1: object of type 'int' has no len"),
    ],
)
def test_an_order_that_does_not_fit_is_an_error_of_the_record(order: Any, words: str) -> None:
    kept = played().record() | {"order": order}
    with pytest.raises(RecordError, match=words):
        list(record.replay(kept, where="a.jsonl, line 1"))
    with pytest.raises(RecordError, match=words.replace("a.jsonl, line 1", "record 0")):
        record.arrays([kept])


def test_a_session_with_an_order_is_resumed_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = Session(start(), ["human", "random", "random"], path)
    session.act(ACTIONS[0])
    for _ in range(2):
        session.act_for_agent()
    session = Session.load(path)
    assert len(session.game.actions or []) == 3
    assert session.undo()
    assert hands(session.game) == hands(start())
    assert json.loads(path.read_text())["order"] == ORDER
