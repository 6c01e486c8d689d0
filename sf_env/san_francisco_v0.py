"""PettingZoo's module of the game: ``env``, ``raw_env`` and ``parallel_env``.

>>> from sf_env import san_francisco_v0
>>> env = san_francisco_v0.env(players=3)
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from sf_env.core.rewards import ILLEGAL_REWARD
from sf_env.envs.aec import raw_env

__all__ = ["env", "parallel_env", "raw_env"]


def env(**keywords: Any) -> AECEnv[str, Any, Any]:
    """Return the environment in PettingZoo's wrappers: an illegal action ends the game."""
    wrapped: Any = TerminateIllegalWrapper(raw_env(**keywords), illegal_reward=ILLEGAL_REWARD)
    wrapped = AssertOutOfBoundsWrapper(wrapped)
    return OrderEnforcingWrapper(wrapped)


def parallel_env(**keywords: Any) -> ParallelEnv[str, Any, Any]:
    """Return it for all agents at once, for tools that want that: only one of them moves."""
    return turn_based_aec_to_parallel(env(**keywords))
