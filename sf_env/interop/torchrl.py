"""The adaptor of ``sf_env.envs.torchrl`` by its public name."""

from sf_env.envs.torchrl import env

__all__ = ["env"]
