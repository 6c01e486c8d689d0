"""Where things are: the rectangles around shapes, and of what can be pointed at in a panel."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sf_env.render.shapes import Box, Disc, Item, Outline, Panel, Points, Tile, Words

Rectangle = tuple[float, float, float, float]  # left, top, width, height
Extent = tuple[float, float, float, float]  # left, top, right, bottom


def spots(panel: Panel) -> dict[str, Rectangle]:
    """Return the rectangle of each spot."""
    return {item.spot: rectangle(item) for item in panel.items if item.spot}


def corners(item: Item) -> Points | None:
    """Return the corners of where a tile is if it is an outline, None if it is a rectangle."""
    shape = item.tile.shapes[0]
    if not isinstance(shape, Outline) or len(item.tile.shapes) > 1:
        return None
    return tuple((item.x + item.scale * x, item.y + item.scale * y) for x, y in shape.points)


def rectangle(item: Item) -> Rectangle:
    """Return where a tile is in its panel; words are always within other shapes."""
    left, top, right, bottom = (edge * item.scale for edge in _drawn(item.tile))
    return item.x + left, item.y + top, right - left, bottom - top


@cache
def _drawn(tile: Tile) -> Extent:
    return around(extent(shape) for shape in tile.shapes if not isinstance(shape, Words))


def around(extents: Iterable[Extent]) -> Extent:
    """Return the smallest rectangle around several."""
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def extent(shape: Box | Disc | Outline) -> Extent:
    """Return the rectangle around a shape, without how thick its line is."""
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        x, y, radius = shape.x, shape.y, shape.radius
        return x - radius, y - radius, x + radius, y + radius
    across, down = zip(*shape.points, strict=True)
    return min(across), min(down), max(across), max(down)
