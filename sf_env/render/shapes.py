"""What pictures are made of: shapes in tiles, tiles in panels, panels in a scene. Plain data.

``svg.py`` writes them as SVG and ``picture.py`` paints them with Pillow, so a game says only once
what a card looks like.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

BETWEEN = "; "  # two phrases of a label
MARGIN = 12  # around panels

Points = tuple[tuple[float, float], ...]


class Box(NamedTuple):
    """A rectangle, with round corners if there is a radius."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    line: str | None = None
    thick: float = 1.0
    radius: float = 0.0


class Disc(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    line: str | None = None
    thick: float = 1.0


class Outline(NamedTuple):
    """Points joined by lines, back to the first if it is closed."""

    points: Points
    fill: str | None = None
    line: str | None = None
    thick: float = 1.0
    closed: bool = True


class Words(NamedTuple):
    """A line of text; ``y`` is its base line, ``x`` its start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "start"
    bold: bool = False


Shape = Box | Disc | Outline | Words


@dataclass(frozen=True, eq=False, slots=True)
class Tile:
    """Shapes that are drawn together and often, around a corner of their own.

    Tiles are made by cached functions: equal drawings are the same tile, which is painted only
    once.
    """

    shapes: tuple[Shape, ...]
    label: str = ""  # what it shows, for screen readers


class Item(NamedTuple):
    """A tile at its place in a panel; a spot is something that can be pointed at."""

    tile: Tile
    x: float
    y: float
    scale: float = 1.0
    spot: str = ""


class Panel(NamedTuple):
    """A part of the table. If it belongs to a seat, its name ends with that: "board-0"."""

    name: str
    label: str  # what it shows, for screen readers
    width: int
    height: int
    items: tuple[Item, ...]

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to, if it belongs to one."""
        number = self.name.rpartition("-")[2]
        return int(number) if number.isdecimal() else None


class Scene(NamedTuple):
    """Panels with the places of their corners, and the size of the whole."""

    panels: tuple[tuple[Panel, int, int], ...]
    width: int
    height: int
