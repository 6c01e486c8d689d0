"""A small map to change, and how to write it to a file."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

Rows = list[Any]
NAMES = ("Amber", "Birch", "Cedar", "Copper", "Coral", "Fern", "Granite")
# A ring of seven, tickets between places that are not next to each other.
LOCATIONS: Rows = [
    [name, 100 * place, 10 * place**2, *([True] * (place < 5))] for place, name in enumerate(NAMES)
]
ROUTES: Rows = [
    [NAMES[place], NAMES[(place + 1) % 7], 2, colour]
    for place, colour in enumerate(("blue", "green", "black", "pink", "red", "orange", "grey"))
]
TICKETS: Rows = [
    [one, other, 4]
    for one, other in combinations(NAMES, 2)
    if NAMES.index(other) > NAMES.index(one) + 1
][:8]


def written(path: Path, head: str = "", **changed: Any) -> Path:
    """Write the small map with other values for some keys; None leaves a key out."""
    rows = {"locations": LOCATIONS, "routes": ROUTES, "tickets": TICKETS} | changed
    lines = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in rows.items()
        if value is not None
    ]
    path.write_text(head + "".join(lines), encoding="utf-8")
    return path


def changed(rows: Rows, entry: int, row: Any) -> Rows:
    """Return the rows with another one in place of an entry, counted from 1."""
    return [*rows[: entry - 1], row, *rows[entry:]]
