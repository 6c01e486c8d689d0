"""Panels as numbers: what many positions have in common is kept once.

A piece is a tile at a place, a panel is a list of pieces, its label one of phrases; all of them are
referred to by number.
"""

from __future__ import annotations

from typing import Any

from sf_env.render.bounds import corners, rectangle
from sf_env.render.shapes import BETWEEN, Item, Panel, Tile
from sf_env.render.svg import Tiles, number

Piece = tuple[int, float, float, float]  # tile, place and scale
Numbers = tuple[int, ...]


class Pieces:
    """Numbers tiles, pieces, phrases and panels as they are met."""

    def __init__(self) -> None:
        self._tiles = Tiles("tile-")
        self._pieces: dict[Piece, int] = {}
        self._phrases: dict[str, int] = {}
        self._panels: dict[tuple[str, Numbers, Numbers], int] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._spots: dict[str, list[Any]] = {}

    def tile(self, tile: Tile) -> int:
        """Return the number of a tile."""
        return self._tiles.number(tile)

    def panel(self, panel: Panel) -> int:
        """Return the number of a panel with its content."""
        self._sizes[panel.name] = panel.width, panel.height
        pieces = tuple(self._piece(panel.name, item) for item in panel.items)
        key = panel.name, self._label(panel.label), pieces
        return self._panels.setdefault(key, len(self._panels))

    def _label(self, label: str) -> Numbers:
        """Return the phrases of a label: a decision changes one or two of them."""
        known = self._phrases
        return tuple(known.setdefault(phrase, len(known)) for phrase in label.split(BETWEEN))

    def _piece(self, panel: str, item: Item) -> int:
        if item.spot and item.spot not in self._spots:
            self._spots[item.spot] = [panel, *(round(edge, 2) for edge in rectangle(item))]
            if outline := corners(item):
                points = (f"{number(x)},{number(y)}" for x, y in outline)
                self._spots[item.spot].append(" ".join(points))
        piece = self.tile(item.tile), round(item.x, 2), round(item.y, 2), item.scale
        return self._pieces.setdefault(piece, len(self._pieces))

    def data(self) -> dict[str, Any]:
        """Return everything met so far: what the numbers refer to, sizes, and where spots are."""
        return {
            "tiles": self._tiles.fragments(),
            "pieces": [piece if piece[3] != 1 else piece[:3] for piece in self._pieces],
            "phrases": list(self._phrases),
            "panels": [
                {"name": name, "label": label, "pieces": pieces}
                for name, label, pieces in self._panels
            ],
            "sizes": self._sizes,
            "spots": self._spots,
        }
