"""Stable-Baselines3: its checker, MaskablePPO on the batch, and the VecEnv's own promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import sf_env
from sf_env.envs.sb3 import VecEnv
from sf_env.envs.solo import SoloEnv
from sf_env.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize("players", [2, 3, 4])
@every_game
def test_checker(game: str, players: int) -> None:
    check_env(SoloEnv(players, game=game), warn=True)


def test_masks_are_found() -> None:
    env = VecEnv(7, players=3)
    assert is_masking_supported(env)
    with pytest.raises(ResetNeeded, match="call reset"):
        get_action_masks(env)
    env.reset()
    masks = get_action_masks(env)
    assert masks.shape == (7, 44)
    assert masks.any(axis=1).all()
    assert np.array_equal(masks, env.action_masks())


@every_game
def test_learning_saving_and_evaluating(game: str, tmp_path: Path) -> None:
    env = VecMonitor(VecEnv(8, opponent="random", game=game))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=128, n_epochs=1, seed=1)
    model.learn(1200)
    assert len(model.ep_info_buffer) > 0
    model.save(tmp_path / "model")
    loaded = MaskablePPO.load(tmp_path / "model", env=env)
    returns, lengths = evaluate_policy(loaded, env, 4, return_episode_rewards=True)
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert min(lengths) > 20


def test_solo_environments_train_too() -> None:
    env = DummyVecEnv([SoloEnv] * 2)
    MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1).learn(64)


@every_game
def test_rows_equal_solo_environments(game: str) -> None:
    seeds = [10, 11, 12]
    env = VecEnv(3, players=2, mask_in_infos=True, game=game)
    solos = [SoloEnv(game=game) for _ in seeds]
    env.seed(10)
    observations = env.reset()
    for row, solo in enumerate(solos):
        assert np.array_equal(observations[row], solo.reset(seed=seeds[row])[0])
        assert np.array_equal(env.reset_infos[row]["action_mask"], solo.action_masks())
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(250):
        actions = sf_env.sample_legal(env.action_masks(), rng)
        observations, rewards, dones, infos = env.step(actions)
        assert rewards.dtype == np.float32
        for row, solo in enumerate(solos):
            observation, reward, done, _, info = solo.step(actions[row])
            assert (rewards[row], dones[row]) == (reward, done)
            if done:
                ended += 1
                assert np.array_equal(infos[row]["terminal_observation"], observation)
                for key in ("scores", "winners", "length", "seed", "seat"):
                    assert np.array_equal(infos[row][key], info[key])
                assert infos[row]["TimeLimit.truncated"] is False
                observation, info = solo.reset()
            assert np.array_equal(observations[row], observation)
            assert np.array_equal(infos[row]["action_mask"], info["action_mask"])
    assert ended >= 6


def test_infos_hold_masks_only_if_asked_for() -> None:
    """MaskablePPO reads ``action_masks()``; SB3 would keep the rows of infos for nothing."""
    env = VecEnv(2)
    env.reset()
    assert [set(info) for info in env.reset_infos] == [{"seed", "seat"}] * 2
    *_, infos = env.step(env.action_masks().argmax(axis=1))
    assert [set(info) for info in infos] == [{"seed", "seat"}] * 2


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = VecEnv(2, seat=0)
    env.seed(1)
    env.reset()
    before = env.action_masks()
    with pytest.raises(sf_env.IllegalAction):
        env.step(np.array([0, 43]))
    assert np.array_equal(env.action_masks(), before)


def test_opponent_and_reward_can_be_changed() -> None:
    class Counting:
        calls = 0

        def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
            self.calls += 1
            return legal.argmax(axis=1)

    env = VecEnv(4)
    env.reset()
    agent = Counting()
    env.set_opponent(agent)
    env.set_reward(lambda points, winners: points + 100)
    rng = np.random.default_rng(0)
    gains: list[float] = []
    for _ in range(200):
        _, rewards, dones, _ = env.step(sf_env.sample_legal(env.action_masks(), rng))
        gains += rewards[dones].tolist()
    assert agent.calls > 0
    assert gains
    assert min(gains) > 80


@pytest.mark.parametrize("keyword", ["autoreset_mode", "on_illegal", "render_mode", "colour"])
def test_keywords_that_do_not_belong(keyword: str) -> None:
    unwanted: dict[str, Any] = {keyword: "x"}
    with pytest.raises(TypeError, match=keyword):
        VecEnv(2, **unwanted)


def test_attributes_of_rows() -> None:
    env = VecEnv(3)
    assert env.get_attr("players") == [2, 2, 2]
    assert env.get_attr("players", indices=[1]) == [2]
    assert env.get_attr("observation_space")[0] == env.observation_space
    assert env.get_attr("action_space")[0] == env.action_space
    assert not env.has_attr("nothing_of_the_kind")
    with pytest.raises(AttributeError, match="set_opponent"):
        env.set_attr("players", 3)
    assert env.env_is_wrapped(VecMonitor) == [False] * 3
    env.close()
    env.close()
