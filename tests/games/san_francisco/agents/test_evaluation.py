"""The evaluation: chances that add up, that are certain at the end, and that grow with the city."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.evaluation.future import draws_left
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS
from tests.games.san_francisco.agents.exact import as_states
from tests.games.san_francisco.agents.eyes import chance, chances
from tests.games.san_francisco.agents.stages import DECKS, stages
from tests.games.san_francisco.positions import (
    BLUE,
    FULL_ROW,
    GREEN,
    GREY,
    TOWER,
    YELLOW,
    ended,
    position,
)

FOUNDATION_BIT = 8


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_lie_between_0_and_1_and_differ(players: int, deck: str) -> None:
    found = chances(stages(players, deck))
    assert ((found >= 0) & (found <= 1)).all()
    assert found.std() > 0.1


@pytest.mark.parametrize("deck", DECKS)
def test_the_chances_of_two_players_add_up_to_1(deck: str) -> None:
    assert chances(stages(2, deck)).sum(axis=1) == pytest.approx(1, abs=1e-9)


def one_seat_on(states: np.ndarray) -> np.ndarray:
    """Return the same positions with everybody session one seat further on."""
    moved = states.copy()
    players = int(states["players"][0])
    for field in states.dtype.names or ():
        if states.dtype[field].shape[:1] == (MAX_PLAYERS,):
            moved[field][:, :players] = np.roll(states[field][:, :players], 1, axis=1)
    for owner in ("to_move", "medal", "completion"):
        moved[owner] = np.where(states[owner] < 0, -1, (states[owner] + 1) % players)
    return moved


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_does_not_matter_who_sits_on_which_seat(players: int) -> None:
    states = stages(players)
    expected = np.roll(chances(states), 1, axis=1)
    assert chances(one_seat_on(states)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_finished_games_are_certain(players: int, deck: str) -> None:
    states = stages(players, deck).copy()
    sf_env.random_playouts(states, 1)
    winners = sf_env.winners(states)
    assert np.allclose(chances(states), winners / winners.sum(axis=1, keepdims=True))


def test_a_shared_win_is_a_part_of_one() -> None:
    cities = [
        {BLUE: FULL_ROW, GREY: FULL_ROW, GREEN: "1"},
        {BLUE: "1", GREY: "1", YELLOW: "1", 2: "1"},
    ]
    game = ended(2, cities=cities, point_tokens=[1, 0])
    totals = [seat["total"] for seat in game.scores()]
    assert totals == [8, 8]
    assert game.winners() == [0, 1]
    assert chances(as_states(game)).tolist() == [[0.5, 0.5]]


# More of anything is better --------------------------------------------------------------------

ROWS = {BLUE: "1, 2", GREY: "0 plaza", GREEN: "1, 2"}


def with_ours(players: int, to_move: int, ours: dict[int, str], **rest: Any) -> np.ndarray:
    """Return a position in which seat 0 has these rows, and all the others the usual ones."""
    usual: dict[str, Any] = {"columns": ["green 1", "blue 1, grey 1"], "contracts": [1] * players}
    cities = [ROWS | ours, *[ROWS] * (players - 1)]
    deck = "blue 1, green 2, grey 0"
    return as_states(position(players, cities=cities, to_move=to_move, deck=deck, **(usual | rest)))


def with_owner(field: str, owner: int) -> Callable[[int, int], np.ndarray]:
    """Return a maker of positions in which a seat has the medal, or all completion tokens."""

    def make(players: int, to_move: int) -> np.ndarray:
        states = with_ours(players, to_move, {})
        states[field] = owner
        return states

    return make


def plain(ours: dict[int, str], **rest: Any) -> Callable[[int, int], np.ndarray]:
    """Return a maker of positions with these rows of ours."""
    return lambda players, to_move: with_ours(players, to_move, ours, **rest)


PAIRS = {
    "a value in a contested district": (plain({GREEN: "1, 2"}), plain({GREEN: "1, 3"})),
    "a value in a district that is lost": (plain({BLUE: "0, 0"}), plain({BLUE: "0, 1"})),
    "one more card": (plain({YELLOW: ""}), plain({YELLOW: "1"})),
    "a tram": (plain({GREEN: "1, 2"}), plain({GREEN: "1, 2 tracks"})),
    "tracks without a tram": (plain({BLUE: "1, 2"}), plain({BLUE: "1, 2 tracks"})),
    "a skyscraper": (plain({YELLOW: "3, 0 foundation, 3"}), plain({YELLOW: TOWER})),
    "a foundation": (plain({YELLOW: "2, 0, 2"}), plain({YELLOW: "2, 0 foundation, 2"})),
    "a value beside a foundation": (
        plain({YELLOW: "2, 0 foundation, 2"}),
        plain({YELLOW: "2, 0 foundation, 3"}),
    ),
    "the medal that is still free": (with_owner("medal", -1), with_owner("medal", 0)),
    "the medal of another": (with_owner("medal", 1), with_owner("medal", 0)),
    "completion tokens still free": (with_owner("completion", -1), with_owner("completion", 0)),
    "completion tokens of another": (with_owner("completion", 1), with_owner("completion", 0)),
    "a point token": (plain({}), plain({}, point_tokens=[1])),
    "a waiver": (plain({}), plain({}, waivers=[1])),
    "one contract less": (plain({}, contracts=[1, 1]), plain({}, contracts=[0, 1])),
    "one contract more of another": (plain({}, contracts=[1, 1]), plain({}, contracts=[1, 2])),
    "the turn, if there is much to take": (
        lambda players, _: with_ours(players, 1, {}, contracts=[0, 0]),
        lambda players, _: with_ours(players, 0, {}, contracts=[0, 0]),
    ),
}


@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("what", PAIRS)
def test_more_is_better(what: str, players: int, to_move: int) -> None:
    less, more = (make(players, to_move)[0] for make in PAIRS[what])
    assert chance(less, 0) < chance(more, 0)


# How long the game still lasts -----------------------------------------------------------------


def mean_draws(states: np.ndarray, row: int, count: int = 3000) -> tuple[float, float]:
    """Return how many cards will go to the table, by many shuffles, and the mean's uncertainty."""
    many = np.repeat(states[row : row + 1], count)
    sf_env.reshuffle(many, row)
    coming = many["deck"][:, : many["deck_left"][0]][:, ::-1].astype(int)
    if many["drawn"][0] >= 0:
        coming = np.column_stack([many["drawn"], coming])
    foundations = many["attributes"][0][coming] & FOUNDATION_BIT > 0
    draws = (foundations.cumsum(axis=1) < many["foundation_tokens"][0]).sum(axis=1) + 1
    return float(draws.mean()), float(draws.std() / np.sqrt(count))


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_draws_left_are_those_until_the_last_foundation_token(players: int, deck: str) -> None:
    states = stages(players, deck)
    for row in range(0, len(states), 12):
        mean, spread = mean_draws(states, row)
        assert draws_left(states[row]) == pytest.approx(mean, abs=4.5 * spread + 1e-9)
