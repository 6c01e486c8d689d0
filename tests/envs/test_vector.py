"""The native vector environment against solo environments, row by row, and its own promises."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import sf_env
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from tests.envs.screens import on_screen

MODES = ("NextStep", "SameStep", "Disabled")
SEEDS = [3, 4, 5, 6]
IDS = {"san_francisco": "SanFrancisco-v0", "ticket_to_ride": "TicketToRide-v0"}


def same_info(infos: dict[str, Any], row: int, info: dict[str, Any]) -> None:
    """Check one row of a vector environment's infos against a solo environment's info."""
    present = {key for key in infos if not key.startswith("_") and infos[f"_{key}"][row]}
    assert present - {"final_obs", "final_info"} == set(info)
    for key, value in info.items():
        assert np.array_equal(infos[key][row], value), key


def play_beside_solos(
    mode: str, skip_forced: bool, players: int, opponent: Any, game: str = "san_francisco"
) -> int:
    """Play the same actions in both, some of them illegal; return how many games ended."""
    keywords: dict[str, Any] = {"skip_forced": skip_forced, "opponent": opponent}
    env = gym.make_vec(IDS[game], num_envs=4, players=players, autoreset_mode=mode, **keywords)
    solos = [SoloEnv(players, game=game, **keywords) for _ in SEEDS]
    many = env.single_action_space.n
    observations, infos = env.reset(seed=SEEDS)
    for row, (solo, seed) in enumerate(zip(solos, SEEDS, strict=True)):
        observation, info = solo.reset(seed=seed)
        assert np.array_equal(observations[row], observation)
        same_info(infos, row, info)
    rng = np.random.default_rng(0)
    over = np.zeros(4, np.bool_)
    ended = 0
    for step in range(400):
        if mode == "Disabled" and over.any():
            observations, infos = env.reset(options={"reset_mask": over.copy()})
            for row in np.flatnonzero(over):
                observation, info = solos[row].reset()
                assert np.array_equal(observations[row], observation)
                same_info(infos, row, info)
            over[:] = False
        actions = sf_env.sample_legal(infos["action_mask"], rng)
        if step % 150 == 149:
            actions[step % 4] = many  # illegal whatever the state
        was_over = over
        observations, rewards, over, truncated, infos = env.step(actions)
        assert not truncated.any()
        for row, solo in enumerate(solos):
            if was_over[row]:
                expected = (*solo.reset(),)
                assert (rewards[row], over[row]) == (0, False)
            else:
                *result, _, info = solo.step(actions[row])
                assert (rewards[row], over[row]) == tuple(result[1:])
                expected = (result[0], info)
                if mode == "SameStep" and over[row]:
                    assert np.array_equal(infos["final_obs"][row], result[0])
                    same_info(infos["final_info"], row, info)
                    expected = (*solo.reset(),)
            assert np.array_equal(observations[row], expected[0])
            same_info(infos, row, expected[1])
        ended += int(over.sum())
        if mode == "SameStep":
            over = np.zeros(4, np.bool_)
    return ended


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", IDS)
def test_rows_equal_solo_environments(
    game: str, players: int, mode: str, skip_forced: bool
) -> None:
    assert play_beside_solos(mode, skip_forced, players, "greedy", game) > 8


def test_rows_equal_solo_environments_with_several_opponents() -> None:
    assert play_beside_solos("NextStep", False, 3, ["random", "greedy"]) > 8


def test_what_was_returned_never_changes() -> None:
    env = VectorEnv(5)
    rng = np.random.default_rng(0)
    observations, infos = env.reset(seed=1)
    kept = []
    for _ in range(30):
        actions = sf_env.sample_legal(infos["action_mask"], rng)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for array in (observations, rewards, terminated, truncated, *infos.values()):
            assert not any(np.shares_memory(array, old) for old, _ in kept)
            kept.append((array, array.copy()))
    assert all(np.array_equal(array, as_it_was) for array, as_it_was in kept)


def test_one_integer_seeds_every_row_differently() -> None:
    env = VectorEnv(3)
    _, infos = env.reset(seed=7)
    assert infos["seed"].tolist() == [sf_env.episode_seed(7, slot, 0) for slot in range(3)]
    _, infos = env.reset()
    assert infos["seed"].tolist() == [sf_env.episode_seed(7, slot, 1) for slot in range(3)]


def test_without_a_seed_games_differ_from_run_to_run() -> None:
    seeds = [VectorEnv(2).reset()[1]["seed"].tolist() for _ in range(2)]
    assert seeds[0] != seeds[1]


def test_reset_mask_resets_some_rows_only() -> None:
    env = VectorEnv(4, opponent="random")
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(20):
        observations, _, _, _, infos = env.step(sf_env.sample_legal(env.action_masks(), rng))
    options = {"reset_mask": np.array([False, True, False, True])}
    after, new = env.reset(options=options)
    assert list(options) == ["reset_mask"]
    changed = (after != observations).any(axis=1)
    assert changed.tolist() == [False, True, False, True]
    assert (new["seed"] != infos["seed"]).tolist() == [False, True, False, True]
    with pytest.raises(ValueError, match="mask"):
        env.reset(options={"reset_mask": [1, 0, 1, 0]})
    env.reset(options={"anything": 1})


def test_a_row_ends_alone_by_an_illegal_action() -> None:
    env = VectorEnv(3, seat=0)
    env.reset(seed=1)
    _, rewards, terminated, _, infos = env.step([0, 43, 0])
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert infos["illegal_action"].tolist() == [0, 43, 0]
    assert infos["_illegal_action"].tolist() == [False, True, False]
    assert infos["action_mask"][1].all()


def test_illegal_actions_raise_if_asked_to() -> None:
    env = VectorEnv(3, seat=0, on_illegal="raise")
    env.reset(seed=1)
    before = env.action_masks()
    with pytest.raises(sf_env.IllegalAction, match="environment 1: action 43"):
        env.step([0, 43, 0])
    assert np.array_equal(env.action_masks(), before)


def test_disabled_mode_refuses_to_step_games_that_are_over() -> None:
    env = VectorEnv(2, seat=0, autoreset_mode="Disabled")
    env.reset(seed=1)
    env.step([0, 43])
    with pytest.raises(sf_env.Error, match=r"\[1\] are over"):
        env.step([4, 0])


@pytest.mark.parametrize("actions", [[0], [[0, 0]], 0])
def test_wrong_shape(actions: Any) -> None:
    env = VectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="shape"):
        env.step(actions)
    with pytest.raises(TypeError, match="integers"):
        env.step([0.0, 1.0])


def test_before_reset() -> None:
    with pytest.raises(gym.error.ResetNeeded):
        VectorEnv(2).step([0, 0])


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_copies_go_on_alike_and_alone(duplicate: Any) -> None:
    env = VectorEnv(6, players=3, opponent=["random", "greedy"])
    rng = np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(50):
        env.step(sf_env.sample_legal(env.action_masks(), rng))
    twin = duplicate(env)
    actions = sf_env.sample_legal(env.action_masks(), rng)
    before = env.action_masks()
    theirs = twin.step(actions)
    assert np.array_equal(env.action_masks(), before)
    mine = env.step(actions)
    for one, other in zip(mine[:4], theirs[:4], strict=True):
        assert np.array_equal(one, other)


def test_threads_change_nothing() -> None:
    one, two = VectorEnv(33, players=3), VectorEnv(33, players=3, threads=2)
    one.reset(seed=5)
    two.reset(seed=5)
    rng = np.random.default_rng(0)
    for _ in range(120):
        actions = sf_env.sample_legal(one.action_masks(), rng)
        for left, right in zip(one.step(actions)[:4], two.step(actions)[:4], strict=True):
            assert np.array_equal(left, right)


def test_a_text_of_each_board() -> None:
    env = VectorEnv(2, render_mode="ansi")
    env.reset(seed=1)
    boards = env.render()
    assert boards is not None
    assert [board.splitlines()[0].split()[0] for board in boards] == ["SAN", "SAN"]
    env.close()
    env.close()


def test_a_picture_of_each_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = VectorEnv(3, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert isinstance(first, tuple)
    assert [(picture.shape, picture.dtype) for picture in first] == [((738, 936, 3), np.uint8)] * 3
    for _ in range(5):
        env.step(env.action_masks().argmax(axis=1))
    after = env.render()
    assert after is not None
    assert all((now != then).any() for now, then in zip(after, first, strict=True))
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize(("games", "across", "down"), [(1, 1, 1), (2, 2, 1), (5, 3, 2), (20, 3, 3)])
def test_a_window_shows_some_games_beside_each_other(games: int, across: int, down: int) -> None:
    env = VectorEnv(games, render_mode="human")
    assert on_screen() is None
    env.reset(seed=1)
    one = env._batch.states[0]
    single = env.rules.picture(one, None, 1 / across)
    height, width, _ = single.shape
    assert on_screen().shape == (down * height, across * width, 3)
    assert np.array_equal(on_screen()[:height, :width], single)
    before = on_screen()
    for _ in range(3):
        env.step(env.action_masks().argmax(axis=1))
    assert (on_screen() != before).any()
    assert env.render() is None
    env.close()
    env.close()
    assert on_screen() is None


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_an_environment_with_a_window_copies(duplicate: Any) -> None:
    env = VectorEnv(2, render_mode="human")
    env.reset(seed=1)
    twin = duplicate(env)
    actions = env.action_masks().argmax(axis=1)
    assert np.array_equal(env.step(actions)[0], twin.step(actions)[0])
    env.close()
    twin.step(twin.action_masks().argmax(axis=1))
    assert on_screen() is not None
    twin.close()


def test_close_and_attributes() -> None:
    env = VectorEnv(2)
    assert env.single_observation_space.contains(env.reset(seed=1)[0][0])
    assert env.action_space.shape == (2,)
    with pytest.raises(ValueError, match="allowed"):
        VectorEnv(2, seat=5)
    with pytest.raises(ValueError, match="AutoresetMode"):
        VectorEnv(2, autoreset_mode="Never")


def test_games_continue_from_their_state() -> None:
    env = VectorEnv(6, opponent="random", autoreset_mode="Disabled")
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(5):
        env.step(sf_env.sample_legal(env.action_masks(), rng))
    env.step(np.array([43, *sf_env.sample_legal(env.action_masks(), rng)[1:]]))
    twin = VectorEnv(6, opponent="random", autoreset_mode="Disabled")
    twin.load_state_dict(env.state_dict())
    mask = np.array([True] + [False] * 5)
    for one in (env, twin):
        with pytest.raises(sf_env.Error, match=r"environments \[0\] are over"):
            one.step(np.zeros(6, np.int64))
        one.reset(options={"reset_mask": mask})
    actions = sf_env.sample_legal(env.action_masks(), rng)
    for mine, other in zip(env.step(actions)[:3], twin.step(actions)[:3], strict=True):
        assert np.array_equal(mine, other)
    with pytest.raises(gym.error.ResetNeeded):
        fresh = VectorEnv(6, opponent="random")
        fresh.load_state_dict(VectorEnv(6, opponent="random").state_dict())
        fresh.action_masks()
