"""A file for a game, and the command that plays it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from sf_agents.commands import play


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def command(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that plays with these lines typed, and returns exit code and what it said.

    The environment says nothing of colours, and the terminal is as wide as those of old.
    """
    monkeypatch.setenv("COLUMNS", "80")

    def run(typed: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        new = () if "--resume" in arguments else ("--record", str(file))
        code = play.main([*arguments, *new])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run
