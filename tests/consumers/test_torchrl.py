"""TorchRL takes the PettingZoo environment as it is (only where it is installed)."""

from __future__ import annotations

import pytest

from sf_env import san_francisco_v0

pytest.importorskip("torchrl")

pytestmark = pytest.mark.filterwarnings("ignore")  # what TorchRL warns about is not ours


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wrapper(players: int) -> None:
    from torchrl.envs import MarlGroupMapType, PettingZooWrapper, check_env_specs

    env = PettingZooWrapper(
        san_francisco_v0.env(players=players),
        use_mask=True,
        group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
    )
    check_env_specs(env)
    rollout = env.rollout(200)
    assert len(rollout) == 200 or rollout["next", "done"][-1].all()
