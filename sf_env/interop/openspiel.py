"""The games of ``sf_env.games.san_francisco.openspiel``, registered with OpenSpiel."""

from sf_env.games.san_francisco.openspiel import SanFranciscoGame, SanFranciscoState

__all__ = ["SanFranciscoGame", "SanFranciscoState"]
