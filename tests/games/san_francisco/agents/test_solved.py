"""Endings that a search solves: it says so, and its values are those of plain enumeration.

Nobody can build the cards on the table, so there is only one way to finish a turn. All ties are
open: whoever ends the game wins them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sf_agents.san_francisco.search.mcts import Mcts
from sf_env import Game
from sf_env.games.san_francisco.actions import NAMES
from tests.games.san_francisco.agents.endings import finish, overtake
from tests.games.san_francisco.agents.exact import as_states, sure_shares
from tests.games.san_francisco.positions import (
    BLUE,
    FOUNDATION,
    FULL_ROW,
    GREEN,
    GREY,
    ORANGE,
    YELLOW,
    position,
)

FULL = {GREY: FULL_ROW, ORANGE: FULL_ROW}
CURIOUS = Mcts(20_000, exploration=100.0, temperature=10.0)  # to look at bad choices too


def parity(players: int, **rest: Any) -> Game:
    """Return a game that the next foundation ends; there are 10, and the other cards of a deck."""
    return position(players, cities=[FULL] * players, tokens=1, **rest)


FORCED: dict[str, Callable[[int], Game]] = {
    "the end at once": lambda players: parity(players, contracts=[9] * players),
    "one other card": lambda players: parity(players, deck="grey 0", contracts=[9] * players),
    "two equal ones": lambda players: parity(
        players, deck="grey 0, grey 0", contracts=[9] * players
    ),
    "two different ones": lambda players: parity(
        players, deck="grey 0, orange 0", contracts=[9] * players
    ),
    "a drawn card": lambda players: parity(
        players, drawn="orange 0", deck="grey 0", contracts=[9] * players
    ),
}
FREE: dict[str, Callable[[], Game]] = {
    "a card to take": lambda: parity(2, columns=["grey 0"], deck="grey 0"),
    "a card to take, with a contract": lambda: parity(
        2, columns=["grey 0, grey 0"], contracts=[1, 0], deck="orange 0"
    ),
    "two columns": lambda: parity(2, columns=["grey 0", "orange 0, grey 0"], deck="grey 0"),
    "a waiver": lambda: parity(
        2, columns=["grey 0"], contracts=[1, 0], waivers=[1, 0], deck="grey 0"
    ),
    "a waiver of the other": lambda: parity(
        2, columns=["grey 0"], contracts=[0, 1], waivers=[0, 1], deck="grey 0"
    ),
    "a taken card": lambda: parity(2, taken="grey 0", columns=["orange 0"], deck="grey 0"),
    "a drawn one": lambda: parity(2, drawn="grey 0", columns=["orange 0"], deck="grey 0"),
}


def check(game: Game) -> None:
    """Compare what a search finds with the truth."""
    states = as_states(game)
    found = CURIOUS.analyse(states)
    truth = sure_shares(states)
    assert found.solved
    assert found.visits.sum() < CURIOUS.simulations
    assert found.value == pytest.approx(max(truth.values()))
    if max(truth.values()) < 1:  # or else the search need not look at the rest
        values = {NAMES[number]: found.values[0, number] for number in game.legal_actions()}
        assert values == pytest.approx(truth)
    assert truth[NAMES[CURIOUS.act(states)[0]]] == pytest.approx(max(truth.values()))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", FORCED)
def test_forced_endings_have_their_exact_chances(name: str, players: int) -> None:
    check(FORCED[name](players))


@pytest.mark.parametrize("name", FREE)
def test_endings_with_choices_have_their_exact_chances(name: str) -> None:
    check(FREE[name]())


def test_a_shared_win_is_worth_one_half() -> None:
    """Wherever the last foundation is put, both have 8 points and no trams."""
    ours = {BLUE: FULL_ROW, GREY: FULL_ROW, GREEN: "1"}
    theirs = dict.fromkeys((BLUE, GREY, ORANGE, YELLOW), "1")
    game = position(2, cities=[ours, theirs], point_tokens=[1], drawn=FOUNDATION, tokens=1)
    found = Mcts(10).analyse(as_states(game))
    assert found.solved
    assert [found.values[0, number] for number in game.legal_actions()] == [0.5] * 3
    assert found.value == 0.5


def test_open_games_are_not_solved() -> None:
    found = Mcts(50).analyse(as_states(Game(2, seed=1)))
    assert not found.solved


@pytest.mark.parametrize("ending", [finish, overtake])
def test_a_sure_win_by_drawing_is_solved(ending: Any) -> None:
    """Ten cards that win are a sure win, though ten times 1/10 is less than 1."""
    found = Mcts(300).analyse(as_states(ending(2)))
    assert found.solved
    assert found.value == 1


def test_what_is_solved_is_certain() -> None:
    """The other player wins by force, but not in the way to build that looks best."""
    ours = {GREY: "2", YELLOW: "2", GREEN: "0, 0, 0, 1 tracks, 0"}
    theirs = {0: "1", GREY: "0, 0, 0, 2", ORANGE: "0, 0, 3", YELLOW: "0, 0, 0, 1", GREEN: "3"}
    states = as_states(
        position(
            2,
            cities=[ours, theirs],
            columns=["yellow 0", "yellow 0 plaza", "orange 1"],
            contracts=[1, 0],
            tokens=2,
        )
    )
    found = Mcts(1500).analyse(states)
    assert sure_shares(states) == {"DRAW": 0}
    assert not found.solved or found.value == 0
