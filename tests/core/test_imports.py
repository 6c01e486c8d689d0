"""Imports point one way: what is general knows no game, and folders do not import each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sf_agents
import sf_env

PACKAGES = {
    package.__name__: Path(package.__file__ or "").parent for package in (sf_env, sf_agents)
}
# The folders of each package, each of which imports those before it; the games of sf_agents are
# used by name alone.
ORDER = {
    "sf_env": ("core", "opponents", "render", "envs", "games"),
    "sf_agents": (
        "human",
        "sampling",
        "network",
        "evaluation",
        "search",
        "arena",
        "playing",
        "terminal",
        "training",
        "web",
        "commands",
    ),
}
DOORS = ("interop",)  # folders of other names for what is elsewhere


def imported(path: Path) -> set[str]:
    """Return all that a file imports, inside functions too, and names that may be modules."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{one.name}" for one in node.names}
    return found


def files() -> Iterator[tuple[str, str, Path]]:
    """Yield the package, the folder and the path of each source."""
    for package, root in PACKAGES.items():
        for path in root.rglob("*.py"):
            yield package, path.relative_to(root).with_suffix("").parts[0], path


def test_what_is_general_imports_no_game() -> None:
    doors = {f"sf_env.{name}" for name in sf_env.games()}
    of_games = "sf_env.games", *(f"sf_agents.{name}" for name in sf_env.games())
    general = 0
    for package, folder, path in files():
        if folder not in ORDER[package] or folder == "games":
            continue
        games = {
            name
            for name in imported(path)
            if name.startswith(of_games) or name.partition("_v")[0] in doors
        }
        assert not games, path
        general += 1
    assert general > 150


def test_every_folder_has_its_place() -> None:
    places = {*ORDER["sf_env"], *ORDER["sf_agents"], *DOORS, *sf_env.games()}
    for root in PACKAGES.values():
        folders = {path.parent.name for path in root.glob("*/__init__.py")}
        assert folders - places == set()


@pytest.mark.parametrize("package", list(PACKAGES))
def test_imports_point_one_way(package: str) -> None:
    order, edges = ORDER[package], set()
    for _, here, path in (one for one in files() if one[0] == package):
        modules = (name.split(".") for name in imported(path) if name.startswith(f"{package}."))
        edges |= {(here, parts[1]) for parts in modules}
    edges = {(a, b) for a, b in edges if a != b and a in order and b in order}
    assert len(edges) > 5
    assert [(a, b) for a, b in edges if order.index(a) < order.index(b)] == []


def test_sf_env_does_not_import_sf_agents() -> None:
    for package, _, path in files():
        if package == "sf_env":
            assert not [name for name in imported(path) if name.startswith("sf_agents")], path


def test_a_game_imports_no_other_game() -> None:
    for name in sf_env.games():
        for root, package in (
            (PACKAGES["sf_env"] / "games", "sf_env.games"),
            (PACKAGES["sf_agents"], "sf_agents"),
        ):
            others = [f"{package}.{other}" for other in sf_env.games() if other != name]
            for path in (root / name).rglob("*.py"):
                assert not [one for one in imported(path) if one.startswith(tuple(others))], path
