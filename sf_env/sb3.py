"""The vectorised environment of Stable-Baselines3.

>>> from sf_env.sb3 import VecEnv
>>> env = VecEnv(256, players=2, opponent="greedy")
"""

from sf_env.envs.sb3 import VecEnv

__all__ = ["VecEnv"]
