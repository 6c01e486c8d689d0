"""The adaptor of ``sf_env.envs.tianshou`` by its public name."""

from sf_env.envs.tianshou import env

__all__ = ["env"]
