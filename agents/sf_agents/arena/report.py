"""The report of a tournament in its folder: summary, ladder, pictures."""

from __future__ import annotations

from pathlib import Path

from sf_agents.arena.journal import write_json
from sf_agents.arena.result import Result
from sf_agents.arena.tables import Summary, notes, tables_of
from sf_env.core.extras import require

SUMMARY = "summary.json"
LADDER = "ladder.md"


def write_report(result: Result, folder: Path) -> None:
    """Write ``summary.json``, ``ladder.md`` and three pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    summary = result.summary
    write_json(folder / SUMMARY, summary)
    (folder / LADDER).write_text(ladder_page(summary), encoding="utf-8")
    require("matplotlib", "arena", "drawing the pictures")
    from sf_agents.arena.pictures import draw_all  # noqa: PLC0415  matplotlib is an extra

    draw_all(summary, folder)


def ladder_page(summary: Summary) -> str:
    """Return the page: pictures, tables, what they mean, and how to reproduce them."""
    versions = ", ".join(f"{name} {version}" for name, version in summary["versions"].items())
    parts = [
        f"# Tournament of {len(summary['agents'])} agents, {summary['players']} players\n",
        "![Ladder](ladder.png)\n",
        *(table.to_markdown() for table in tables_of(summary)),
        "![Who beats whom](matrix.png)\n\n![Where the points come from](points.png)\n",
        "".join(f"- {note}\n" for note in notes(summary)),
        f"Made on {summary['date']} by\n\n```sh\n{summary['command']}\n```\n",
        f"{versions}; {summary['machine']}.\n",
    ]
    return "\n".join(parts)
