"""Where things are in a panel: the rectangles of what can be pointed at."""

from __future__ import annotations

from functools import cache

from sf_env.render.shapes import Box, Disc, Outline, Panel, Shape, Tile

Rectangle = tuple[float, float, float, float]  # left, top, width, height


def spots(panel: Panel) -> dict[str, Rectangle]:
    """Return the rectangle of each spot."""
    found = {}
    for item in panel.items:
        if item.spot:
            left, top, right, bottom = (edge * item.scale for edge in _edges(item.tile))
            found[item.spot] = (item.x + left, item.y + top, right - left, bottom - top)
    return found


@cache
def _edges(tile: Tile) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a tile; words stand within other shapes."""
    corners = [corner for shape in tile.shapes for corner in _corners(shape)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _corners(shape: Shape) -> tuple[tuple[float, float], ...]:
    if isinstance(shape, Box):
        return (shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)
    if isinstance(shape, Disc):
        radius = shape.radius
        return (shape.x - radius, shape.y - radius), (shape.x + radius, shape.y + radius)
    return shape.points if isinstance(shape, Outline) else ()
