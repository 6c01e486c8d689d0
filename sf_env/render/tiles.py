"""Tiles of words and sheets. Cached: equal ones are the same tile."""

from __future__ import annotations

from functools import cache, lru_cache

from sf_env.render.palette import ACCENT, FAINT_INK, INK, RULE, SHEET
from sf_env.render.shapes import Box, Tile, Words


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


@cache
def sheet(width: int, height: int, chosen: bool = False) -> Tile:
    """Return what lies under all of a panel, with an accent if the decision is there."""
    edge, thick = (ACCENT, 2.5) if chosen else (RULE, 1.2)
    return Tile((Box(1, 1, width - 2, height - 2, SHEET, edge, thick, 10),))
