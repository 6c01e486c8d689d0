"""Tianshou takes the PettingZoo environment as it is (only where it is installed)."""

from __future__ import annotations

import numpy as np
import pytest

from sf_env import san_francisco_v0

pytest.importorskip("tianshou")

pytestmark = pytest.mark.filterwarnings("ignore")  # what Tianshou warns about is not ours


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wrapper(players: int) -> None:
    from tianshou.env.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(san_francisco_v0.env(players=players))
    observation, _ = env.reset(seed=1)
    terminated = False
    rng = np.random.default_rng(0)
    while not terminated:
        action = int(rng.choice(np.flatnonzero(observation["mask"])))
        observation, rewards, terminated, _, _ = env.step(action)
    assert len(rewards) == players
    assert sum(rewards) == pytest.approx(0)
