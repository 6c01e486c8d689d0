"""The whole table as panels, and their places in a picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sf_env.games.san_francisco.render.city import city
from sf_env.games.san_francisco.render.table import columns, supply
from sf_env.games.san_francisco.view import View, view_of
from sf_env.render.shapes import MARGIN, Panel, Scene

ACROSS = {2: 2, 3: 3, 4: 2}  # panels in a row


def panels(view: View) -> list[Panel]:
    """Return the parts of the table: columns, supply, and the city of each seat."""
    return [columns(view), supply(view), *(city(view, seat) for seat in range(view["players"]))]


def scene(state: np.void, names: Sequence[str] | None = None) -> Scene:
    """Return the whole table of a state; players have numbers if they have no names."""
    return arrange(panels(view_of(state, names)))


def arrange(parts: Sequence[Panel]) -> Scene:
    """Return columns and supply above the cities."""
    table, cities = parts[:2], parts[2:]
    across = ACROSS[len(cities)]
    lines = [table, *(cities[at : at + across] for at in range(0, len(cities), across))]
    placed = []
    width = MARGIN + across * (MARGIN + cities[0].width)
    y = MARGIN
    for line in lines:
        x = (width - sum(part.width for part in line) - MARGIN * (len(line) - 1)) // 2
        for part in line:
            placed.append((part, x, y))
            x += part.width + MARGIN
        y += line[0].height + MARGIN
    return Scene(tuple(placed), width, y)
