"""Points and where they come from, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from sf_agents.san_francisco.theatre.city import LABELS
from sf_env.games.san_francisco.render.city import origins
from sf_env.games.san_francisco.view import Score, View
from sf_env.render.words import points_text

LEAST_NAME = 12  # letters that a name should keep


def points_table(view: View, width: int = 80) -> Table:
    """Return the points of each seat by their origin; before the end, as if it ended now.

    There is a line for each seat, or for each origin where the terminal is not wide enough.
    """
    headings = [*_parts(view["scores"][0]), "points"]
    lines = [_numbers(score) for score in view["scores"]]
    names = [Text(name) for name in view["names"]]
    won = ["bold" if seat in view["winners"] else "" for seat in range(len(names))]
    names_take = max(len(name) for name in names)
    if min(names_take, LEAST_NAME) + sum(len(heading) + 1 for heading in headings) <= width:
        table = _table(headings)
        for name, numbers, style in zip(names, lines, won, strict=True):
            table.add_row(name, *numbers, style=style)
        return table
    table = _table(names, no_wrap=False)
    for heading, *numbers in zip(headings, *lines, strict=True):
        words = [Text(number, style) for number, style in zip(numbers, won, strict=True)]
        table.add_row(heading, *words, style="bold" if heading == headings[-1] else "")
    return table


def _table(headings: Sequence[str | Text], no_wrap: bool = True) -> Table:
    """Return an empty table with a first column for whatever the lines are about."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column("", overflow="ellipsis", no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=no_wrap, overflow="ellipsis")
    return table


def _numbers(score: Score) -> list[str]:
    """Return what each origin has brought, and all together."""
    parts = _parts(score).values()
    return [*(points_text(part) if part else "·" for part in parts), points_text(score["total"])]


def _parts(score: Score) -> dict[str, float]:
    """Return what each origin has brought; every district is one."""
    parts = origins(score)
    del parts["districts"]
    return parts | dict(zip(LABELS, score["districts"], strict=True))
