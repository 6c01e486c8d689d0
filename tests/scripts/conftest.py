"""A bare checkout: the tree as it is, and a Python that has what it needs but not the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = "sf_env"  # how files of an installation are called: sf_env-0.1.dist-info
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git has or would take, with what is compiled already."""
    copy = tmp_path_factory.mktemp("checkout")
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [ROOT / name for name in names.split("\0") if name]
    caches = [path for top in ("sf_env", "agents") for path in (ROOT / top).rglob("*.nb?")]
    for path in (*files, *caches):
        if path.is_file():
            target = copy / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)  # with its time, by which Numba knows it
    return copy


@pytest.fixture(scope="session")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python that finds the libraries of this one, but not the project."""
    folder = tmp_path_factory.mktemp("python")
    libraries = folder / "libraries"
    libraries.mkdir()
    for place in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for path in Path(place).iterdir():
            if PROJECT not in path.name:
                (libraries / path.name).symlink_to(path)
    venv.create(folder / "venv", symlinks=True)
    site = sysconfig.get_path("purelib", "venv", {"base": str(folder / "venv")})
    Path(site, "libraries.pth").write_text(f"{libraries}\n", encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", {"base": str(folder / "venv")}), "python")


@pytest.fixture
def run(checkout: Path, bare_python: Path, tmp_path: Path) -> Run:
    """Return what runs a script of the checkout in an empty folder, and checks that it succeeds."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"HOME": str(tmp_path), "COLUMNS": "100"}

    def running(script: str, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
        path = checkout / "scripts" / script if script.endswith(".py") else script
        done = subprocess.run(
            [bare_python, path, *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            **more,
        )
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return running
