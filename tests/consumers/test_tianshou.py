"""The environments in Tianshou (only where it is installed)."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env.core.rules import rules_of
from sf_env.envs.aec import Door

pytest.importorskip("tianshou")

pytestmark = pytest.mark.filterwarnings("ignore")  # what Tianshou warns about is not ours


def make(players: int, **keywords: Any) -> Any:
    from sf_env.interop import tianshou

    return tianshou.env(players=players, **keywords)


games = pytest.mark.parametrize("game", sf_env.games())


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_the_environment_move_by_move(players: int, game: str) -> None:
    rules = rules_of(game)
    setup = {rules.setup_word: "generate:5"}
    env = make(players, game=game, **setup)
    twin = Door(rules).raw_env(players=players, **setup)
    observation, _ = env.reset(seed=1)
    twin.reset(seed=1)
    terminated = False
    rng = np.random.default_rng(0)
    while not terminated:
        seen = twin.observe(twin.agent_selection)
        assert observation["agent_id"] == twin.agent_selection
        assert np.array_equal(observation["obs"], seen["observation"])
        assert observation["mask"] == seen["action_mask"].astype(bool).tolist()
        action = int(rng.choice(np.flatnonzero(observation["mask"])))
        observation, rewards, terminated, truncated, _ = env.step(action)
        twin.step(action)
        assert not truncated
    assert rewards == list(twin.rewards.values())
    assert sum(rewards) == pytest.approx(0)
    assert max(rewards) > 0


@games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_collector_plays_games(players: int, game: str) -> None:
    from tianshou.algorithm.multiagent.marl import MultiAgentPolicy
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv

    env = make(players, game=game)
    player = MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space).policy
    policy = MultiAgentPolicy(dict.fromkeys(env.agents, player))
    envs = DummyVectorEnv([lambda: make(players, game=game)] * 3)
    collector = Collector(policy, envs, VectorReplayBuffer(3000, 3))
    collector.reset()
    result = collector.collect(n_episode=6)
    assert result.returns.shape == (6, players)
    assert np.allclose(result.returns.sum(axis=1), 0)
    won = result.returns.max(axis=1) > 0  # but for games whose win all share
    assert won.any()
    moves = collector.buffer.sample(0)[0]
    assert moves.done[(moves.rew != 0).any(axis=1)].all()
    assert (moves.rew != 0).any(axis=1).sum() == won.sum()


@games
def test_pickling(game: str) -> None:
    env = make(3, game=game)
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.env.unwrapped.game == env.env.unwrapped.game


def test_wrong_keywords() -> None:
    with pytest.raises(ValueError, match="players=5 is not allowed"):
        make(5)
    with pytest.raises(sf_env.DeckError, match="no deck 'nonsense'"):
        make(2, deck="nonsense")
    with pytest.raises(sf_env.MapError, match="nonsense"):
        make(2, game="ticket_to_ride", map="nonsense")
