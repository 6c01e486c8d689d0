"""The scripts that people run."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
NO_SCRIPTS = ("loops.py",)  # a program that benchmark.py starts
SCRIPTS = sorted(
    path
    for path in (ROOT / "scripts").glob("*.py")
    if "__main__" in path.read_text("utf-8") and path.name not in NO_SCRIPTS
)
