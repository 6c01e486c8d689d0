"""The adaptor of ``sf_env.envs.rllib`` by its public name."""

from sf_env.envs.rllib import MaskedModule, env

__all__ = ["MaskedModule", "env"]
