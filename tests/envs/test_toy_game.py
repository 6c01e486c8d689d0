"""The shells know nothing of San Francisco: a game of matches plays in all of them."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import sf_env
from sf_env.core.batch import Batch
from sf_env.core.game import Play
from sf_env.envs.aec import raw_env
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from tests.toy import MATCHES

SHELLS = (
    "core/batch",
    "core/game",
    "core/rewards",
    "core/masks",
    "core/threads",
    "envs/aec",
    "envs/screen",
    "envs/solo",
    "envs/vector",
)
WORDS_OF_THE_GAME = r"\b(city|cities|tram|trams|phase|contracts|column|columns|skyscraper)\b"


class Last:
    """Takes two matches where it may."""

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        assert (states["hidden"] == 0).all()
        return legal[:, 1].astype(np.int64)


def test_one_game() -> None:
    game = Play(MATCHES, players=3, seed=2)
    assert str(game) == "7 matches"
    game.step(1)
    assert (game.to_move, game.legal_actions()) == (1, [0, 1])
    with pytest.raises(sf_env.IllegalAction, match="TAKE 1"):
        game.step(2)
    twin = game.clone()
    for action in (1, 1, 0):
        game.step(action)
    assert game.is_over
    assert (game.winners(), twin.winners()) == ([0], [])
    assert game.record() == {"players": 3, "seed": 2, "actions": [1, 1, 1, 0]}


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_batch(players: int, skip_forced: bool) -> None:
    batch = Batch(50, players, seed=3, rules=MATCHES, skip_forced=skip_forced)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(60):
        rewards, done = batch.step(sf_env.sample_legal(batch.legal, rng))
        ended += int(done.sum())
        assert np.allclose(rewards.sum(axis=1), 0)
        assert (batch.final_winners.sum(axis=1) == done).all()
        assert (rewards[done].argmax(axis=1) == batch.final_winners[done].argmax(axis=1)).all()
    assert ended > 200
    assert pickle.loads(pickle.dumps(batch)).rules is MATCHES


@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoo() -> None:
    api_test(raw_env(players=3, rules=MATCHES), num_cycles=100)


@pytest.mark.parametrize("players", [2, 3])
def test_solo(players: int) -> None:
    check_env(SoloEnv(players, opponent=Last(), rules=MATCHES), skip_render_check=True)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vector(mode: str) -> None:
    env = VectorEnv(20, 2, opponent=Last(), rules=MATCHES, autoreset_mode=mode)
    assert isinstance(env, gym.vector.VectorEnv)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    results = []
    for _ in range(60):
        _, rewards, terminated, _, _ = env.step(sf_env.sample_legal(env.action_masks(), rng))
        results += rewards[terminated].tolist()
    assert set(results) == {-1.0, 1.0}
    assert copy.deepcopy(env).rules is MATCHES


@pytest.mark.parametrize("mode", ["rgb_array", "human"])
@pytest.mark.parametrize(
    "maker", [raw_env, partial(SoloEnv, opponent=Last()), partial(VectorEnv, 2)]
)
def test_a_game_without_pictures_says_so(maker: Callable[..., Any], mode: str) -> None:
    with pytest.raises(
        ValueError, match=f"render_mode='{mode}' is not allowed; allowed: None, 'ansi'"
    ):
        maker(rules=MATCHES, render_mode=mode)


def test_a_game_without_pictures_has_its_text() -> None:
    env = raw_env(rules=MATCHES, render_mode="ansi")
    env.reset(seed=2)
    assert str(env.render()).endswith(" matches")


@pytest.mark.parametrize("shell", SHELLS)
def test_shells_name_nothing_of_the_game(shell: str) -> None:
    source = (Path(sf_env.__file__).parent / f"{shell}.py").read_text(encoding="utf-8")
    assert re.findall(WORDS_OF_THE_GAME, source) == []
