"""Scenes as SVG: for notebooks and pages. Nothing but Python's own library is needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from sf_env.render.palette import PAPER
from sf_env.render.shapes import Box, Disc, Item, Outline, Panel, Scene, Shape, Tile, Words

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"

FITTING = ' style="max-width:100%;height:auto"'
PLACEHOLDER = "\0"  # replaced by what makes the names of a picture's tiles its own


def svg(scene: Scene, width: int | None = None, style: str = FITTING) -> str:
    """Return a picture of the whole table; ``width`` in pixels, or as wide as it is drawn.

    Names in a document are shared by all pictures in it, so a picture's own begin with a digest.
    Pages that allow no ``style`` of elements leave it out and have their own for it.
    """
    text = _svg(scene, width, style)
    return text.replace(PLACEHOLDER, f"b{crc32(text.encode()):08x}-")


def _svg(scene: Scene, width: int | None, style: str) -> str:
    tiles = Tiles(PLACEHOLDER)
    parts = [
        f'<g transform="translate({x} {y})" role="img" aria-label={quoteattr(panel.label)}>'
        f"{tiles.place(panel.items)}</g>"
        for panel, x, y in scene.panels
    ]
    paper = f'<rect width="{scene.width}" height="{scene.height}" fill="{PAPER}"/>'
    shown = scene.width if width is None else width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{shown}"{style} font-family="{FONT}">'
        f"<defs>{tiles.definitions()}</defs>{paper}{''.join(parts)}</svg>"
    )


class Tiles:
    """Numbers tiles as they are met, so that each is written only once."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._numbers: dict[Tile, int] = {}

    def number(self, tile: Tile) -> int:
        """Return the number of a tile."""
        return self._numbers.setdefault(tile, len(self._numbers))

    def place(self, items: Iterable[Item]) -> str:
        """Return the tiles at their places."""
        return "".join(self._place(item) for item in items)

    def _place(self, item: Item) -> str:
        scale = "" if item.scale == 1 else f" scale({number(item.scale)})"
        href = f"#{self._prefix}{self.number(item.tile)}"
        return (
            f'<use href="{href}" transform="translate({number(item.x)} {number(item.y)}){scale}"/>'
        )

    def fragments(self) -> list[str]:
        """Return the drawing of each tile, by its number."""
        return [drawing(tile) for tile in self._numbers]

    def definitions(self) -> str:
        """Return all tiles, to be referred to."""
        return "".join(
            f'<g id="{self._prefix}{at}">{text}</g>' for at, text in enumerate(self.fragments())
        )


@lru_cache(maxsize=4096)
def drawing(tile: Tile) -> str:
    """Return the shapes of a tile, with what it shows as its title."""
    title = f"<title>{escape(tile.label)}</title>" if tile.label else ""
    return title + "".join(element(shape) for shape in tile.shapes)


def element(shape: Shape) -> str:
    """Return one shape."""
    if isinstance(shape, Words):
        weight = ' font-weight="700"' if shape.bold else ""
        anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
        return (
            f'<text x="{number(shape.x)}" y="{number(shape.y)}" font-size="{number(shape.size)}" '
            f'fill="{shape.fill}"{weight}{anchor}>{escape(shape.text)}</text>'
        )
    paint = _paint(shape.fill, shape.line, shape.thick)
    if isinstance(shape, Box):
        round_corners = f' rx="{number(shape.radius)}"' if shape.radius else ""
        return (
            f'<rect x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" '
            f'height="{number(shape.height)}"{round_corners}{paint}/>'
        )
    if isinstance(shape, Disc):
        return (
            f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" '
            f'r="{number(shape.radius)}"{paint}/>'
        )
    return _outline(shape, paint)


def _outline(shape: Outline, paint: str) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
    name = "polygon" if shape.closed else "polyline"
    return f'<{name} points="{points}"{paint}/>'


def _paint(fill: str | None, line: str | None, thick: float) -> str:
    edge = "" if line is None else f' stroke="{line}" stroke-width="{number(thick)}"'
    return f' fill="{fill or "none"}"{edge}'


def number(value: float) -> str:
    """Return a number as short as it can be written to two places."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def panel_svg(panel: Panel, tiles: Tiles) -> str:
    """Return a panel by itself, referring to tiles that are defined elsewhere."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {panel.width} {panel.height}" '
        f'role="img" aria-label={quoteattr(panel.label)}>{tiles.place(panel.items)}</svg>'
    )
