"""Scenes as pictures, painted with Pillow: no screen is needed.

Every tile is painted once, four times as large, and scaled down, which gives smooth edges; after
that it is only pasted.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np

from sf_env.core.extras import require
from sf_env.render.bounds import Extent, around, extent
from sf_env.render.palette import PAPER
from sf_env.render.shapes import Box, Disc, Item, Outline, Scene, Shape, Tile, Words

require("PIL", "render", "a picture of a board")
from PIL import Image, ImageDraw, ImageFont  # noqa: E402  only where it is installed

FINER = 4  # times as large as it is shown
EDGE = 2  # pixels around a tile for lines that reach over its corners
BOLD = 0.03  # of the size, by which bold letters are thickened
# What Pillow's font has no letters for, besides letters with accents.
PLAIN = str.maketrans(
    dict(zip("×−–øØłŁđĐı", "x--oOlLdDi", strict=True))
    | {"½": ".5", "…": "...", "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
)


class Painted(NamedTuple):
    """A tile as pixels, and where its upper left corner is, seen from that of the tile."""

    pixels: Image.Image
    mask: Image.Image  # how much of each pixel it covers
    x: int
    y: int


def paint(whole: Scene, scale: float = 1.0) -> Image.Image:
    """Return a scene as a picture of Pillow's."""
    return Image.fromarray(pixels(whole, scale))


def pixels(whole: Scene, scale: float = 1.0) -> np.ndarray[Any, Any]:
    """Return a scene as pixels, (height, width, 3) uint8."""
    if not scale > 0:
        raise ValueError(f"scale={scale} is not allowed; it should be more than 0")
    image = _paper(round(whole.width * scale), round(whole.height * scale)).copy()
    for panel, x, y in whole.panels:
        part = _panel(panel.items, panel.width, panel.height, scale)
        space = image[round(y * scale) :, round(x * scale) :][: len(part), : part.shape[1]]
        space[:] = part[: len(space), : space.shape[1]]
    return image


@lru_cache(maxsize=8)
def _paper(width: int, height: int) -> np.ndarray[Any, Any]:
    return np.array(Image.new("RGB", (width, height), PAPER))


@lru_cache(maxsize=16)  # a decision changes one or two parts of the table
def _panel(items: tuple[Item, ...], width: int, height: int, scale: float) -> np.ndarray[Any, Any]:
    """Return a part of the table as pixels."""
    image = _ground(items[:1], ceil(width * scale), ceil(height * scale), scale).copy()
    for item in items[1:]:
        _paste(image, item, scale)
    return np.array(image)


@lru_cache(maxsize=32)
def _ground(first: tuple[Item, ...], width: int, height: int, scale: float) -> Image.Image:
    """Return what lies under all of a panel: its first item is as large as the panel."""
    image = Image.new("RGB", (width, height), PAPER)
    for item in first:
        _paste_tile(image, item, scale, _paint(item.tile, item.scale * scale))
    return image


def _paste(image: Image.Image, item: Item, scale: float) -> None:
    _paste_tile(image, item, scale, painted(item.tile, item.scale * scale))


def _paste_tile(image: Image.Image, item: Item, scale: float, tile: Painted) -> None:
    at = round(item.x * scale) + tile.x, round(item.y * scale) + tile.y
    image.paste(tile.pixels, at, tile.mask)


@lru_cache(maxsize=8192)
def painted(tile: Tile, scale: float) -> Painted:
    """Return the pixels of a tile, which are kept."""
    return _paint(tile, scale)


def _paint(tile: Tile, scale: float) -> Painted:
    """Return the pixels of a tile; those of grounds are large, and are not kept twice."""
    left, top, right, bottom = around(_painted_extent(shape, scale) for shape in tile.shapes)
    x, y = floor(left * scale) - EDGE, floor(top * scale) - EDGE
    width, height = ceil(right * scale) + EDGE - x, ceil(bottom * scale) + EDGE - y
    large = Image.new("RGBA", (width * FINER, height * FINER), (0, 0, 0, 0))
    brush = _Brush(large, scale * FINER, -x * FINER, -y * FINER)
    for shape in tile.shapes:
        brush.paint(shape)
    small = large.resize((width, height), Image.Resampling.BOX)
    return Painted(small.convert("RGB"), small.getchannel("A"), x, y)


class _Brush:
    """Paints shapes at a scale, with the corner of their tile at some place."""

    def __init__(self, image: Image.Image, scale: float, x: float, y: float) -> None:
        self._draw = ImageDraw.Draw(image)
        self._scale = scale
        self._x = x
        self._y = y

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Box):
            self._box(shape)
        elif isinstance(shape, Disc):
            radius = shape.radius * self._scale
            thick = self._thick(shape.thick) if shape.line else 1
            x, y = self._at(shape.x, shape.y)
            grown = radius + (thick / 2 if shape.line else 0)
            corners = (x - grown, y - grown, x + grown, y + grown)
            self._draw.ellipse(corners, shape.fill, shape.line, thick)
        elif isinstance(shape, Words):
            self._words(shape)
        else:
            self._outline(shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._scale, self._y + y * self._scale

    def _thick(self, thick: float) -> int:
        return max(1, round(thick * self._scale))

    def _box(self, box: Box) -> None:
        thick = self._thick(box.thick) if box.line else 1
        grown = thick / 2 if box.line else 0.0
        left, top = self._at(box.x, box.y)
        right, bottom = self._at(box.x + box.width, box.y + box.height)
        left, top = left - grown, top - grown
        corners = (left, top, max(right + grown - 1, left), max(bottom + grown - 1, top))
        radius = box.radius * self._scale + grown if box.radius else 0
        self._draw.rounded_rectangle(corners, radius, box.fill, box.line, thick)

    def _outline(self, shape: Outline) -> None:
        points = [self._at(x, y) for x, y in shape.points]
        if shape.fill:
            self._draw.polygon(points, shape.fill)
        if shape.line:
            if shape.closed:
                points = [*points, points[0], points[1]]
            self._draw.line(points, shape.line, self._thick(shape.thick), joint="curve")

    def _words(self, words: Words) -> None:
        font = _font(round(words.size * self._scale))
        self._draw.text(
            self._at(words.x, words.y),
            plain(words.text),
            words.fill,
            font,
            ANCHORS[words.anchor],
            stroke_width=self._thick(words.size * BOLD) if words.bold else 0,
        )


def plain(text: str) -> str:
    """Return a text in letters that Pillow's font has, as far as there are any."""
    letters = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}  # as Pillow calls them


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _painted_extent(shape: Shape, scale: float) -> Extent:
    """Return what a shape covers, with half of its line, or with letters as Pillow draws them."""
    if isinstance(shape, Words):
        return _extent_of_words(shape, scale * FINER)
    over = shape.thick / 2 if shape.line else 0.0
    left, top, right, bottom = extent(shape)
    return left - over, top - over, right + over, bottom + over


def _extent_of_words(words: Words, scale: float) -> Extent:
    """Return what letters cover: sizes of fonts are whole, so it is not the same at all scales."""
    box = _font(round(words.size * scale)).getbbox(plain(words.text), anchor=ANCHORS[words.anchor])
    left, top, right, bottom = (edge / scale for edge in box)
    x, y = words.x, words.y
    return x + left - 1, y + top - 1, x + right + 1, y + bottom + 1
