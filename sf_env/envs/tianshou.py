"""The PettingZoo environment in Tianshou.

>>> from sf_env.interop import tianshou
>>> env = tianshou.env(players=3)
"""

from __future__ import annotations

from typing import Any

from sf_env.core.rules import Rules, rules_of
from sf_env.envs.aec import Door

try:
    from tianshou.env.pettingzoo_env import PettingZooEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sf_env.interop.tianshou needs Tianshou, which is not installed: "
        "pip install 'sf-env[tianshou]'",
        name=error.name,
    ) from error


def env(game: str | Rules | None = None, **keywords: Any) -> PettingZooEnv:
    """Return the environment; its observations name the player to move and hold the mask."""
    return PettingZooEnv(Door(rules_of(game)).env(**keywords))
