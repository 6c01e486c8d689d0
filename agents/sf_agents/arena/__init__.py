"""Tournaments between agents: ``play`` them, look at the ``Result``."""

from sf_agents.arena.deals import is_reserved
from sf_agents.arena.errors import ArenaError
from sf_agents.arena.result import Result
from sf_agents.arena.tournament import play
from sf_env.core.extras import MissingExtra

__all__ = ["ArenaError", "MissingExtra", "Result", "is_reserved", "play"]
