"""Tiles of words. Cached: equal words are the same tile."""

from __future__ import annotations

from functools import lru_cache

from sf_env.render.palette import FAINT_INK, INK
from sf_env.render.shapes import Tile, Words


@lru_cache(maxsize=4096)
def words(
    text: str, size: float, *, ink: str = INK, anchor: str = "start", bold: bool = False
) -> Tile:
    """Return a line of text."""
    return Tile((Words(0, 0, text, size, ink, anchor, bold),))


@lru_cache(maxsize=4096)
def faint(text: str, size: float = 12, anchor: str = "start") -> Tile:
    """Return a line of text in the background."""
    return words(text, size, ink=FAINT_INK, anchor=anchor)
