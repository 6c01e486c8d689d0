"""What PettingZoo's suite does not look at: masks, aliases, copies, rewards, order, errors."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import sf_env
from sf_env import san_francisco_v0
from tests.envs.screens import on_screen

PLAYERS = (2, 3, 4)
MAKERS = (san_francisco_v0.raw_env, san_francisco_v0.env)


def choose(env: Any, rng: np.random.Generator) -> int:
    """Return a random legal action of the agent to move."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def play(env: Any, steps: int, seed: int = 0) -> None:
    """Play some random decisions of a game that goes on."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(choose(env, rng))


def play_to_end(env: Any, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    while not any(env.terminations.values()):
        env.step(choose(env, rng))


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("players", PLAYERS)
def test_masks(players: int, maker: Callable[..., Any]) -> None:
    env = maker(players=players)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    while env.agents and not any(env.terminations.values()):
        for agent in env.agents:
            observed = env.observe(agent)["action_mask"]
            assert observed.dtype == np.int8
            assert observed.shape == (44,)
            legal = np.flatnonzero(observed).tolist()
            mine = agent == env.agent_selection
            assert legal == (env.unwrapped.game.legal_actions() if mine else [])
        env.step(choose(env, rng))
    assert all(not env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_was_returned_never_changes(players: int) -> None:
    env = san_francisco_v0.env(players=players)
    env.reset(seed=5)
    rng = np.random.default_rng(1)
    kept: list[tuple[Any, Any]] = []
    for _ in range(60):
        observation, _, _, _, _ = env.last()
        for array in observation.values():
            assert not any(np.shares_memory(array, old) for old, _ in kept)
            kept.append((array, array.copy()))
        env.step(choose(env, rng))
    assert all(np.array_equal(array, as_it_was) for array, as_it_was in kept)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("steps", [0, 70])
def test_copies_go_on_alike_and_alone(
    maker: Callable[..., Any], duplicate: Callable[[Any], Any], steps: int
) -> None:
    env = maker(players=3)
    env.reset(seed=8)
    play(env, steps)
    twin = duplicate(env)
    before = env.unwrapped.game.clone()
    play(twin, 30, seed=4)
    assert env.unwrapped.game == before
    play(env, 30, seed=4)
    assert env.unwrapped.game == twin.unwrapped.game
    assert env.rewards == twin.rewards


def test_shallow_copy_of_the_raw_environment_is_independent_too() -> None:
    env = san_francisco_v0.raw_env()
    env.reset(seed=8)
    twin = copy.copy(env)
    play(twin, 10)
    assert env.unwrapped.game == sf_env.Game(2, seed=env.infos["player_0"]["seed"])


def test_copies_before_reset() -> None:
    env = pickle.loads(pickle.dumps(san_francisco_v0.env()))
    env.reset(seed=1)
    assert env.unwrapped.game is not None


@pytest.mark.parametrize("reward", ["win", "score", lambda points, winners: points * 2])
@pytest.mark.parametrize("players", PLAYERS)
def test_rewards_add_up_to_the_result(players: int, reward: Any) -> None:
    env = san_francisco_v0.env(players=players, reward=reward)
    env.reset(seed=11)
    rng = np.random.default_rng(2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    heard = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, gain, terminated, truncated, _ = env.last()
        assert not truncated
        heard[agent] += gain
        if terminated:
            env.step(None)
            continue
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        for each, value in env.rewards.items():
            total[each] += value
    game = env.unwrapped.game
    points = game.points()
    if reward == "win":
        winners = game.winners()
        losers = players - len(winners)
        expected = [1 / len(winners) if s in winners else -1 / losers for s in range(players)]
    elif reward == "score":
        expected = [(points[s] - np.delete(points, s).mean()) / 10 for s in range(players)]
    else:
        expected = points * 2
    assert list(total.values()) == pytest.approx(list(expected))
    assert heard == total
    assert env.agents == []


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_whose_decision_it_is(players: int, skip_forced: bool) -> None:
    env = san_francisco_v0.env(players=players, skip_forced=skip_forced)
    env.reset(seed=4)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        game = env.unwrapped.game
        assert env.agent_selection == f"player_{game.to_move}"
        assert len(game.legal_actions()) > skip_forced
        env.step(choose(env, rng))
    assert env.agent_selection == f"player_{env.unwrapped.game.snapshot()['ender']}"


def test_skip_forced_records_the_forced_decisions() -> None:
    env = san_francisco_v0.env(skip_forced=True)
    env.reset(seed=4)
    play_to_end(env)
    games = list(sf_env.record.replay(env.unwrapped.record()))
    assert games[-1] == env.unwrapped.game
    assert env.unwrapped.game.length == len(games) - 1


def test_infos_have_the_same_keys_at_all_times() -> None:
    env = san_francisco_v0.env()
    env.reset(seed=4)
    play_to_end(env)
    assert all(set(info) == {"seed"} for info in env.infos.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_can_look_at_any_time(players: int) -> None:
    env = san_francisco_v0.env(players=players)
    env.reset(seed=6)
    rng = np.random.default_rng(5)
    while env.agents:
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        assert env.state_space.contains(env.state())
        over = env.terminations[env.agent_selection]
        env.step(None if over else choose(env, rng))
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.state_space.contains(env.state())


def test_everybody_hears_the_result_in_a_dead_step() -> None:
    """The example of docs/environments.md: first who made the last decision, then the others."""
    env = san_francisco_v0.env(players=3)
    env.reset(seed=6)
    play_to_end(env)
    ender = env.agent_selection
    rewards = dict(env.rewards)
    heard = []
    while env.agents:
        heard.append((env.agent_selection, env.last(observe=False)[1]))
        env.step(None)
    others = [agent for agent in env.possible_agents if agent != ender]
    assert heard == [(agent, rewards[agent]) for agent in (ender, *others)]


def test_state_is_what_the_player_to_move_sees() -> None:
    env = san_francisco_v0.env(players=3)
    env.reset(seed=6)
    play(env, 40)
    assert np.array_equal(env.state(), env.observe(env.agent_selection)["observation"])


def test_the_order_of_the_deck_does_not_leak() -> None:
    env = san_francisco_v0.raw_env()
    orders = (list(range(87)), [0, *range(86, 0, -1)])
    seen = []
    for order in orders:
        env.reset(options={"order": order})
        env.step(0)
        seen.append(env.observe("player_1")["observation"])
    assert np.array_equal(*seen)


def test_reset_in_the_dead_phase() -> None:
    env = san_francisco_v0.env(players=3)
    env.reset(seed=2)
    play_to_end(env)
    env.step(None)
    env.reset(seed=2)
    assert env.agents == env.possible_agents
    assert env.unwrapped.game == sf_env.Game(3, seed=env.infos["player_0"]["seed"])


def test_an_illegal_action_raises_in_the_raw_environment() -> None:
    env = san_francisco_v0.raw_env()
    env.reset(seed=1)
    before = env.game.clone()
    for action in (-1, 1, 43, 44):
        with pytest.raises(sf_env.IllegalAction, match=str(action)):
            env.step(action)
        assert env.game == before
    with pytest.raises(TypeError):
        env.step(None)


def test_an_illegal_action_ends_the_wrapped_environment() -> None:
    env = san_francisco_v0.env(players=3)
    env.reset(seed=1)
    env.step(0)
    env.step(0)  # a column should be chosen
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}


@pytest.mark.parametrize("kind", [int, np.int32, np.int64])
def test_kinds_of_integers(kind: type) -> None:
    env = san_francisco_v0.raw_env()
    env.reset(seed=1)
    env.step(kind(0))
    assert env.game.phase == "column"


def test_seeds_of_episodes() -> None:
    env = san_francisco_v0.raw_env()
    env.reset(seed=9)
    first = env.infos["player_0"]["seed"]
    env.reset()
    assert first == sf_env.episode_seed(9, 0, 0)
    assert env.infos["player_1"]["seed"] == sf_env.episode_seed(9, 0, 1)
    assert env.game == sf_env.Game(2, seed=sf_env.episode_seed(9, 0, 1))


def test_start_from_an_order_or_a_state() -> None:
    env = san_francisco_v0.env(players=2)
    order = list(range(86, -1, -1))
    env.reset(options={"order": order})
    assert env.unwrapped.game == sf_env.Game(2, order=order)
    game = sf_env.Game(2, seed=3)
    game.step(0)
    env.reset(options={"state": game.state, "unheard_of": 1})
    assert env.unwrapped.game == game
    env.step(4)
    assert env.unwrapped.game != game
    with pytest.raises(ValueError, match="3 players"):
        env.reset(options={"state": sf_env.Game(3, seed=1).state})
    with pytest.raises(ValueError, match="one"):
        env.reset(options={"state": game.state, "order": order})


def test_before_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        san_francisco_v0.raw_env().observe("player_0")


def test_environments_share_no_spaces() -> None:
    one, other = san_francisco_v0.raw_env(), san_francisco_v0.raw_env()
    assert one.action_space("player_0") is one.action_space("player_0")
    assert one.action_space("player_0") is not other.action_space("player_0")
    assert one.observation_space("player_0") is not other.observation_space("player_0")


@pytest.mark.parametrize(
    "keywords", [{"players": 5}, {"reward": "points"}, {"render_mode": "video"}, {"players": 2.0}]
)
def test_wrong_keywords(keywords: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        san_francisco_v0.env(**keywords)


def test_unknown_keyword() -> None:
    with pytest.raises(TypeError):
        san_francisco_v0.env(colour="red")


def test_a_text_of_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = san_francisco_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.game)
    play(env, 30)
    env.close()
    env.close()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_picture_of_the_board(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    env = san_francisco_v0.env(players=players, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.shape[0] >= 600
    assert first.shape[1] >= 900
    play(env, 5)
    assert (env.render() != first).any()
    names = [f"player_{seat}" for seat in range(players)]
    assert np.array_equal(env.render(), env.unwrapped.game.picture(names))
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("maker", MAKERS)
def test_a_window_follows_the_game(
    maker: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    env = maker(render_mode="human")
    assert on_screen() is None
    env.reset(seed=1)
    first = on_screen()
    play(env, 3)
    assert (on_screen() != first).any()
    assert env.render() is None
    env.close()
    env.close()
    assert on_screen() is None
    env.reset(seed=1)
    assert np.array_equal(on_screen(), first)
    env.close()
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("maker", MAKERS)
def test_an_environment_with_a_window_copies(
    maker: Callable[..., Any], duplicate: Callable[[Any], Any]
) -> None:
    env = maker(render_mode="human")
    env.reset(seed=1)
    twin = duplicate(env)
    play(env, 5)
    play(twin, 5)
    assert env.unwrapped.game == twin.unwrapped.game
    env.close()
    play(twin, 1)
    assert on_screen() is not None
    twin.close()


def test_rendering_without_a_mode_warns() -> None:
    env = san_francisco_v0.raw_env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
