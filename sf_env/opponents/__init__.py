"""Agents that the environments can play against, and how agents are found by name.

An agent has a method ``act(states, legal, keys=None)`` that returns one action (n,) for each of n
concealed states with their masks (n, actions). Its action in a row depends only on its parameters,
that row and its key.
"""

from sf_env.opponents.contract import Agent, ask, decision_keys, row_keys
from sf_env.opponents.mixture import Mixture
from sf_env.opponents.random import Random
from sf_env.opponents.registry import load, names

__all__ = ["Agent", "Mixture", "Random", "ask", "decision_keys", "load", "names", "row_keys"]
