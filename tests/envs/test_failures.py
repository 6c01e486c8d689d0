"""What is left behind when something of the caller's fails: nothing half done, nothing stuck."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import Batch, san_francisco_v0
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from sf_env.games.san_francisco.engine.building import build
from sf_env.games.san_francisco.engine.constants import TARGET, WILD4
from sf_env.games.san_francisco.engine.legal import legal_actions


class Failing:
    """Raises when it is asked for the third time, and takes the first action otherwise."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        self.asked += 1
        if self.asked == 3:
            raise RuntimeError("out of ideas")
        return legal.argmax(axis=1)


def bad_reward(points: np.ndarray, winners: np.ndarray) -> Any:
    raise ZeroDivisionError


def greedy_hands(points: np.ndarray, winners: np.ndarray) -> np.ndarray:
    """Write into what it was given."""
    points[:] = 0
    winners[:] = False
    return points


def last_choice() -> sf_env.Game:
    """Return a game with a single legal action, which ends it: a bonus card fills the city."""
    game = sf_env.Game(2, seed=1)
    state = game.state
    for row in range(5):
        for _ in range(5 if row else 4):
            build(state, 0, row, 0)
    state["phase"], state["bonus"] = TARGET, WILD4
    state["legal"] = legal_actions(state)
    assert game.legal_actions() == [sf_env.actions.number("ROW 0")]
    return game


def test_a_batch_goes_on_after_a_reward_that_raises() -> None:
    batch = Batch(10, reward=bad_reward)
    rng = np.random.default_rng(0)
    raised = 0
    for _ in range(600):
        try:
            batch.step(sf_env.sample_legal(batch.legal, rng))
        except ZeroDivisionError:
            raised += 1
            assert batch.final_winners.any()
        assert batch.legal.any(axis=1).all()
    assert raised > 10


def test_a_reward_cannot_change_the_result() -> None:
    batch = Batch(10, reward=greedy_hands)
    rng = np.random.default_rng(0)
    for _ in range(300):
        _, done = batch.step(sf_env.sample_legal(batch.legal, rng))
        assert (batch.final_winners.any(axis=1) == done).all()


def test_a_wrong_reward_changes_nothing() -> None:
    batch = Batch(2, reward="score")
    with pytest.raises(ValueError, match="reward"):
        batch.set_reward("nonsense")
    assert batch.reward == "score"


def test_an_aec_game_is_over_after_a_reward_that_raises() -> None:
    env = san_francisco_v0.raw_env(reward=bad_reward)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    with pytest.raises(ZeroDivisionError):
        while True:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
    assert all(env.terminations.values())
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_after_an_opponent_failed_the_learner_does_not_move_for_it() -> None:
    env = SoloEnv(opponent=Failing(), seat=0)
    env.reset(seed=1)
    with pytest.raises(RuntimeError):
        for _ in range(20):
            env.step(int(np.flatnonzero(env.action_masks())[0]))
    with pytest.raises(sf_env.Error, match="reset"):
        env.step(0)
    env.reset()
    env.step(0)


def test_after_an_opponent_failed_the_vector_environment_wants_a_reset() -> None:
    env = VectorEnv(4, opponent=Failing(), seat=0)
    env.reset(seed=1)
    with pytest.raises(RuntimeError):
        for _ in range(20):
            env.step(env.action_masks().argmax(axis=1))
    with pytest.raises(sf_env.Error, match=r"environments \[.*reset"):
        env.step(env.action_masks().argmax(axis=1))
    env.reset()
    env.step(env.action_masks().argmax(axis=1))


@pytest.mark.parametrize("make", [san_francisco_v0.raw_env, SoloEnv])
def test_a_start_without_a_decision_is_refused(make: Any) -> None:
    env = make(skip_forced=True)
    with pytest.raises(ValueError, match="over before there is a decision"):
        env.reset(options={"state": last_choice().state})


def test_options_that_are_none_are_absent() -> None:
    for env in (san_francisco_v0.raw_env(deck="generate:3"), SoloEnv(deck="generate:3", seat=0)):
        env.reset(seed=5, options={"order": None, "state": None})
        seed = sf_env.episode_seed(5, 0, 0)
        assert env.game == sf_env.Game(2, seed=seed, deck="generate:3")
    with pytest.raises(ValueError, match="None"):
        sf_env.Game.from_state(None)  # type: ignore[arg-type]


def test_only_a_seed_that_dealt_the_game_is_told() -> None:
    env = SoloEnv(seat=0)
    order = np.random.default_rng(0).permutation(87)
    _, info = env.reset(seed=5, options={"order": order})
    assert info["seed"] is None
    assert env.record()["order"] == order.tolist()
    assert all(type(card) is int for card in env.record()["order"])


def test_a_reset_that_fails_leaves_the_game_alone() -> None:
    env = san_francisco_v0.raw_env()
    env.reset(seed=1)
    before = env.game.clone()
    with pytest.raises(ValueError, match="order"):
        env.reset(seed=2, options={"order": [1]})
    assert env.game == before
    assert env.infos["player_0"]["seed"] == before.seed


def test_masks_are_zero_after_an_illegal_end() -> None:
    env = san_francisco_v0.env()
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    for agent in env.agents:
        assert not env.observe(agent)["action_mask"].any()


@pytest.mark.parametrize("seed", [-1, 2**53, 1.0, "a"])
def test_wrong_seeds_are_value_errors_everywhere(seed: Any) -> None:
    for env in (SoloEnv(), VectorEnv(2), san_francisco_v0.raw_env()):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)


@pytest.mark.parametrize("seed", [3, np.int64(3)])
def test_kinds_of_seeds(seed: Any) -> None:
    assert SoloEnv().reset(seed=seed)[1]["seed"] == sf_env.episode_seed(3, 0, 0)
    assert VectorEnv(2).reset(seed=seed)[1]["seed"][1] == sf_env.episode_seed(3, 1, 0)


def test_seeds_and_a_reset_mask_together() -> None:
    env = VectorEnv(3)
    _, before = env.reset(seed=1)
    mask = np.array([True, False, True])
    _, infos = env.reset(seed=[7, 8, None], options={"reset_mask": mask})
    assert infos["seed"].tolist() == [
        sf_env.episode_seed(7, 0, 0),
        before["seed"][1],
        sf_env.episode_seed(1, 2, 1),
    ]


def test_rows_of_a_batch_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match="rows should be 0 to 1"):
        Batch(2).play([2], [0])
    with pytest.raises(ValueError, match="shape"):
        Batch(2).play([0, 1], [0])


def test_integers_that_no_array_holds_are_illegal_actions() -> None:
    batch = Batch(2)
    for actions in ([0, 10**30], np.array([0, 2**63 + 1], np.uint64), [-(10**30), 0]):
        with pytest.raises(sf_env.IllegalAction):
            batch.step(actions)


def test_after_an_opponent_failed_there_is_no_mask() -> None:
    """It would be the opponent's."""
    for env in (SoloEnv(opponent=Failing(), seat=0), VectorEnv(1, opponent=Failing(), seat=0)):
        env.reset(seed=1)
        with pytest.raises(RuntimeError):
            for _ in range(20):
                action = env.action_masks().argmax(axis=-1)
                env.step(action)
        with pytest.raises(sf_env.Error, match=r"an error stopped .*reset"):
            env.action_masks()
        env.reset()
        assert env.action_masks().any()
