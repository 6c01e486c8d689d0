"""Points and where they come from, as a table; and who has won."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from sf_agents.playing.words import YOU
from sf_agents.terminal.city import LABELS
from sf_env.render.numbers import points_text

PARTS = (
    ("skyscrapers", "towers"),
    ("medal", "medal"),
    ("completion", "filled"),
    ("tokens", "tokens"),
    ("trams", "trams"),
)


def score_table(told: dict[str, Any]) -> Table:
    """Return the points of each seat by their origin; before the end, as if it ended now."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column("", overflow="ellipsis", no_wrap=True)
    for heading in (*(label for _, label in PARTS), *LABELS, "points"):
        table.add_column(heading, justify="right", no_wrap=True)
    for seat, score in enumerate(told["scores"]):
        parts = [score[name] for name, _ in PARTS] + score["districts"]
        numbers = [points_text(points) if points else "·" for points in parts]
        style = "bold" if seat in told["winners"] else ""
        name = Text(told["names"][seat])
        table.add_row(name, *numbers, points_text(score["total"]), style=style)
    return table


def verdict(told: dict[str, Any]) -> str:
    """Return who has won."""
    names = [told["names"][seat] for seat in told["winners"]]
    points = points_text(told["scores"][told["winners"][0]]["total"])
    if len(names) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]} win together with {points} points."
    return f"{'You win' if names[0] == YOU else f'{names[0]} wins'} with {points} points."
