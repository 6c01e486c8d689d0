"""The batch as a vectorised environment of Stable-Baselines3, with masks for MaskablePPO.

>>> from sf_env.sb3 import VecEnv
>>> env = VecEnv(256, players=2, opponent="greedy")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sf_env.core.rewards import Reward
from sf_env.core.rules import Array
from sf_env.envs.seats import Opponent
from sf_env.envs.vector import ENDED, VectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv as _VecEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sf_env.sb3 needs Stable-Baselines3, which is not installed: pip install 'sf-env[train]'",
        name=error.name,
    ) from error


class VecEnv(_VecEnv):
    """One learner in each of ``num_envs`` games; a finished game is immediately replaced.

    Takes the keywords of the Gymnasium vector environment, except its autoreset mode; an illegal
    action raises IllegalAction, and nothing is changed. MaskablePPO reads ``action_masks()``; with
    ``mask_in_infos`` the info of each row has its mask as well.
    """

    def __init__(self, num_envs: int, mask_in_infos: bool = False, **keywords: Any) -> None:
        for fixed in ("autoreset_mode", "on_illegal", "render_mode"):
            if fixed in keywords:
                raise TypeError(f"VecEnv takes no {fixed!r}: it always restarts games immediately")
        if "seed" in keywords:
            seed = keywords["seed"]
            raise TypeError(f"VecEnv takes no 'seed': call env.seed({seed}) and then reset()")
        self._env = VectorEnv(num_envs, autoreset_mode="SameStep", on_illegal="raise", **keywords)
        self._env.reward_dtype = np.float32
        self._mask_in_infos = mask_in_infos
        self.render_mode = self._env.render_mode
        super().__init__(
            num_envs, self._env.single_observation_space, self._env.single_action_space
        )
        self._actions: Array | None = None

    def reset(self) -> Array:
        """Deal new games, with the seeds given to ``seed()``, if any."""
        seeds = None if all(seed is None for seed in self._seeds) else list(self._seeds)
        observations, infos = self._env.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = self._infos_of_rows(infos)
        return observations

    def step_async(self, actions: Array) -> None:
        """Store the learners' actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play the actions; return observations, float32 rewards, dones and an info per row."""
        observations, rewards, dones, _, batch_infos = self._env.step(self._actions)
        infos = self._infos_of_rows(batch_infos)
        for row in np.flatnonzero(dones):
            final = batch_infos["final_info"]
            infos[row].update({key: final[key][row] for key in ENDED})
            infos[row]["terminal_observation"] = batch_infos["final_obs"][row]
            infos[row]["TimeLimit.truncated"] = False
        return observations, rewards, dones, infos

    def action_masks(self) -> Array:
        """Return the learners' legal actions: (num_envs, actions) bool.

        There are none before the first ``reset()``: that raises ``ResetNeeded``. MaskablePPO always
        resets before it asks.
        """
        return self._env.action_masks()

    def set_opponent(self, opponent: Opponent) -> None:
        """Change the opponents from now on."""
        self._env.set_opponent(opponent)

    def set_reward(self, reward: Reward) -> None:
        """Change the reward for games that finish from now on."""
        self._env.set_reward(reward)

    def state_dict(self) -> dict[str, Any]:
        """Return the state that a run needs to continue these games."""
        return self._env.state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continue the games of an environment that was made with the same arguments."""
        self._env.load_state_dict(state)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each row: all rows share it."""
        single = f"single_{attr_name}"  # of the spaces, SB3 wants those of one row
        value = getattr(self._env, single if hasattr(self._env, single) else attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse, because rows are not separate environments."""
        raise AttributeError(
            f"{attr_name!r} cannot be set: the games share one batch; there are set_opponent() "
            f"and set_reward()"
        )

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the batch once, and return each row's part of the result."""
        result = getattr(self._env, method_name)(*method_args, **method_kwargs)
        rows: Iterable[int] = self._get_indices(indices)
        if isinstance(result, np.ndarray) and len(result) == self.num_envs:
            return [result[row] for row in rows]
        return [result for _ in rows]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each row: there are no wrappers inside."""
        return [False for _ in self._get_indices(indices)]

    def _infos_of_rows(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        seats = infos["seat"]
        if self._env.rules.secrets:  # seeds are there in games that have ended only
            rows = [{"seat": seat} for seat in seats]
        else:
            seeds = infos["seed"]
            rows = [{"seed": seed, "seat": seat} for seed, seat in zip(seeds, seats, strict=True)]
        if self._mask_in_infos:
            for row, mask in zip(rows, infos["action_mask"], strict=True):
                row["action_mask"] = mask
        return rows
