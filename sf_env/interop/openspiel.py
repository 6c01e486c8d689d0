"""The games of ``sf_env.envs.openspiel`` by their public name; importing it registers them.

``register(rules)`` does that for a game of your own, whose table needs ``chance``.
"""

from sf_env.envs.openspiel import SpielGame, SpielState, register

__all__ = ["SpielGame", "SpielState", "register"]
