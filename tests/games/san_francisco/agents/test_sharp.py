"""The sharp policy: what it sees, what it takes, and where it builds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.evaluation.city import survey
from sf_agents.san_francisco.evaluation.evaluation import look_at_table
from sf_agents.san_francisco.evaluation.offers import weigh_columns, worth_on_spot
from sf_agents.san_francisco.evaluation.outlook import OUTLOOK
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.search.sharp import put_for_the_next, sharp_action, take_by_worth
from sf_env import Game
from sf_env.core.compiled.rng import mix
from sf_env.games.san_francisco.engine.actions import (
    DRAW,
    FINALIZE,
    PUT,
    ROW,
    TAKE_TRACK_BONUS,
    WAIVE,
)
from sf_env.games.san_francisco.engine.constants import (
    BONUS_CHOICE,
    BUILD,
    COLUMN,
    PLUS2,
    TARGET,
    TRACK_BONUS,
    TURN,
    WILD4,
)
from tests.games.san_francisco.agents.stages import stages

RANDOM = np.uint64(7)


def seen(players: int, phase: int, each: int = 300) -> Iterator[tuple[np.void, np.void, np.void]]:
    """Yield positions of a phase with the weights and what the policy sees there."""
    weights = WEIGHTS.load(players)[0]
    for state in stages(players, each=each):
        if state["phase"] == phase:
            view = np.zeros(1, OUTLOOK)[0]
            for seat in range(players):
                survey(state, seat, view)
            look_at_table(state, weights, view)
            yield state, weights, view


def legal(state: np.void) -> list[int]:
    """Return the legal actions of a position."""
    return Game.from_state(state).legal_actions()


def test_a_card_that_is_put_down_counts_for_every_seat_as_if_looked_at_anew() -> None:
    count = 0
    for state, weights, view in seen(4, COLUMN):
        action = put_for_the_next(state, weights, view, RANDOM)
        expected = view["columns"].copy()
        game = Game.from_state(state)
        game.step(action)
        for seat in range(4):
            weigh_columns(game.state, seat, weights, view)
        assert np.allclose(view["columns"], expected)
        count += 1
    assert count > 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_takes_the_column_that_brings_much_and_draws_if_none_does(players: int) -> None:
    taken = 0
    for state, weights, view in seen(players, TURN):
        mover = state["to_move"]
        bits = int(state["legal"])
        view["columns"][:] = 0.0
        if WAIVE + 2 not in legal(state):
            assert take_by_worth(state, bits, weights, view, RANDOM) == DRAW
            for action in {FINALIZE, FINALIZE + 1, FINALIZE + 2} & set(legal(state)):
                view["columns"][mover] = 20.0
                view["columns"][mover, action - FINALIZE] = 21.0
                assert take_by_worth(state, bits, weights, view, RANDOM) == action
                taken += 1
    assert taken > 20


def test_how_much_is_enough_varies() -> None:
    taken = []
    for state, weights, view in seen(2, TURN):
        words = [np.uint64(mix(number)) for number in range(200)]
        bits = int(state["legal"])
        actions = [take_by_worth(state, bits, weights, view, word) for word in words]
        taken.append(np.mean([FINALIZE <= action < PUT for action in actions]))
    shares = np.array(taken)
    assert (shares == 0).any()
    assert (shares > 0.9).any()
    assert ((shares > 0.1) & (shares < 0.9)).mean() > 0.1


def test_of_equal_columns_it_takes_the_one_that_the_next_player_wants() -> None:
    count = 0
    for state, weights, view in seen(2, TURN, each=2000):
        after = 1 - state["to_move"]
        columns = [a - FINALIZE for a in legal(state) if FINALIZE <= a < PUT]
        if len(columns) == 3 and WAIVE + 2 not in legal(state):
            for wanted in columns:
                if state["column_count"][wanted] > state["contracts"][after]:
                    view["columns"][:] = 20.0
                    view["columns"][after] = 0.0
                    view["columns"][after, wanted] = 8.0
                    action = take_by_worth(state, int(state["legal"]), weights, view, RANDOM)
                    assert action == FINALIZE + wanted
                    count += 1
    assert count > 20


def test_cards_are_built_where_they_bring_most() -> None:
    choices = 0
    for state, weights, view in seen(2, BUILD, each=600):
        rows = [a - ROW for a in legal(state) if ROW <= a < ROW + 5]
        if len(rows) > 1:
            seat = int(state["to_move"])
            attributes = int(state["attributes"][state["taken"][0]])
            worth = [worth_on_spot(state, seat, row, attributes, weights, view) for row in rows]
            assert sharp_action(state, weights, view, RANDOM) == ROW + rows[int(np.argmax(worth))]
            choices += 1
    assert choices > 5


def test_equal_columns_get_a_card_equally_often() -> None:
    states = sf_env.deal(2, range(600))
    weights, view = WEIGHTS.load(2)[0], np.zeros(1, OUTLOOK)[0]
    put = np.zeros(3, np.int64)
    for number, state in enumerate(states):
        game = Game.from_state(state)
        game.step(DRAW)
        for seat in range(2):
            survey(game.state, seat, view)
        look_at_table(game.state, weights, view)
        put[put_for_the_next(game.state, weights, view, np.uint64(mix(number))) - PUT] += 1
    assert (put > 150).all()


def skyscrapers_after(state: np.void, action: int) -> int:
    """Return how many skyscrapers the player to move has after an action."""
    game = Game.from_state(state)
    game.step(action)
    return int(game.state["skyscraper_count"][state["to_move"]])


def trams_after(state: np.void, action: int) -> int:
    """Return the trams that the player to move has after an action."""
    game = Game.from_state(state)
    game.step(action)
    return int(game.state["tram_count"][state["to_move"]])


def test_tracks_go_where_they_bring_trams() -> None:
    count = 0
    for state, weights, view in seen(2, TARGET, each=900):
        if state["bonus"] == TRACK_BONUS:
            chosen = trams_after(state, sharp_action(state, weights, view, RANDOM))
            most = max(trams_after(state, action) for action in legal(state))
            assert (chosen > state["tram_count"][state["to_move"]]) == (
                most > state["tram_count"][state["to_move"]]
            )
            count += 1
    assert count > 5


def test_plus_two_mostly_goes_where_it_builds_a_skyscraper() -> None:
    built = []
    for players in (2, 3, 4):
        for state, weights, view in seen(players, TARGET, each=900):
            if state["bonus"] == PLUS2:
                before = state["skyscraper_count"][state["to_move"]]
                if max(skyscrapers_after(state, action) for action in legal(state)) > before:
                    chosen = sharp_action(state, weights, view, RANDOM)
                    built.append(skyscrapers_after(state, chosen) > before)
    assert len(built) > 5
    assert np.mean(built) > 2 / 3


def test_the_wild_card_is_built_like_any_other_card() -> None:
    count = 0
    for state, weights, view in seen(2, TARGET, each=900):
        rows = [action - ROW for action in legal(state)]
        if state["bonus"] == WILD4 and len(rows) > 1:
            seat, wild = int(state["to_move"]), int(state["attributes"][int(state["deck_size"])])
            chosen = sharp_action(state, weights, view, RANDOM)
            survey(state, seat, view)
            worth = [worth_on_spot(state, seat, row, wild, weights, view) for row in rows]
            assert chosen == ROW + rows[int(np.argmax(worth))]
            count += 1
    assert count > 5


def test_either_bonus_may_be_the_better_one() -> None:
    taken = set()
    for state, weights, view in seen(2, BONUS_CHOICE, each=900):
        action = sharp_action(state, weights, view, RANDOM)
        assert action in legal(state)
        if len(legal(state)) > 1:
            taken.add(action)
    assert taken == {TAKE_TRACK_BONUS, TAKE_TRACK_BONUS - 1}
