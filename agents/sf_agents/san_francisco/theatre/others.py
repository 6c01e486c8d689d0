"""Cities in short, where the screen has no room for all of them: two lines for each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sf_agents.san_francisco.theatre.cell import FAINT, TOWER, TRAM_MARK
from sf_agents.san_francisco.theatre.city import label, sum_of, title, towers_of, trams_of
from sf_env.games.san_francisco.engine.constants import ROWS
from sf_env.games.san_francisco.view import View

SHORT = 38  # letters of a line
INDENT = "  "


def in_short(view: View, seats: Sequence[int]) -> list[Text]:
    """Return who plays on the seats with what: points, and what the districts are worth."""
    head = Text(INDENT)
    for row in range(ROWS):
        head.append(label(row)).append("   ")
    lines = [head]
    for seat in seats:
        lines += [title(view, seat, SHORT), _worth(view, seat)]
    return lines


def _worth(view: View, seat: int) -> Text:
    """Return the sums of a city's districts, its trams and its skyscrapers."""
    line = Text(INDENT)
    for row in range(ROWS):
        line.append(sum_of(view, seat, row)).append(" ")
    held = f"{trams_of(view, seat)}{TRAM_MARK} {towers_of(view, seat)}{TOWER}"
    return line.append(held, FAINT)
