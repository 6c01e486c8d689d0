"""Tournaments between agents: ``play`` runs one and returns a ``Result``."""

from sf_agents.arena.plan import ArenaError
from sf_agents.arena.result import Result
from sf_agents.arena.seeds import is_reserved
from sf_agents.arena.tournament import play
from sf_env.core.extras import MissingExtra

__all__ = ["ArenaError", "MissingExtra", "Result", "is_reserved", "play"]
