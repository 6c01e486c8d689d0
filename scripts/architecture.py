"""Draw which folder imports which, for docs/architecture.md; ``scripts/docs.py`` writes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Each folder with what it is for, from the foundation upwards. Imports point down.
TIERS = (
    {"sf_env/core": "the table of a game, one game, many games, records"},
    {
        "sf_env/opponents": "what an agent is, and how it is asked",
        "sf_env/render": "pictures, replay pages and films",
    },
    {
        "sf_env/envs": "PettingZoo, Gymnasium, SB3, other libraries",
        "sf_env/games/san_francisco": "rules, deck, observation, drawings",
        "sf_env/games/ticket_to_ride": "rules, map, observation, text",
    },
    {"sf_env": "what users import"},
    {
        "sf_agents/arena": "tournaments, ratings",
        "sf_agents/playing": "games of people and agents",
    },
    {
        "sf_agents/training": "self-play",
        "sf_agents/terminal": "playing in a terminal",
        "sf_agents/web": "playing in a browser",
    },
    {"sf_agents/san_francisco": "agents and networks of this game, and how people see it"},
    {"sf_agents/commands": "sf-play, sf-train, sf-tournament, …"},
)
HEIGHT = {folder: tier for tier, folders in enumerate(TIERS) for folder in folders}
WIDTH, BOX, ROW, GAP, EDGE = 920, 52, 104, 24, 16
STYLE = (
    "text{font-family:sans-serif;font-size:14px;fill:#20242c;text-anchor:middle}.small{font-size:12px;fill:#565c66}"
    "rect{fill:#fffef9;stroke:#565c66}.ground{fill:#f4f1ea;stroke:none}"
    "path{fill:none;stroke:#0060a8;stroke-width:1.5}.up{stroke:#b3261e;stroke-dasharray:5 4}"
)
Edge = tuple[str, str]


def folder_of(module: str) -> str:
    """Return the folder of the drawing that a module belongs to; the version is a foundation."""
    path = module.replace(".", "/").replace("sf_env/version", "sf_env/core")
    while path and path not in HEIGHT:
        path = path.rpartition("/")[0]
    return path


def modules() -> dict[str, Path]:
    """Return every module of the two packages by its name."""
    found = {}
    for base, package in ((ROOT, "sf_env"), (ROOT / "agents", "sf_agents")):
        for path in (base / package).rglob("*.py"):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported_by(path: Path) -> Iterator[str]:
    """Yield the names that a file imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def imports() -> set[Edge]:
    """Return which folder imports which."""
    edges = set()
    for module, path in modules().items():
        for name in imported_by(path):
            edge = (folder_of(module), folder_of(name))
            if all(edge) and edge[0] != edge[1]:
                edges.add(edge)
    return edges


def without_detours(edges: set[Edge]) -> set[Edge]:
    """Return the edges less those that a longer way down replaces."""
    down = {edge for edge in edges if HEIGHT[edge[0]] > HEIGHT[edge[1]]}

    def leads(start: str, end: str) -> bool:
        return start == end or any(leads(low, end) for high, low in down if high == start)

    return {
        (high, low)
        for high, low in edges
        if (high, low) not in down
        or not any(leads(middle, low) for top, middle in down if top == high and middle != low)
    }


def places() -> dict[str, tuple[float, float, float]]:
    """Return left side, top and width of each folder's box."""
    found: dict[str, tuple[float, float, float]] = {}
    for tier, folders in enumerate(TIERS):
        width = (WIDTH - 2 * EDGE - GAP * (len(folders) - 1)) / len(folders)
        top = EDGE + ROW * (len(TIERS) - 1 - tier)
        for number, folder in enumerate(folders):
            found[folder] = (EDGE + number * (width + GAP), top, width)
    return found


def arrow(edge: Edge, at: dict[str, tuple[float, float, float]]) -> str:
    """Return the line from a folder to one that it imports."""
    (left, top, width), (to_left, to_top, to_width) = at[edge[0]], at[edge[1]]
    x, to_x = left + width / 2, to_left + to_width / 2
    if HEIGHT[edge[0]] > HEIGHT[edge[1]]:
        y, to_y, kind = top + BOX, to_top - 2, ""
    else:
        y, to_y, kind = top, to_top + BOX + 2, ' class="up"'
    middle = (y + to_y) / 2
    return (
        f'<path{kind} d="M{x:.0f} {y:.0f} C{x:.0f} {middle:.0f} {to_x:.0f} {middle:.0f} '
        f'{to_x:.0f} {to_y:.0f}" marker-end="url(#tip)"/>'
    )


def box(folder: str, text: str, at: tuple[float, float, float]) -> str:
    """Return a folder's box."""
    left, top, width = at
    x = left + width / 2
    return (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{BOX}" rx="6"/>'
        f'<text x="{x:.0f}" y="{top + 22:.0f}">{folder}</text>'
        f'<text class="small" x="{x:.0f}" y="{top + 40:.0f}">{text}</text>'
    )


def drawing() -> str:
    """Return the drawing as SVG."""
    at = places()
    height = 2 * EDGE + ROW * (len(TIERS) - 1) + BOX
    lines = [arrow(edge, at) for edge in sorted(without_detours(imports()))]
    boxes = [box(name, text, at[name]) for folders in TIERS for name, text in folders.items()]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>Folders and their imports</title>",
            f"<style>{STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M1 1L7 4L1 7"/></marker></defs>',
            f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
            *lines,
            *boxes,
            "</svg>\n",
        ]
    )
