"""Colours. Districts also have signs, for those who cannot distinguish the colours."""

from __future__ import annotations

from typing import NamedTuple

TRAM = "#b8352b"
STREET = "#f6f1e6"  # under tracks and between trams: light, so that both are seen on every card
RAIL = "#4d443a"
SLEEPER = "#8c7d68"
BRICK = "#8c5a3c"
GLASS = "#cfe6f5"
STEEL = "#4a5a73"
GOLD = "#c8961c"
LEAF = "#3f8a45"
WATER = "#2f7fb8"


class Shades(NamedTuple):
    """The shades of one colour of cards."""

    light: str  # an empty space
    card: str
    strong: str  # signs and edges


BY_COLOUR = {
    "blue": Shades("#e3eef7", "#b9d9ef", "#1f6fa8"),
    "grey": Shades("#e9e9ea", "#cdd0d4", "#5c636e"),
    "orange": Shades("#fbe9da", "#f6c79b", "#b85a0c"),
    "yellow": Shades("#faf4d3", "#f2e184", "#86700a"),
    "green": Shades("#e2f0e1", "#b5dcb4", "#2c7a36"),
    "black": Shades("#dcdcdc", "#a9a9af", "#26262b"),
}
