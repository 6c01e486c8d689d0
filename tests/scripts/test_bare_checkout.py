"""Scripts need nothing but their libraries: the project itself does not have to be installed."""

from __future__ import annotations

import json
from pathlib import Path

import sf_env
from tests.scripts.conftest import Run

NOT_INSTALLED = """\
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

import gymnasium

try:
    distribution("sf-env")
except PackageNotFoundError:
    print(find_spec("sf_env"), find_spec("sf_agents"))
"""
FIELD = ("random", "greedy", "builder")  # the last is found by the entry point of the checkout


def test_the_project_is_not_installed_there(run: Run) -> None:
    assert run("-c", NOT_INSTALLED).stdout == "None None\n"


def test_a_tournament_is_played_recorded_and_watched(run: Run, tmp_path: Path) -> None:
    run("tournament.py", *FIELD, "--games", "2", "--out", "cup", "--workers", "2")
    games = tmp_path / "cup" / "games.jsonl"
    assert {name for game in sf_env.record.load(games) for name in game["agents"]} == set(FIELD)
    summary = json.loads((tmp_path / "cup" / "summary.json").read_text("utf-8"))
    assert summary["versions"]["sf-env"] == sf_env.__version__
    run("watch.py", str(games), "--game", "1", "--out", "page.html")
    assert "<html" in (tmp_path / "page.html").read_text("utf-8")
