"""Searches over imagined worlds: what they say, what they may not know, and solved last turns."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.ticket_to_ride.search.ismcts import Ismcts
from sf_env.ticket_to_ride import conceal, imagine, legal_mask
from tests.games.ticket_to_ride.agents.last_turns import last_turns, worth_of_actions
from tests.games.ticket_to_ride.property.games import BOARDS, every_board, every_count, positions

KEYS = np.arange(1000, dtype=np.uint64)


@every_board
@every_count
def test_visits_add_up_and_the_most_visited_action_is_chosen(board: str, players: int) -> None:
    agent = Ismcts(simulations=40)
    for states in islice(positions(players, BOARDS[board], games=4), 0, None, 4):
        legal, keys = legal_mask(states), KEYS[: len(states)]
        found = agent.analyse(conceal(states), legal, keys)
        playing = legal.any(axis=1)
        assert (found.visits.sum(axis=1) == 40 * playing).all()
        assert (found.visits[~legal] == 0).all()
        assert (np.isnan(found.values) == ~legal).all()
        assert ((found.values[legal] >= 0) & (found.values[legal] <= 1)).all()
        chosen = agent.act(conceal(states), legal, keys)[playing]
        rows = np.flatnonzero(playing)
        assert (found.visits[rows, chosen] == found.visits[rows].max(axis=1)).all()
        np.testing.assert_array_equal(found.value[rows], found.values[rows, chosen])


def test_an_analysis_is_the_same_in_all_worlds_that_a_seat_cannot_tell_apart() -> None:
    agent = Ismcts(simulations=60)
    for number, states in enumerate(positions(2, BOARDS["san_francisco"], games=6)):
        keys = KEYS[: len(states)]
        one = agent.analyse(conceal(states), None, keys)
        other = agent.analyse(imagine(states, number), None, keys)
        np.testing.assert_array_equal(one.visits, other.visits)
        np.testing.assert_array_equal(one.values, other.values)


def test_another_key_is_another_search() -> None:
    states = conceal(next(positions(2, BOARDS["san_francisco"], games=6)))
    agent = Ismcts(simulations=60)
    one, again, other = (
        agent.analyse(states, None, keys) for keys in (KEYS[:6], KEYS[:6], KEYS[6:12])
    )
    np.testing.assert_array_equal(one.visits, again.visits)
    assert not np.array_equal(one.visits, other.visits)


def test_a_search_by_the_clock_looks_at_it_between_simulations() -> None:
    states = conceal(next(positions(2, BOARDS["san_francisco"], games=1)))
    agent = sf_agents.load("ismcts:seconds=0.05", game="ticket_to_ride")
    found = agent.analyse(states)
    assert found.visits.sum() % 32 == 0
    assert found.visits.sum() > 0


@every_count
def test_last_turns_are_played_as_well_as_can_be(players: int) -> None:
    agent = sf_agents.load("ismcts:simulations=1000", game="ticket_to_ride")
    states = last_turns(players)
    chosen = agent.act(conceal(states), legal_mask(states), KEYS[: len(states)])
    differs = 0
    for row, action in enumerate(chosen.tolist()):
        worth = worth_of_actions(states[row : row + 1])
        assert worth[action] > np.nanmax(worth) - 0.06
        differs += np.nanmax(worth) - np.nanmin(worth) > 0.2
    assert differs > 2  # positions in which it matters what is chosen


@pytest.mark.parametrize("words", ["simulations=0", "weights=nowhere.json", "playouts=0"])
def test_odd_parameters_are_refused(words: str) -> None:
    name, _, value = words.partition("=")
    with pytest.raises(sf_env.UnknownAgent, match=rf"{name}|{value}"):
        sf_agents.load(f"ismcts:{words}", game="ticket_to_ride")
