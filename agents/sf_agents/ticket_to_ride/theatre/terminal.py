"""Ticket to Ride in the terminal: the board as text, and points by their origin."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rich.table import Table
from rich.text import Text

from sf_agents.terminal import plain
from sf_env.games.ticket_to_ride.render.look import PARTS
from sf_env.render.story import Moment
from sf_env.render.words import points_text

ROUTES = "free routes"  # the line above them, and the key that shows them
CHOICES = 12  # lines that are wanted below the table
LEGEND = (
    "A route is named by its ends, its spaces and its colour; ferries are the cards that it needs "
    "for its ferry symbols. Of other hands you see the cards that were taken face up."
)


class Terminal(plain.Terminal):
    """Draws the views of Ticket to Ride."""

    legend = (LEGEND,)
    whole = ROUTES

    def table(
        self,
        view: Moment,
        marks: Collection[Any] = (),
        width: int = 80,
        height: int = 24,
        seat: int | None = None,
    ) -> list[Text]:
        """Return the lines of the whole table; if it is too small, without the free routes."""
        first, *lines = view.view["text"].splitlines()
        if seat is not None and len(lines) + CHOICES > height:
            del lines[lines.index(ROUTES) - 1 :]
        return [Text(first, "bold"), *map(Text, lines)]

    def points(self, view: Moment, width: int = 80) -> Table:
        """Return the points of each seat by their origin, as far as they are known."""
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
        table.add_column("", overflow="ellipsis", no_wrap=True)
        for part in PARTS:
            table.add_column(part, justify="right")
        for name, parts in zip(self.theatre.names(view), view.view["points"], strict=True):
            table.add_row(Text(name), *map(points_text, parts))
        return table
