"""The PettingZoo environment in TorchRL.

>>> from sf_env.interop import torchrl
>>> env = torchrl.env(players=3)
"""

from __future__ import annotations

from typing import Any

from sf_env.core.rules import Rules, rules_of
from sf_env.envs.aec import Door

try:
    from torchrl.envs import MarlGroupMapType, PettingZooWrapper
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sf_env.interop.torchrl needs TorchRL, which is not installed: "
        "pip install 'sf-env[torchrl]'",
        name=error.name,
    ) from error


def env(game: str | Rules | None = None, **keywords: Any) -> PettingZooWrapper:
    """Return the environment with all players in the group "agents", and masks."""
    return PettingZooWrapper(
        Door(rules_of(game)).env(**keywords),
        use_mask=True,  # only one player acts at a time
        group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
    )
