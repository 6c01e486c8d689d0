"""Agents from entry points: of installed packages, and of a checkout, installed or not."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from sf_env.core.extras import installed

PROJECT = Path(__file__).parents[2] / "pyproject.toml"  # there in a checkout only
NAME = "sf-env"


def agents_in(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name; those of a checkout come first.

    A checkout need not be installed, and an agent added there need not be installed again.
    """
    found = {entry.name: entry for entry in entry_points(group=group)}
    return found | {entry.name: entry for entry in _of_checkout(group)}


def _of_checkout(group: str) -> list[EntryPoint]:
    if not PROJECT.is_file():
        return []
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8")).get("project", {})
    if project.get("name") != NAME:
        return []
    entries = project.get("entry-points", {}).get(group, {})
    found = [EntryPoint(name, value, group) for name, value in entries.items()]
    return [entry for entry in found if installed(entry.module.partition(".")[0])]
