"""Finishing a turn: as good as trying every sequence of decisions, deferrals included."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.search.turn_search import Desk, finish_turn, new_desk
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.constants import BONUS_CHOICE, BUILD, END, OVER, TARGET, TURN
from tests.games.san_francisco.agents.exact import after, as_states, best_end_of_turn, choices
from tests.games.san_francisco.agents.eyes import chance
from tests.games.san_francisco.agents.stages import DECKS, stages
from tests.games.san_francisco.positions import (
    BLUE,
    FULL_ROW,
    GREEN,
    GREY,
    ORANGE,
    TOWER,
    YELLOW,
    act,
    position,
)

WIDE = 2048
MOST_TAKEN = 3


def turns(players: int, deck: str, phase: int) -> np.ndarray:
    """Return small turns that have begun, those with most cards to build first."""
    states = stages(players, deck, each=400)
    states = states[(states["phase"] == phase) & (states["taken_count"] <= MOST_TAKEN)]
    chosen: np.ndarray = states[np.argsort(-states["taken_count"], kind="stable")][:30]
    return chosen


def finish(state: np.void, desk: Desk) -> float:
    """Return what the search finds."""
    return finish_turn(state, WEIGHTS.load(int(state["players"])), desk)


def ended(state: np.void) -> bool:
    return state["phase"] in (TURN, OVER)


@pytest.mark.parametrize("phase", [BUILD, BONUS_CHOICE, TARGET, END])
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_end_is_found_and_reached(players: int, deck: str, phase: int) -> None:
    desk = new_desk(WIDE)
    for state in turns(players, deck, phase):
        seat = int(state["to_move"])
        worth = finish(state, desk)
        result = desk.result[0].copy()
        assert worth == best_end_of_turn(one(state), partial(chance, seat=seat))
        assert worth == chance(result, seat)
        assert ended(result)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_decisions_lead_there_one_after_the_other(players: int, deck: str) -> None:
    desk = new_desk(WIDE)
    for state in turns(players, deck, BUILD):
        seat = int(state["to_move"])
        worth = finish(state, desk)
        states = one(state)
        while not ended(states[0]):
            assert finish(states[0], desk) == worth
            sf_env.step_states(states, desk.first)
        assert chance(states[0], seat) == worth


@pytest.mark.parametrize("width", [1, 2, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_narrow_search_is_legal_and_never_better(players: int, width: int) -> None:
    narrow, wide = new_desk(width), new_desk(WIDE)
    worse = 0
    for state in stages(players, each=100):
        if state["phase"] not in (BUILD, BONUS_CHOICE, TARGET, END):
            continue
        worth, best = finish(state, narrow), finish(state, wide)
        assert worth <= best
        assert worth == chance(narrow.result[0], int(state["to_move"]))
        assert int(state["legal"]) >> int(narrow.first[0]) & 1
        worse += worth < best
    assert worse > 0 or width > 1


def test_what_is_searched_stays_as_it_is() -> None:
    desk = new_desk(8)
    for state in stages(4)[:]:
        if state["phase"] in (BUILD, BONUS_CHOICE, TARGET, END):
            before = state.tobytes()
            finish(state, desk)
            assert state.tobytes() == before


def test_the_last_cards_are_built_if_they_are_the_best() -> None:
    """There are two spaces, and no other row takes the cards."""
    taken = "green 0, green 2, green 3"
    states = as_states(position(2, cities=[{GREEN: "1, 1, 1"}] * 2, taken=taken))
    desk = new_desk(WIDE)
    finish(states[0], desk)
    assert NAMES[desk.first[0]] in ("DEFER", "DISCARD")
    assert desk.result[0]["row_values"][0, GREEN] == 8


def test_equal_rows_of_different_cards_are_told_apart() -> None:
    """All black cards find a space, and the last one ends the game: each has its own row."""
    ours = {BLUE: FULL_ROW, GREY: FULL_ROW, ORANGE: "0, 0, 0, 0", YELLOW: "0, 0, 0, 0"}
    theirs = {BLUE: TOWER, GREY: "1", ORANGE: "2", YELLOW: "1", GREEN: "0 tracks"}
    game = position(
        2,
        cities=[ours | {GREEN: "1, 1, 1, 1"}, theirs],
        taken="black 0, black 2, black 3",
        point_tokens=[0, 1],
    )
    desk = new_desk(WIDE)
    assert finish(game.state, desk) == 1
    assert desk.result[0]["row_values"][0, ORANGE:].tolist() == [3, 2, 4]


def test_deferrals_already_made_count() -> None:
    desk = new_desk(WIDE)
    deferred = 0
    for state in turns(3, "odd", BUILD):
        seat = int(state["to_move"])
        states = one(state)
        while "DEFER" in choices(states):
            states = after(states, "DEFER")
            best = best_end_of_turn(states, partial(chance, seat=seat))
            assert finish(states[0], desk) == best
            deferred += 1
    assert deferred > 10


@pytest.mark.parametrize("width", [1, WIDE])
def test_a_bonus_that_leaves_no_mark_in_the_city_counts(width: int) -> None:
    """Only the point token wins, when the last card is built."""
    rows = dict.fromkeys((BLUE, GREY, ORANGE), "0, 0, 0, 0, 0")
    ours = rows | {YELLOW: "2 bonus, 0, 0, 0", GREEN: "2, 0, 0, 0, 0"}
    theirs = dict.fromkeys(rows, "1") | {GREEN: "0 tracks, 0 tracks"}
    game = position(2, cities=[ours, theirs], taken="yellow 0 bonus", point_tokens=[0, 1])
    desk = new_desk(width)
    assert finish(game.state, desk) == 1
    assert desk.result[0]["point_tokens"][0] == 1
    act(game, "ROW 3")
    finish(game.state, desk)
    assert NAMES[desk.first[0]] == "DISTRICT_BONUS"
    act(game, "TRACK_BONUS", "CELL 4 0")
    assert game.winners() == [1]


def one(state: np.void) -> np.ndarray:
    """Return an array of one state."""
    states = np.zeros(1, sf_env.STATE)
    states[0] = state
    return states
