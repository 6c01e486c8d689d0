"""Points and where they come from, as a table."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from sf_agents.terminal.city import LABELS
from sf_env.render.city import PARTS
from sf_env.render.numbers import points_text

OTHERS = tuple(part for part in PARTS if part[0] != "districts")  # those have columns of their own


def score_table(told: dict[str, Any]) -> Table:
    """Return the points of each seat by their origin; before the end, as if it ended now."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column("", overflow="ellipsis", no_wrap=True)
    for heading in (*(label for _, label in OTHERS), *LABELS, "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat, score in enumerate(told["scores"]):
        parts = [score[name] for name, _ in OTHERS] + score["districts"]
        numbers = [points_text(points) if points else "·" for points in parts]
        style = "bold" if seat in told["winners"] else ""
        name = Text(told["names"][seat])
        table.add_row(name, *numbers, points_text(score["total"]), style=style)
    return table
