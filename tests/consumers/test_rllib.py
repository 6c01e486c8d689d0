"""RLlib takes the PettingZoo environment as it is (only where Ray is installed)."""

from __future__ import annotations

import numpy as np
import pytest

from sf_env import san_francisco_v0

pytest.importorskip("ray")

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray warns about is not ours


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wrapper(players: int) -> None:
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(san_francisco_v0.env(players=players))
    observations, _ = env.reset(seed=1)
    total = dict.fromkeys(env.env.possible_agents, 0.0)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        ((agent, observation),) = observations.items()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        observations, rewards, terminated, _, _ = env.step({agent: action})
        for each, gain in rewards.items():
            total[each] += gain
        over = terminated["__all__"]
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0
