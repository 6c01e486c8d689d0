"""Folders whose changes do not make anything compile anew: nothing compiled may need them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sf_agents
import sf_env
from sf_env.core.compiled.jit import FAR

FOLDERS = {package.__name__: Path(package.__file__ or "").parent for package in (sf_env, sf_agents)}
COMPILER = "sf_env.core.compiled.jit"


def imports(path: Path) -> set[str]:
    """Return the full names of all that a file imports when it is imported itself."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{one.name}" for one in node.names}
    return found


def file_of(module: str) -> Path | None:
    """Return the file of a module of ours."""
    package, _, rest = module.partition(".")
    if package not in FOLDERS:
        return None
    path = FOLDERS[package].joinpath(*rest.split(".")).with_suffix(".py") if rest else None
    return path if path and path.is_file() else None


def needed_by_kernels() -> set[Path]:
    """Return all files of ours that compile something, and all that these import, and so on."""
    sources = (path for folder in FOLDERS.values() for path in folder.rglob("*.py"))
    todo = {path for path in sources if COMPILER in imports(path)}
    needed: set[Path] = set()
    while todo:
        path = todo.pop()
        needed.add(path)
        todo |= {one for name in imports(path) if (one := file_of(name))} - needed
    return needed


@pytest.mark.parametrize("package", FAR)
def test_nothing_compiled_needs_what_is_in_them(package: str) -> None:
    needed = needed_by_kernels()
    assert any(path.is_relative_to(FOLDERS[package]) for path in needed)
    for name in FAR[package]:
        folders = [path for path in FOLDERS[package].rglob(name) if path.is_dir()]
        assert folders
        for folder in folders:
            assert [path for path in needed if path.is_relative_to(folder)] == []
