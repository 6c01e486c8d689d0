"""The solo environment beyond Gymnasium's checks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import sf_env
from sf_env.core.extras import MissingExtra
from sf_env.envs.solo import SoloEnv
from sf_env.opponents import Random
from tests.envs.screens import on_screen


class First:
    """Always the first legal action; notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[np.ndarray] = []

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        self.asked.append(states.copy())
        return legal.argmax(axis=1)


def play_to_end(env: SoloEnv, seed: int | None = 0) -> tuple[float, dict[str, Any], int]:
    """Play random legal actions; return the sum of rewards, the last info, and the steps."""
    rng = np.random.default_rng(7)
    _, info = env.reset(seed=seed)
    total, steps, over = 0.0, 0, False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        assert not truncated
        total += reward
        steps += 1
    return total, info, steps


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game(players: int) -> None:
    env = SoloEnv(players)
    total, info, _ = play_to_end(env)
    game = env.game
    assert game is not None
    assert info["length"] == game.length
    assert info["scores"].tolist() == [score["total"] for score in game.scores()]
    assert np.flatnonzero(info["winners"]).tolist() == game.winners()
    assert info["seed"] == sf_env.episode_seed(0, 0, 0)
    assert (total > 0) == (info["seat"] in game.winners())
    replayed = list(sf_env.record.replay(env.record()))
    assert replayed[-1] == game


@pytest.mark.parametrize("reward", ["score", lambda points, winners: points])
def test_rewards(reward: Any) -> None:
    total, info, _ = play_to_end(SoloEnv(3, reward=reward))
    own = info["scores"][info["seat"]]
    others = np.delete(info["scores"], info["seat"]).mean()
    assert total == pytest.approx((own - others) / 10 if reward == "score" else own)


def test_the_learner_decides_at_its_own_seat_only() -> None:
    env = SoloEnv(3, seat=1)
    _, info = env.reset(seed=5)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        assert env.game is not None
        assert env.game.to_move == 1 == info["seat"]
        assert np.array_equal(env.action_masks(), info["action_mask"])
        assert np.flatnonzero(info["action_mask"]).tolist() == env.game.legal_actions()
        _, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))


def test_random_seats_come_from_the_seed() -> None:
    env = SoloEnv(4)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(200)]
    again = [env.reset(seed=seed)[1]["seat"] for seed in range(200)]
    assert seats == again
    assert all(30 < seats.count(seat) < 70 for seat in range(4))


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = SoloEnv(3, opponent="random"), SoloEnv(3, opponent="random")
    for _ in range(3):
        assert play_to_end(one)[0] == play_to_end(other)[0]
        assert one.game == other.game
    play_to_end(one, seed=None)
    assert one.game != other.game


def test_opponents_sit_in_turn_order_after_the_learner() -> None:
    agents = [First(), First(), First()]
    env = SoloEnv(4, opponent=agents, seat=2)
    play_to_end(env)
    seats = [{int(states["to_move"][0]) for states in agent.asked} for agent in agents]
    assert seats == [{3}, {0}, {1}]


def test_opponents_do_not_see_the_order_of_the_deck() -> None:
    agent = First()
    play_to_end(SoloEnv(2, opponent=agent))
    assert len(agent.asked) > 10
    for states in agent.asked:
        assert np.array_equal(states, sf_env.conceal(states))


@pytest.mark.parametrize("opponent", ["greedy", Random(), ["random", "greedy"]])
def test_kinds_of_opponents(opponent: Any) -> None:
    play_to_end(SoloEnv(3, opponent=opponent))


@pytest.mark.parametrize(
    ("opponent", "error", "words"),
    [
        ("nobody", sf_env.UnknownAgent, "known are: .*greedy.*random"),
        ("random:speed=2", sf_env.UnknownAgent, "speed"),
        (["random", "random"], ValueError, "1 seats"),
        (object(), TypeError, "act"),
    ],
)
def test_wrong_opponents(opponent: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        SoloEnv(2, opponent=opponent)


class Broken:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, states: np.ndarray, legal: np.ndarray) -> Any:
        return self.answer


@pytest.mark.parametrize("answer", [[99], [-1], [20], [1.5], [1, 2], None])
def test_an_opponent_that_errs_is_named(answer: Any) -> None:
    env = SoloEnv(2, opponent=Broken(answer), seat=1)
    with pytest.raises(ValueError, match="Broken"):
        play_to_end(env)


@pytest.mark.parametrize("action", [-1, 1, 43, 44, 10**30])
def test_an_illegal_action_ends_the_game(action: int) -> None:
    env = SoloEnv(2, seat=0)
    env.reset(seed=1)
    assert env.game is not None
    before = env.game.clone()
    observation, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal_action"] == action
    assert info["action_mask"].all()
    assert env.game == before
    again = env.step(0)
    assert (again[1], again[2]) == (0, True)
    assert np.array_equal(again[0], observation)


def test_an_illegal_action_raises_if_asked_to() -> None:
    env = SoloEnv(2, seat=0, on_illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(sf_env.IllegalAction):
        env.step(1)
    assert np.array_equal(env.action_masks(), info["action_mask"])
    assert env.step(0)[2] is False


def test_no_integer_is_an_error_of_its_own() -> None:
    env = SoloEnv(2)
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(0.5)


def test_after_the_end_actions_are_ignored() -> None:
    env = SoloEnv(2)
    _, info, _ = play_to_end(env)
    assert info["action_mask"].all()
    assert env.action_masks().all()
    _, reward, terminated, _, again = env.step(0)
    assert (reward, terminated) == (0, True)
    assert again["length"] == info["length"]


@pytest.mark.parametrize("players", [2, 3])
def test_skip_forced_asks_only_where_there_is_a_choice(players: int) -> None:
    class Asked(First):
        def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
            assert (legal.sum(axis=1) > 1).all()
            return super().act(states, legal)

    env = SoloEnv(players, opponent=Asked(), skip_forced=True)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert info["action_mask"].sum() > 1
        _, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    assert env.game is not None
    assert info["length"] == len(env.game.record()["actions"])


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("wrapped", [False, True])
def test_copies_go_on_alike_and_alone(duplicate: Callable[[Any], Any], wrapped: bool) -> None:
    env: Any = gym.make("SanFrancisco-v0", players=3)
    env = env if wrapped and duplicate is not copy.copy else env.unwrapped
    _, info = env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(15):
        _, _, _, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    twin = duplicate(env)
    before = env.unwrapped.game.clone()
    action = int(np.flatnonzero(info["action_mask"])[-1])
    theirs = twin.step(action)
    assert env.unwrapped.game == before
    mine = env.step(action)
    assert np.array_equal(mine[0], theirs[0])
    assert env.unwrapped.game == twin.unwrapped.game
    env.reset()
    twin.reset()
    assert env.unwrapped.game == twin.unwrapped.game


def test_what_was_returned_never_changes() -> None:
    env = SoloEnv(2)
    observation, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    kept = []
    for _ in range(40):
        for array in (observation, info["action_mask"]):
            assert not any(np.shares_memory(array, old) for old, _ in kept)
            kept.append((array, array.copy()))
        observation, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        if over:
            observation, info = env.reset()
    assert all(np.array_equal(array, as_it_was) for array, as_it_was in kept)


def test_start_from_an_order_or_a_state() -> None:
    env = SoloEnv(2, seat=0)
    order = list(range(87))
    env.reset(options={"order": order})
    assert env.game == sf_env.Game(2, order=order)
    env.reset(options={"state": sf_env.Game(2, seed=5).state, "anything": 1})
    assert env.game == sf_env.Game(2, seed=5)
    over = sf_env.Game(2, seed=5)
    while not over.is_over:
        over.step(over.legal_actions()[0])
    with pytest.raises(ValueError, match="over"):
        env.reset(options={"state": over.state})


@pytest.mark.parametrize(
    "keywords",
    [{"seat": 2}, {"seat": "first"}, {"seat": -1}, {"on_illegal": "ignore"}, {"players": 1}],
)
def test_wrong_keywords(keywords: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        SoloEnv(**keywords)


def test_before_reset() -> None:
    with pytest.raises(gym.error.ResetNeeded):
        SoloEnv().step(0)


def steps(env: Any, count: int) -> None:
    """Play the first legal actions."""
    for _ in range(count):
        env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))


def test_a_text_of_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = gym.make("SanFrancisco-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.game)
    env.close()
    env.close()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_of_the_board(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    env = gym.make("SanFrancisco-v0", render_mode="rgb_array", players=players)
    env.reset(seed=1)
    first: Any = env.render()
    assert first.dtype == np.uint8
    assert first.shape[2] == 3
    assert first.shape[0] >= 600
    assert first.shape[1] >= 900
    assert np.array_equal(env.render(), first)  # type: ignore[arg-type]
    steps(env, 4)
    after: Any = env.render()
    assert after.shape == first.shape
    assert (after != first).any()
    assert capsys.readouterr().out == ""


def test_the_picture_names_the_learner_and_the_opponents() -> None:
    env = SoloEnv(3, seat=1, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.game is not None
    names = ["opponent 2", "learner", "opponent 1"]
    assert np.array_equal(env.render(), env.game.picture(names))  # type: ignore[attr-defined, arg-type]


@pytest.mark.usefixtures("quick_windows")
def test_a_window_shows_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    env = gym.make("SanFrancisco-v0", render_mode="human")
    assert on_screen() is None
    env.reset(seed=1)
    first = on_screen()
    assert np.array_equal(first, env.unwrapped.game.picture(env.unwrapped._names()))  # type: ignore[attr-defined]
    steps(env, 4)
    assert (on_screen() != first).any()
    assert env.render() is None
    env.close()
    env.close()
    assert on_screen() is None
    assert capsys.readouterr().out == ""


def test_a_window_shows_every_decision_of_the_opponents_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[np.ndarray] = []
    monkeypatch.setattr("sf_env.envs.screen.Window.show", lambda _, picture: shown.append(picture))
    env = SoloEnv(3, seat=2, render_mode="human")
    env.reset(seed=1)
    steps(env, 3)
    assert env.game is not None
    assert len(shown) == env.game.length + 1
    assert all((one != other).any() for one, other in pairwise(shown))


@pytest.mark.usefixtures("quick_windows")
def test_a_window_opens_again_after_it_was_closed() -> None:
    env = SoloEnv(2, render_mode="human")
    env.reset(seed=1)
    env.close()
    env.reset(seed=1)
    assert on_screen() is not None
    env.close()


@pytest.mark.usefixtures("quick_windows")
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_an_environment_with_a_window_copies(duplicate: Callable[[Any], Any]) -> None:
    env = SoloEnv(2, render_mode="human")
    env.reset(seed=1)
    twin = duplicate(env)
    steps(env, 3)
    steps(twin, 3)
    assert twin.game == env.game
    twin.close()
    steps(env, 1)
    assert on_screen() is not None
    env.close()


def test_gymnasium_collects_pictures() -> None:
    env: Any = gym.make("SanFrancisco-v0", render_mode="rgb_array")
    env = gym.wrappers.RenderCollection(env)
    env.reset(seed=1)
    steps(env, 3)
    pictures = env.render()
    assert len(pictures) == 4
    assert {picture.shape for picture in pictures} == {(738, 936, 3)}


def test_gymnasium_learns_from_pictures() -> None:
    env: Any = gym.make("SanFrancisco-v0", render_mode="rgb_array")
    env = gym.wrappers.AddRenderObservation(env)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert observation.shape == (738, 936, 3)


def test_gymnasium_films_a_game(tmp_path: Path) -> None:
    env: Any = gym.make("SanFrancisco-v0", render_mode="rgb_array")
    env = gym.wrappers.RecordVideo(env, str(tmp_path / "films"))
    play_to_end(env)
    env.close()
    (film,) = tmp_path.glob("films/*.mp4")
    assert film.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("mode", "library"), [("rgb_array", "PIL"), ("human", "PIL"), ("human", "pygame")]
)
def test_a_missing_library_is_named_with_its_extra(
    mode: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sf_env.core.extras.installed", lambda name: name != library)
    with pytest.raises(MissingExtra, match=rf"{library}.*pip install 'sf-env\[render\]'"):
        SoloEnv(2, render_mode=mode)


def test_pictures_need_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sf_env.core.extras.installed", lambda name: name == "PIL")
    env = SoloEnv(2, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render() is not None
