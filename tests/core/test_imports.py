"""Imports point one way: what is general knows no game, and folders do not import each other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sf_agents
import sf_env

PACKAGES = {
    package.__name__: Path(package.__file__ or "").parent for package in (sf_env, sf_agents)
}
GENERAL = {
    "sf_env": ("core", "opponents", "envs", "render"),
    "sf_agents": ("playing", "terminal", "web"),
}
ORDER = ("core", "opponents", "render", "envs", "games", "sf_agents")  # each imports those before
DOORS = ("interop",)  # folders of other names for what is elsewhere
FOLDERS = {path.name for path in PACKAGES["sf_env"].iterdir() if path.is_dir()} - {
    "__pycache__",
    *DOORS,
}


def imported(path: Path) -> set[str]:
    """Return all that a file imports, inside functions too, and names that may be modules."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{one.name}" for one in node.names}
    return found


def folder_of(module: str) -> str | None:
    """Return the folder of a module of ours, as it is called in ORDER; None for a door."""
    package, _, rest = module.partition(".")
    if package == "sf_agents":
        return package
    folder = rest.partition(".")[0]
    return folder if package == "sf_env" and folder in FOLDERS else None


@pytest.mark.parametrize(
    ("package", "folder"), [(package, one) for package in GENERAL for one in GENERAL[package]]
)
def test_what_is_general_imports_no_game(package: str, folder: str) -> None:
    doors = {f"sf_env.{name}" for name in sf_env.games()}
    of_games = "sf_env.games", *(f"sf_agents.{name}" for name in sf_env.games())
    for path in (PACKAGES[package] / folder).rglob("*.py"):
        games = {
            name
            for name in imported(path)
            if name.startswith(of_games) or name.partition("_v")[0] in doors
        }
        assert not games, path


def test_imports_point_one_way() -> None:
    edges = set()
    for package, root in PACKAGES.items():
        for path in root.rglob("*.py"):
            here = folder_of(".".join((package, *path.relative_to(root).with_suffix("").parts)))
            edges |= {(here, there) for one in imported(path) if (there := folder_of(one))}
    edges = {(here, there) for here, there in edges if here and here != there}
    assert len(edges) > 8
    wrong = [(a, b) for a, b in edges if ORDER.index(a) < ORDER.index(b)]
    assert wrong == []


def test_a_game_imports_no_other_game() -> None:
    for name in sf_env.games():
        for root, package in (
            (PACKAGES["sf_env"] / "games", "sf_env.games"),
            (PACKAGES["sf_agents"], "sf_agents"),
        ):
            others = [f"{package}.{other}" for other in sf_env.games() if other != name]
            for path in (root / name).rglob("*.py"):
                assert not [one for one in imported(path) if one.startswith(tuple(others))], path
