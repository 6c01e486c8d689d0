"""Whatever is given as an action: it is carried out, or an error says why and nothing changes."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

import sf_env
from sf_env import Batch, Game, IllegalAction, san_francisco_v0
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from tests.fuzzing import INTEGERS, ODD, VALUES, fuzz

GAMES = 3
SOLO = SoloEnv(opponent="random", seat=0)
ALL = san_francisco_v0.raw_env()
MANY = {
    how: VectorEnv(GAMES, opponent="random", seat=0, on_illegal=how)
    for how in ("raise", "terminate")
}
ARRAYS = some.lists(VALUES, min_size=GAMES, max_size=GAMES)


def is_integer(action: Any) -> bool:
    try:
        operator.index(action)
    except TypeError:
        return False
    return True


def refusal(work: Any, action: Any) -> Exception | None:
    """Return the error that an action meets, None if it is carried out; it is one of few, short."""
    try:
        work(action)
    except (ValueError, TypeError) as error:
        assert len(str(error)) < 1000
        return error
    return None


def elements(actions: Any) -> list[Any]:
    """Return the actions one by one, whatever holds them."""
    return np.asarray(actions, object).tolist()


@fuzz
@given(action=ODD)
def test_one_game(action: Any) -> None:
    game = Game(2, seed=3)
    before, legal = game.clone(), game.legal_actions()
    error = refusal(game.step, action)
    if error is None:
        assert int(action) in legal
        return
    assert isinstance(error, IllegalAction if is_integer(action) else TypeError)
    assert game == before
    assert game.record()["actions"] == []


@fuzz
@given(actions=ODD | ARRAYS)
def test_a_batch(actions: Any) -> None:
    batch = Batch(GAMES, 2, seed=3)
    before, legal = batch.states.copy(), batch.legal.copy()
    error = refusal(batch.step, actions)
    if error is None:
        assert all(legal[row, action] for row, action in enumerate(elements(actions)))
        return
    if isinstance(actions, list) and [is_integer(one) for one in actions] == [True] * GAMES:
        assert isinstance(error, IllegalAction) or any(type(one) is bool for one in actions)
    assert np.array_equal(batch.states, before)
    assert not batch.lengths.any()


@fuzz
@given(action=ODD)
def test_the_environment_of_one_learner(action: Any) -> None:
    env = SOLO
    _, infos = env.reset(seed=3)
    before = env.game.clone()
    outcome: list[Any] = []
    error = refusal(lambda chosen: outcome.extend(env.step(chosen)), action)
    if error is not None:
        assert isinstance(error, TypeError)
        assert not is_integer(action)
    elif int(action) not in np.flatnonzero(infos["action_mask"]):
        assert outcome[1:3] == [-1, True]
    else:
        return
    assert env.game == before


@fuzz
@given(action=ODD)
def test_the_environment_of_all(action: Any) -> None:
    env = ALL
    env.reset(seed=3)
    before = env.game.clone()
    mask = env.observe(env.agent_selection)["action_mask"]
    error = refusal(env.step, action)
    if error is None:
        assert mask[int(action)]
        return
    assert isinstance(error, IllegalAction if is_integer(action) else TypeError)
    assert env.game == before
    assert env.agent_selection == "player_0"


@fuzz
@given(actions=ODD | ARRAYS, how=some.sampled_from(list(MANY)))
def test_the_environment_of_many(actions: Any, how: str) -> None:
    env = MANY[how]
    _, infos = env.reset(seed=3)
    before = env._batch.states.copy()
    outcome: list[Any] = []
    error = refusal(lambda chosen: outcome.extend(env.step(chosen)), actions)
    if error is not None:
        assert how == "raise" or not isinstance(error, IllegalAction)
        assert np.array_equal(env._batch.states, before)
        return
    _, rewards, over, *_ = outcome
    for row, action in enumerate(elements(actions)):
        if action not in np.flatnonzero(infos["action_mask"][row]):
            assert (rewards[row], over[row]) == (-1, True)
            assert env._batch.states[row] == before[row]


@fuzz
@given(actions=some.lists(INTEGERS, min_size=GAMES, max_size=GAMES))
def test_arrays_of_states(actions: list[int]) -> None:
    states = sf_env.deal(2, list(range(GAMES)))
    before = states.copy()
    error = refusal(lambda chosen: sf_env.step_states(states, chosen), [*actions[:-1], 44])
    assert isinstance(error, IllegalAction)
    assert np.array_equal(states, before)
