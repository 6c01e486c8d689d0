"""Gymnasium's own checks, its stock wrappers, and the registration."""

from __future__ import annotations

import json
import pickle
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as wrappers

import sf_env

ID = "SanFrancisco-v0"
IDS = (ID, "TicketToRide-v0")
MODES = ("NextStep", "SameStep", "Disabled")


@pytest.mark.parametrize("keywords", [{}, {"skip_forced": True}, {"seat": 1, "reward": "score"}])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", IDS)
def test_check_env(name: str, players: int, keywords: dict[str, Any]) -> None:
    env = gym.make(name, render_mode="ansi", players=players, **keywords)
    check_env(env.unwrapped)


def test_check_env_with_pictures() -> None:
    check_env(gym.make(ID, render_mode="rgb_array").unwrapped)


def test_make_wraps_and_warns_about_nothing() -> None:
    env = gym.make(ID)
    _, info = env.reset(seed=1)
    for _ in range(200):
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, terminated, _, info = env.step(action)
        if terminated:
            _, info = env.reset()
    env.close()


def test_masks_through_wrappers() -> None:
    env = gym.make(ID)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"])


@pytest.mark.parametrize("name", IDS)
def test_spec(name: str) -> None:
    spec = gym.spec(name)
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert json.loads(spec.to_json())["id"] == name
    made = gym.make(pickle.loads(pickle.dumps(gym.make(name, players=3).spec)))
    assert made.unwrapped.players == 3


def test_made_by_module_name() -> None:
    assert gym.make(f"sf_env:{ID}").unwrapped.players == 2
    gym.register_envs(sf_env)


@pytest.mark.parametrize("name", IDS)
def test_make_vec_is_native(name: str) -> None:
    env = gym.make_vec(name, num_envs=8)
    assert type(env).__module__ == "sf_env.envs.vector"
    assert env.metadata["autoreset_mode"] is gym.vector.AutoresetMode.NEXT_STEP
    assert gym.make_vec(name, num_envs=3, vectorization_mode="sync").num_envs == 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", IDS)
def test_every_mode_is_declared(name: str, mode: str) -> None:
    for given in (mode, gym.vector.AutoresetMode(mode)):
        env = gym.make_vec(name, num_envs=8, autoreset_mode=given)
        assert env.metadata["autoreset_mode"] is gym.vector.AutoresetMode(mode)
        observations, infos = env.reset(seed=1)
        assert env.observation_space.contains(observations)
        assert infos["_action_mask"].all()


def run(env: Any, steps: int) -> tuple[list[float], dict[str, Any]]:
    """Play random legal actions in a wrapped vector environment; return rewards and last infos."""
    rng = np.random.default_rng(0)
    _, infos = env.reset(seed=1)
    gains = []
    for _ in range(steps):
        masks = env.unwrapped.action_masks()
        _, rewards, terminated, _, infos = env.step(sf_env.sample_legal(masks, rng))
        gains += rewards[terminated].tolist()
    return gains, infos


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_record_episode_statistics(mode: str) -> None:
    env = wrappers.RecordEpisodeStatistics(gym.make_vec(ID, num_envs=6, autoreset_mode=mode))
    gains, _ = run(env, 300)
    assert len(gains) > 6
    assert list(env.return_queue) == gains[-len(env.return_queue) :]


def test_record_episode_statistics_with_reset_mask() -> None:
    env = wrappers.RecordEpisodeStatistics(gym.make_vec(ID, num_envs=6, autoreset_mode="Disabled"))
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    over = np.zeros(6, np.bool_)
    for _ in range(300):
        if over.any():
            env.reset(options={"reset_mask": over.copy()})
        actions = sf_env.sample_legal(env.unwrapped.action_masks(), rng)
        _, _, over, _, _ = env.step(actions)
    assert len(env.return_queue) > 6


def test_other_wrappers() -> None:
    env: Any = gym.make_vec(ID, num_envs=4)
    env = wrappers.NormalizeObservation(wrappers.DtypeObservation(env, np.float32))
    env = wrappers.ClipReward(env, -0.5, 0.5)
    gains, _ = run(env, 250)
    assert set(gains) <= {-0.5, 0.5}
    listed = wrappers.DictInfoToList(gym.make_vec(ID, num_envs=4))
    _, infos = run(listed, 10)
    assert [set(info) for info in infos] == [{"action_mask", "seed", "seat"}] * 4


def test_async_environments_of_the_solo_one() -> None:
    env = gym.make_vec(ID, num_envs=2, vectorization_mode="async")
    env.reset(seed=1)
    env.close()


def test_no_warning_is_hidden() -> None:
    """The suite turns warnings into errors; this is the check that it does."""
    with pytest.raises(UserWarning):
        warnings.warn("seen", stacklevel=1)
