"""PettingZoo's module of Ticket to Ride: ``env``, ``raw_env`` and ``parallel_env``.

>>> from sf_env import ticket_to_ride_v0
>>> env = ticket_to_ride_v0.env(players=3)
"""

from sf_env.envs.aec import Door
from sf_env.ticket_to_ride import RULES

__all__ = ["env", "parallel_env", "raw_env"]

_DOOR = Door(RULES)
raw_env = _DOOR.raw_env
env = _DOOR.env
parallel_env = _DOOR.parallel_env
