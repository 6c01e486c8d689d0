"""The origins of points by name, in the order in which the engine counts them."""

from __future__ import annotations

from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, ROWS
from sf_env.games.san_francisco.engine.scoring import DISTRICT as FIRST_DISTRICT
from sf_env.games.san_francisco.engine.scoring import ORIGINS as TOTAL
from sf_env.games.san_francisco.engine.scoring import TRAMS
from sf_env.games.san_francisco.rules import points_by_part
from sf_env.games.san_francisco.view import Score, breakdown, scores

CITY_PARTS = ("skyscrapers", "medal", "completion", "tokens")
PARTS = (*CITY_PARTS, *COLOUR_NAMES[:ROWS], "trams", "total")

__all__ = [
    "CITY_PARTS",
    "FIRST_DISTRICT",
    "PARTS",
    "TOTAL",
    "TRAMS",
    "Score",
    "breakdown",
    "points_by_part",
    "scores",
]
