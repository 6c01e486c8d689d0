"""Cities in short, where the screen has no room for all of them: two lines for each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from sf_agents.san_francisco.theatre.cell import FAINT, TOWER, TRAM_MARK, View
from sf_agents.san_francisco.theatre.city import label, sum_of, title, towers_of, trams_of
from sf_env.games.san_francisco.engine.constants import ROWS

SHORT = 38  # letters of a line
INDENT = "  "


def in_short(told: View, seats: Sequence[int]) -> list[Text]:
    """Return who plays on the seats with what: points, and what the districts are worth."""
    head = Text(INDENT)
    for row in range(ROWS):
        head.append(label(row)).append("   ")
    lines = [head]
    for seat in seats:
        lines += [title(told, seat, SHORT), _worth(told, seat)]
    return lines


def _worth(told: View, seat: int) -> Text:
    """Return the sums of a city's districts, its trams and its skyscrapers."""
    line = Text(INDENT)
    for row in range(ROWS):
        line.append(sum_of(told, seat, row)).append(" ")
    held = f"{trams_of(told, seat)}{TRAM_MARK} {towers_of(told, seat)}{TOWER}"
    return line.append(held, FAINT)
