"""The games, each in a folder of its own: their names, and the location of each table.

This package is also the function ``sf_env.games()``, which lists the names.
"""

import sys
from types import ModuleType

from sf_env.core.rules import games, register

GAMES = {
    "san_francisco": "sf_env.games.san_francisco.rules:SAN_FRANCISCO",
    "ticket_to_ride": "sf_env.games.ticket_to_ride.rules:TICKET_TO_RIDE",
}


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return games()


for _name, _home in GAMES.items():
    register(_name, _home)
sys.modules[__name__].__class__ = _Games
