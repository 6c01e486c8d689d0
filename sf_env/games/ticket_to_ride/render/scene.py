"""The whole table as panels, and their places in a picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sf_env.games.ticket_to_ride.render.map_panel import map_panel
from sf_env.games.ticket_to_ride.render.player import player
from sf_env.games.ticket_to_ride.render.seen import View, view_of
from sf_env.games.ticket_to_ride.render.table import table
from sf_env.render.shapes import MARGIN, Panel, Scene


def panels(view: View) -> list[Panel]:
    """Return the parts of the table: the map, the cards, and each player."""
    return [map_panel(view), table(view), *(player(view, seat) for seat in range(view["players"]))]


def scene(state: np.void, names: Sequence[str] | None = None, seat: int | None = None) -> Scene:
    """Return the whole table of a state as a seat sees it; None is the referee."""
    return arrange(panels(view_of(state, names, seat)))


def arrange(parts: Sequence[Panel]) -> Scene:
    """Return the map above the cards, and the players next to them, one below the other."""
    board, table, *players = parts
    right = MARGIN + board.width + MARGIN
    placed = [(board, MARGIN, MARGIN), (table, MARGIN, MARGIN + board.height + MARGIN)]
    y = MARGIN
    for part in players:
        placed.append((part, right, y))
        y += part.height + MARGIN
    height = MARGIN + board.height + MARGIN + table.height + MARGIN
    return Scene(tuple(placed), right + players[0].width + MARGIN, height)
