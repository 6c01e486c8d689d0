"""What every agent owes whoever asks: legal actions, decided by row and key alone."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.san_francisco.planner import Planner
from sf_agents.san_francisco.search.flat import Flat
from sf_agents.san_francisco.search.mcts import Mcts
from sf_env import UnknownAgent
from sf_env.opponents import row_keys
from tests.games.san_francisco.agents.stages import AGENTS, DECKS, THINKERS, stages

KEYED = ("builder", *THINKERS)


def act(name: str, states: np.ndarray, keys: np.ndarray | None = None) -> np.ndarray:
    """Return what a new agent of this name does."""
    return sf_agents.load(name).act(states, sf_env.legal_mask(states), keys)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", AGENTS)
def test_actions_are_legal(name: str, players: int, deck: str) -> None:
    states = stages(players, deck)
    actions = act(name, states)
    assert actions.dtype == np.int64
    assert actions.shape == states.shape
    assert sf_env.legal_mask(states)[np.arange(len(states)), actions].all()


@pytest.mark.parametrize("name", AGENTS)
def test_one_agent_plays_whole_games_on_every_seat(name: str) -> None:
    agent = sf_agents.load(name)
    states = sf_env.deal(3, range(3), DECKS["odd"])
    for _ in range(400):
        sf_env.step_states(states, agent.act(sf_env.conceal(states), sf_env.legal_mask(states)))
    assert sf_env.is_over(states).all()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", AGENTS)
def test_an_action_depends_on_its_row_and_key_only(name: str, players: int) -> None:
    states = stages(players)
    keys = row_keys(states) ^ np.uint64(players)
    agent = sf_agents.load(name)
    legal = sf_env.legal_mask(states)
    actions = agent.act(states, legal, keys)
    assert np.array_equal(agent.act(states, legal, keys), actions)
    part = np.arange(len(states))[::-3]
    assert np.array_equal(act(name, states[part], keys[part]), actions[part])
    for row in part[:5]:
        assert act(name, states[row : row + 1], keys[row : row + 1]) == actions[row]


@pytest.mark.parametrize("name", KEYED)
def test_other_keys_lead_to_other_actions(name: str) -> None:
    states = stages(2)
    keys = row_keys(states)
    assert not np.array_equal(act(name, states, keys), act(name, states, keys + np.uint64(1)))


@pytest.mark.parametrize("name", ["planner", "planner:width=1"])
def test_the_planner_needs_no_keys(name: str) -> None:
    states = stages(2)
    assert np.array_equal(act(name, states), act(name, states, row_keys(states)[::-1]))


@pytest.mark.parametrize("name", AGENTS)
def test_without_keys_the_row_stands_in(name: str) -> None:
    states = stages(2)
    assert np.array_equal(act(name, states), act(name, states, row_keys(states)))


@pytest.mark.parametrize("name", KEYED)
def test_every_row_needs_a_key(name: str) -> None:
    with pytest.raises(ValueError, match="keys should have shape"):
        act(name, stages(2), np.zeros(3, np.uint64))


@pytest.mark.parametrize("name", AGENTS)
def test_what_an_agent_is_given_stays_as_it_is(name: str) -> None:
    states = stages(4).copy()
    legal, keys = sf_env.legal_mask(states), row_keys(states)
    before = [given.copy() for given in (states, legal, keys)]
    agent = sf_agents.load(name)
    actions = agent.act(states, legal, keys)
    for given, old in zip((states, legal, keys), before, strict=True):
        assert np.array_equal(given, old)
        given.flags.writeable = False
    assert np.array_equal(agent.act(states, legal, keys), actions)
    assert np.array_equal(agent.act(states[::2], legal[::2], keys[::2]), actions[::2])


@pytest.mark.parametrize("name", AGENTS)
def test_no_rows_get_no_actions(name: str) -> None:
    actions = act(name, sf_env.deal(2, []))
    assert actions.shape == (0,)
    assert actions.dtype == np.int64


@pytest.mark.parametrize("name", AGENTS)
def test_finished_games_get_zero_and_disturb_nobody(name: str) -> None:
    states = stages(3).copy()
    actions = act(name, states)
    keys = row_keys(states)
    over = states[:40]
    sf_env.random_playouts(over, 1)
    assert act(name, over).tolist() == [0] * 40
    assert np.array_equal(act(name, states, keys), np.where(sf_env.is_over(states), 0, actions))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("planner:width=0", "width='0' is not allowed; it should be int, 1 to 4096"),
        ("planner:width=4097", "1 to 4096"),
        ("planner:depth=2", "no parameter 'depth=2'; it has: width"),
        ("flat:simulations=0", "simulations='0' is not allowed; it should be int, 1 to 10000000"),
        ("flat:simulations=1.5", "simulations='1.5' is not allowed; it should be int"),
        ("flat:playout=heavy", "playout='heavy' is not allowed; it should be str"),
        ("mcts:simulations=-1", "simulations='-1' is not allowed; it should be int, 1 to 10000000"),
        ("mcts:seconds=0", "seconds='0' is not allowed; it should be float, 0.001 to 3600"),
        ("mcts:seconds=nan", "0.001 to 3600"),
        ("mcts:exploration=-1", "0 to 100"),
        ("mcts:playout=heavy", "playout='heavy' is not allowed; it should be str"),
        ("mcts:playout_share=1.1", "0 to 1"),
        ("mcts:temperature=0", "0.001 to 10"),
        ("mcts:trust=0", "0.01 to 1000"),
        ("mcts:width=0", "1 to 4096"),
        ("mcts:draws=0", "1 to 1000"),
        ("builder:speed=1", "'builder' has no parameter 'speed=1'; it has: none"),
        ("human:name=x", "'human' has no parameter 'name=x'; it has: none"),
    ],
)
def test_wrong_parameters_are_refused_by_name(name: str, words: str) -> None:
    with pytest.raises(UnknownAgent, match=re.escape(words)):
        sf_agents.load(name)


@pytest.mark.parametrize("wrong", [0, 1.0, True, "20", 10**8])
def test_wrong_parameters_are_refused_in_python(wrong: Any) -> None:
    for factory, name in ((Flat, "simulations"), (Mcts, "simulations"), (Planner, "width")):
        with pytest.raises(ValueError, match=f"{name}={re.escape(repr(wrong))}"):
            factory(**{name: wrong})


def test_all_agents_have_names() -> None:
    assert {"builder", "flat", "human", "mcts", "planner"} <= set(sf_agents.names())
