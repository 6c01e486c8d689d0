"""San Francisco in the terminal: the cities and columns, and choices on a map of the city."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.table import Table
from rich.text import Text

from sf_agents.playing.theatre import Choice
from sf_agents.san_francisco.theatre import cell, city
from sf_agents.san_francisco.theatre.board import board, room_of
from sf_agents.san_francisco.theatre.cell import Cell
from sf_agents.san_francisco.theatre.city import numbered_city
from sf_agents.san_francisco.theatre.colours import styles
from sf_agents.san_francisco.theatre.points import points_table
from sf_agents.terminal import plain
from sf_env.games.san_francisco.engine.actions import CELL
from sf_env.games.san_francisco.engine.constants import CELLS, SPACES
from sf_env.render.story import Moment


class Terminal(plain.Terminal):
    """Draws the views of San Francisco."""

    legend = (*cell.LEGEND, *city.LEGEND)
    whole = "cities"

    def styles(self, color_system: str | None) -> dict[str, str]:
        """Return the colours of cards and trams."""
        return styles(color_system)

    def table(
        self,
        view: Moment,
        marks: Collection[Cell] = (),
        width: int = 80,
        height: int = 24,
        seat: int | None = None,
    ) -> list[Text]:
        """Return the lines of the whole table; if it is too small, one city is shown in full."""
        return board(view.view, marks, width, height, seat)

    def choices(self, view: Moment, choices: Sequence[Choice]) -> list[Text] | None:
        """Return the city of the player to move, with numbers on the cards to choose from."""
        spaces = [_space(choice.action) for choice in choices]
        if spaces[0] is None:
            return None
        numbers = {space: at for at, space in enumerate(spaces, start=1) if space is not None}
        return numbered_city(view.view, numbers, room_of(view.view))

    def points(self, view: Moment, width: int = 80) -> Table:
        """Return the points of each seat by their origin."""
        return points_table(view.view, width)


def _space(action: int) -> tuple[int, int] | None:
    """Return row and space of the card that an action chooses, if it chooses one."""
    number = action - CELL
    return divmod(number, SPACES) if 0 <= number < CELLS else None
