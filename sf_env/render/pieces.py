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
Spot = list[Any]  # the name of its panel, the rectangle around it, and its corners if it has others


class Pieces:
    """Numbers tiles, pieces, phrases and panels as they are met."""

    def __init__(self) -> None:
        self._tiles = Tiles("tile-")
        self._pieces: dict[Piece, int] = {}
        self._phrases: dict[str, int] = {}
        self._panels: dict[tuple[str, Numbers, Numbers], int] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._spots: dict[str, Spot] = {}
        self._moved: list[dict[str, dict[str, Spot]]] = []  # by the number of a panel

    def tile(self, tile: Tile) -> int:
        """Return the number of a tile."""
        return self._tiles.number(tile)

    def panel(self, panel: Panel) -> int:
        """Return the number of a panel with its content."""
        self._sizes[panel.name] = panel.width, panel.height
        pieces = tuple(self._piece(panel.name, item) for item in panel.items)
        key = panel.name, self._label(panel.label), pieces
        if key not in self._panels:
            self._moved.append(self._elsewhere(panel))
        return self._panels.setdefault(key, len(self._panels))

    def _elsewhere(self, panel: Panel) -> dict[str, dict[str, Spot]]:
        """Return the spots of a panel that are not where they were met first, if there are any."""
        found = {item.spot: _place(panel.name, item) for item in panel.items if item.spot}
        moved = {spot: place for spot, place in found.items() if place != self._spots[spot]}
        return {"spots": moved} if moved else {}

    def _label(self, label: str) -> Numbers:
        """Return the phrases of a label: a decision changes one or two of them."""
        known = self._phrases
        return tuple(known.setdefault(phrase, len(known)) for phrase in label.split(BETWEEN))

    def _piece(self, panel: str, item: Item) -> int:
        if item.spot and item.spot not in self._spots:
            self._spots[item.spot] = _place(panel, item)
        piece = self.tile(item.tile), round(item.x, 2), round(item.y, 2), item.scale
        return self._pieces.setdefault(piece, len(self._pieces))

    def data(self) -> dict[str, Any]:
        """Return everything met so far: what the numbers refer to, sizes, and where spots are."""
        return {
            "tiles": self._tiles.fragments(),
            "pieces": [piece if piece[3] != 1 else piece[:3] for piece in self._pieces],
            "phrases": list(self._phrases),
            "panels": [
                {"name": name, "label": label, "pieces": pieces} | moved
                for (name, label, pieces), moved in zip(self._panels, self._moved, strict=True)
            ],
            "sizes": self._sizes,
            "spots": self._spots,
        }


def _place(panel: str, item: Item) -> Spot:
    """Return where a spot is."""
    place: Spot = [panel, *(round(edge, 2) for edge in rectangle(item))]
    if outline := corners(item):
        place.append(" ".join(f"{number(x)},{number(y)}" for x, y in outline))
    return place
