"""The whole table as panels, and their places in a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sf_env.games.ticket_to_ride.render.map_panel import map_panel
from sf_env.games.ticket_to_ride.render.player import player
from sf_env.games.ticket_to_ride.render.seen import View, view_of
from sf_env.games.ticket_to_ride.render.table import decision, table
from sf_env.render.shapes import MARGIN, Panel, Scene

SHARED = 3  # panels that belong to no player


def panels(view: View) -> list[Panel]:
    """Return the parts of the table: the map, what is to be decided, the cards, each player."""
    players = (player(view, seat) for seat in range(view["players"]))
    return [map_panel(view), decision(view), table(view), *players]


def scene(state: np.void, names: Sequence[str] | None = None, seat: int | None = None) -> Scene:
    """Return the whole table of a state as a seat sees it; None is the referee."""
    return arrange(panels(view_of(state, names, seat)))


def arrange(parts: Sequence[Panel]) -> Scene:
    """Return the map above the cards, and the players next to them, one below the other."""
    left, players = parts[:SHARED], parts[SHARED:]
    right = MARGIN + left[0].width + MARGIN
    placed = [*_column(left, MARGIN), *_column(players, right)]
    height = MARGIN + sum(part.height + MARGIN for part in left)
    return Scene(tuple(placed), right + players[0].width + MARGIN, height)


def _column(parts: Sequence[Panel], x: int) -> Iterator[tuple[Panel, int, int]]:
    y = MARGIN
    for part in parts:
        yield part, x, y
        y += part.height + MARGIN
