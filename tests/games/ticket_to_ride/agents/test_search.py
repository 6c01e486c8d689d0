"""Searches over imagined worlds: what they say, what they may not know, and solved last turns."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.ticket_to_ride.search.ismcts import Ismcts
from sf_agents.ticket_to_ride.search.worlds import make_world
from sf_env.ticket_to_ride import conceal, imagine, legal_mask
from tests.games.ticket_to_ride.agents.last_turns import last_turns, worth_of_actions
from tests.games.ticket_to_ride.property.games import BOARDS, every_board, every_count, positions

Array = np.ndarray[Any, Any]
KEYS = np.arange(1000, dtype=np.uint64)
OTHERS_CARDS = ("hands", "deck")
OTHERS_TICKETS = ("tickets_of", "offer", "ticket_deck")


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


def with_another_future(states: Array) -> Array:
    """Return the states with the decks in another order, as far as the players cannot know it."""
    other = states.copy()
    other["hidden"] += np.uint64(1)
    for state in other:
        by = state["ticket_by"][: state["tickets_left"]]
        unknown = np.flatnonzero(by != state["to_move"])
        state["ticket_deck"][unknown] = state["ticket_deck"][unknown[::-1]]
    return other


@every_count
def test_a_search_that_imagines_uses_nothing_else_even_of_true_states(players: int) -> None:
    agent = Ismcts(simulations=30)
    for number, states in enumerate(positions(players, BOARDS["san_francisco"], games=3)):
        expected = agent.analyse(conceal(states), None, KEYS[:3]).values
        for given in (states, with_another_future(states), imagine(states, number)):
            np.testing.assert_array_equal(agent.analyse(given, None, KEYS[:3]).values, expected)


@every_count
def test_one_that_does_not_imagine_still_does_not_know_the_order_of_the_decks(players: int) -> None:
    agent = Ismcts(simulations=30, imagines=False)
    for states in positions(players, BOARDS["san_francisco"], games=3):
        one, other = (
            agent.analyse(given, None, KEYS[:3]) for given in (states, with_another_future(states))
        )
        np.testing.assert_array_equal(one.visits, other.visits)
        np.testing.assert_array_equal(one.values, other.values)


def worlds_of(states: Array, word: int) -> Array:
    """Return a world for each state, as a search makes it that does not imagine."""
    worlds = states.copy()
    for world in worlds:
        make_world(world, imagines=False, word=word)
    return worlds


@every_count
def test_it_imagines_nothing_but_the_order_of_the_decks(players: int) -> None:
    moved = 0
    for number, states in enumerate(positions(players, BOARDS["san_francisco"], games=3)):
        before, worlds, others = states.copy(), worlds_of(states, number), worlds_of(states, 99)
        assert (worlds["hidden"] != others["hidden"]).all()
        moved += (worlds["ticket_deck"] != others["ticket_deck"]).any(axis=1).sum()
        own = before["ticket_by"] == before["to_move"][:, None]
        np.testing.assert_array_equal(worlds["ticket_deck"][own], before["ticket_deck"][own])
        for array in (before, worlds):
            array["hidden"] = 0
            array["ticket_deck"].sort(axis=1)
        np.testing.assert_array_equal(worlds, before)
    assert moved > 20


@pytest.mark.parametrize("parts", [OTHERS_CARDS, OTHERS_TICKETS])
def test_but_it_knows_hands_and_tickets(parts: tuple[str, ...]) -> None:
    agent = Ismcts(simulations=30, imagines=False)
    differs = 0
    for number, states in enumerate(positions(2, BOARDS["san_francisco"], games=6)):
        other, world = states.copy(), imagine(states, number)
        for part in parts:
            other[part] = world[part]
        one, two = (agent.analyse(given, None, KEYS[:6]).visits for given in (states, other))
        differs += (one != two).any(axis=1).sum()
    assert differs > 20


def test_one_that_does_not_imagine_refuses_concealed_states() -> None:
    agent = sf_agents.load("ismcts:imagines=false", game="ticket_to_ride")
    states = next(positions(2, BOARDS["san_francisco"], games=2))
    states[1:] = conceal(states[1:])
    for ask in (agent.act, agent.analyse):
        with pytest.raises(ValueError, match="row 1: this state was concealed; imagines=False"):
            ask(states)


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
