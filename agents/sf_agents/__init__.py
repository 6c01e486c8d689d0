"""Agents that play San Francisco, and the arena in which they meet."""

from sf_env.opponents import load, names

__all__ = ["load", "names"]
