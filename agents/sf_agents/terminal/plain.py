"""Any game in the terminal: its text, its choices by name, its points."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from sf_env.render.words import points_text

if TYPE_CHECKING:
    from sf_agents.playing.theatre import Choice, Theatre


FAINT = "dim"


class Terminal:
    """Draws the views of the plain theatre; the terminal of a game derives from this class."""

    legend: Sequence[str] = ()  # lines that explain the signs
    whole = ""  # the name of the key that shows what there was no room for, if there is one

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def styles(self, color_system: str | None) -> dict[str, str]:
        """Return the styles that the drawings use, by name, for a terminal with these colours."""
        return {}

    def table(
        self,
        view: Any,
        marks: Collection[Any] = (),
        width: int = 80,
        height: int = 24,
        seat: int | None = None,
    ) -> list[Text]:
        """Return the lines of the position, with ``marks`` on the places that changed lately.

        Where there is no room for everything, what belongs to ``seat`` is shown in full.
        """
        rules = self.theatre.rules
        lines = rules.text(view.game.state, view.seat).splitlines()
        return [Text(rules.name, "bold"), Text(), *map(Text, lines)]

    def choices(self, view: Any, choices: Sequence[Choice]) -> list[Text] | None:
        """Return a drawing of the choices with their numbers; None lists them in words."""
        return None

    def points(self, view: Any, width: int = 80) -> Table:
        """Return the points of each seat as a table."""
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
        table.add_column("", overflow="ellipsis", no_wrap=True)
        table.add_column("points", justify="right")
        for name, points in zip(self.theatre.names(view), self.theatre.points(view), strict=True):
            table.add_row(Text(name), points_text(points))
        return table


def terminal_of(theatre: Theatre) -> Terminal:
    """Return what draws the views of a theatre."""
    kind = resolve_name(theatre.terminal) if theatre.terminal else Terminal
    terminal: Terminal = kind(theatre)
    return terminal
