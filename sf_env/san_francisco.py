"""The table of *San Francisco*, by the name that pickles of it hold."""

from sf_env.games.san_francisco.rules import SAN_FRANCISCO

__all__ = ["SAN_FRANCISCO"]
