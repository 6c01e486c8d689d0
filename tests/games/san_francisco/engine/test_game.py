"""A single game as an object: starting, refusing, copying, comparing, telling."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import Game, actions


def middle(players: int = 3, decisions: int = 70) -> Game:
    game = Game(players, seed=4)
    rng = random.Random(1)
    for _ in range(decisions):
        game.step(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("duplicate", ["clone", "copy", "deepcopy", "pickle", "from_state"])
def test_copies_are_equal_and_independent(duplicate: str) -> None:
    game = middle()
    twin = {
        "clone": Game.clone,
        "copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda g: pickle.loads(pickle.dumps(g)),
        "from_state": lambda g: Game.from_state(g.state),
    }[duplicate](game)
    assert twin == game
    assert not np.shares_memory(twin.states, game.states)
    before = game.states.tobytes()
    twin.step(twin.legal_actions()[-1])
    assert game.states.tobytes() == before
    assert twin != game
    game.step(game.legal_actions()[-1])
    assert twin == game
    if duplicate != "from_state":
        assert twin.record() == game.record()


def test_games_are_not_hashable_and_equal_by_their_state() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(middle())
    assert middle() != "a game"
    order = [int(card) for card in Game(2, seed=1).state["deck"][:87][::-1]]
    assert Game(2, seed=1) == Game(2, order=order)


def test_the_state_is_a_live_view() -> None:
    game = Game(2, seed=1)
    state = game.state
    game.step(0)
    assert state["drawn"] >= 0
    assert isinstance(state, np.void)
    assert state.dtype == sf_env.STATE


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8])
def test_kinds_of_integers(kind: Any) -> None:
    game = Game(2, seed=1)
    game.step(kind(0))
    assert game.phase == "column"


@pytest.mark.parametrize("wrong", [0.0, "0", None, [0], np.float32(0)])
def test_no_integers(wrong: Any) -> None:
    with pytest.raises(TypeError, match="an action is an integer"):
        Game(2, seed=1).step(wrong)


def test_the_message_of_an_illegal_action_says_what_is_legal() -> None:
    game = Game(2, seed=1)
    with pytest.raises(
        sf_env.IllegalAction, match=r"action 1 \(FINALIZE 0\).*legal are 0 \(DRAW\)"
    ):
        game.step(1)
    with pytest.raises(
        sf_env.IllegalAction, match=r"action -1 does not exist; actions are 0 to 43"
    ):
        game.step(-1)
    while not game.is_over:
        game.step(game.legal_actions()[0])
    with pytest.raises(sf_env.IllegalAction, match="the game is over"):
        game.step(0)


@pytest.mark.parametrize("players", [1, 5, 2.0, "two", None])
def test_wrong_players(players: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        Game(players, seed=1)


def test_wrong_starts() -> None:
    with pytest.raises(ValueError, match="not both"):
        Game(2, seed=1, order=list(range(87)))
    for order, words in (
        (range(86), "86 cards"),
        ([*range(86), 3], "3 occurs twice"),
        ([*range(86), 87], "87 is not a card"),
        ([0.0] * 87, "integers"),
    ):
        with pytest.raises(ValueError, match=words):
            Game(2, order=order)
    with pytest.raises(ValueError, match="one record"):
        Game.from_state(np.zeros(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="players=0"):
        Game.from_state(np.zeros(1, sf_env.STATE)[0])
    with pytest.raises(TypeError):
        Game(2, sed=1)  # type: ignore[call-arg]


def test_seats_that_do_not_exist() -> None:
    game = middle()
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="allowed: 0 to 2"):
            game.observe(seat)
    assert np.array_equal(game.observe(), game.observe(game.to_move))


def test_snapshots_are_plain_data() -> None:
    game = middle()
    told = json.loads(json.dumps(game.snapshot()))
    assert told == game.snapshot()
    assert list(told) == [
        "players", "to_move", "phase", "columns", "drawn", "taken", "bonus", "foundation_tokens",
        "bonuses_left", "contracts", "waivers", "point_tokens", "cities", "trams", "skyscrapers",
        "plus2", "track_tokens", "values", "medal", "completion", "deck_left", "ender", "legal",
    ]  # fmt: skip


def test_scores_before_the_end() -> None:
    game = middle()
    scores = game.scores()
    assert game.winners() == []
    assert [score["total"] for score in scores] == game.points().tolist()
    for score in scores:
        parts = [v for k, v in score.items() if k not in ("total", "districts")]
        assert score["total"] == sum(parts) + sum(score["districts"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_as_text(players: int) -> None:
    game = Game(players, seed=2)
    rng = random.Random(3)
    phases = set()
    while True:
        board = game.to_text()
        assert board == str(game)
        assert max(len(line) for line in board.splitlines()) <= 110
        for seat in range(players):
            assert f"player {seat}," in board
        for action in game.legal_actions():
            assert actions.name(action) in board.split("legal ")[1]
        phases.add(game.phase)
        if game.is_over:
            break
        game.step(rng.choice(game.legal_actions()))
    winners = " and ".join(f"player {seat}" for seat in game.winners())
    assert f"won by {winners}" in board
    assert {"turn", "column", "build", "over"} <= phases


def test_action_names() -> None:
    for action, name in enumerate(actions.NAMES):
        assert actions.name(action) == name
        assert actions.number(name) == action
        assert actions.describe(action)
    assert actions.number(" cell  3 1") == 32
    assert actions.name(3) == "FINALIZE 2"
    for wrong in ("CELL 5 0", "", "42"):
        with pytest.raises(sf_env.IllegalAction, match="no action is called"):
            actions.number(wrong)
    for outside in (-1, 44):
        with pytest.raises(sf_env.IllegalAction, match="does not exist"):
            actions.name(outside)
    with pytest.raises(TypeError):
        actions.describe("DRAW")  # type: ignore[arg-type]
