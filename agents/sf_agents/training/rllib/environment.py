"""The vector environment as RLlib's runners need it.

RLlib keeps the mask of a decision if it is a part of the observation, and handles one array much
faster than a dictionary of two: so the mask is at the end of the vector. Opponents are not
known when a runner makes its environment; they are seated before each update.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector.utils import batch_space

from sf_agents.training.networks import networks_of
from sf_agents.training.reward import Reward
from sf_agents.training.rllib.lineup import Lineup, Seats
from sf_env.core.errors import Error
from sf_env.core.rules import Array
from sf_env.core.seeds import episode_seed
from sf_env.envs.vector import ENDED, Info, VectorEnv


class Nobody:
    """Sits where no opponents have been seated, and refuses to play."""

    def act(self, states: Array, legal: Array, keys: Any = None) -> Array:
        """Raise an Error."""
        raise Error("no opponents have been seated here")


class SelfPlayEnv(VectorEnv):
    """Games whose observations end with the mask, and which keeps how they ended."""

    def __init__(self, num_envs: int, network: str, **keywords: Any) -> None:
        """Take the kind of network that opponents are, and the keywords of ``VectorEnv``."""
        super().__init__(
            num_envs, opponent=Nobody(), on_illegal="raise", skip_forced=True, **keywords
        )
        self.single_observation_space = with_mask(
            self.single_observation_space, len(self.rules.actions)
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        networks = networks_of(self.rules)
        pattern = networks.new(network, self.players)
        self.seats = Seats(self.rules, partial(networks.revived, network=pattern))
        self.update = 0  # of the learner, when the opponents were seated
        self._ended: list[Info] = []

    def seat(self, lineup: Lineup) -> None:
        """Seat the opponents of the decisions that follow."""
        self.set_opponent(self.seats.seat(lineup))
        self.set_reward(Reward(lineup.margin, self.rules.score_scale))
        self.update = lineup.update

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Info]:
        """Deal the first games; a restarted runner deals new games, not those it began with."""
        seed = None if seed is None else episode_seed(seed, 0, self.update)
        observations, infos = super().reset(seed=seed, options=options)
        return with_masks(observations, infos), {}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        """Carry out the learners' decisions; infos stay here, where nobody copies them."""
        observations, rewards, terminated, truncated, infos = super().step(actions)
        for row in np.flatnonzero(terminated):
            self._ended.append({key: infos[key][row] for key in ENDED})
        return with_masks(observations, infos), rewards, terminated, truncated, {}

    def take_ended(self) -> list[Info]:
        """Return the games that ended since the last time."""
        ended, self._ended = self._ended, []
        return ended


def with_mask(space: Any, actions: int) -> Box:
    """Return the space of observations with a mask behind them."""
    low = np.concatenate([space.low, np.zeros(actions, space.dtype)])
    high = np.concatenate([space.high, np.ones(actions, space.dtype)])
    return Box(low, high, dtype=space.dtype)


def with_masks(observations: Array, infos: Info) -> Array:
    """Return observations (n, size) with their masks (n, actions) behind them."""
    return np.concatenate([observations, infos["action_mask"]], axis=1)
