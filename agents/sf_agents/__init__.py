"""Agents that play San Francisco, and the arena in which they meet."""

from sf_agents import arena
from sf_env.opponents import load, names

__all__ = ["arena", "load", "names"]
