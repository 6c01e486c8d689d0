"""What scripts are for, done by each of them in a bare checkout, in the smallest size.

Mutants are left to ``make slow``, pictures of pages and training on Ray to those who have them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sf_env
from tests.scripts.conftest import Run

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
TRAINING = ["2p", "--games", "16", "--steps", "8", "--batch", "64", "--decisions", "256"]
TRAINING += ["--evaluation-games", "4", "--yardsticks", "random", "--threads", "1", "--out", "run"]


def test_a_game_is_played_from_a_pipe(run: Run, tmp_path: Path) -> None:
    options = ["greedy", "--seed", "3", "--record", "game.jsonl", "--delay", "0", "--plain"]
    said = run("play.py", *options, input="1\n" * 400).stdout
    assert "The record is game.jsonl" in said
    assert "scores" in next(sf_env.record.load(tmp_path / "game.jsonl"))


def test_an_agent_is_evaluated(run: Run) -> None:
    said = run("evaluate.py", "builder", "--deals", "2", "--quiet", "--workers", "1").stdout
    assert json.loads(said)["agent"] == "builder"


def test_a_network_is_trained_exported_and_played(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    run("train.py", *TRAINING)
    run("export.py", "run", "mine.npz")
    run("tournament.py", "network:path=mine.npz", "random", "--games", "2", "--workers", "1")


def test_weights_are_tuned(run: Run, tmp_path: Path) -> None:
    run(
        "tune.py",
        *["--rounds", "1", "--games", "50", "--check", "2", "--workers", "1", "--out", "tuned"],
    )
    assert json.loads((tmp_path / "tuned/round_0.json").read_text("utf-8"))["weights"]


@pytest.mark.parametrize("script", ["golden.py", "golden_pictures.py", "strip_notebooks.py"])
def test_what_is_generated_stays_as_it_is(run: Run, checkout: Path, script: str) -> None:
    before = {path: path.read_bytes() for path in checkout.rglob("*") if path.suffix in KINDS}
    assert run(script).stdout
    assert {path: path.read_bytes() for path in before} == before


KINDS = (".txt", ".png", ".ipynb")


@pytest.mark.parametrize(
    ("script", "words", "said"),
    [
        ("docs.py", ["--check"], ""),
        ("largest_column.py", ["--games", "16"], "largest"),
        ("profile_observe.py", ["--games", "16"], "all of `observe`"),
        ("profile_picture.py", ["--games", "1"], "pictures/s"),
        ("benchmark.py", ["--repeat", "1", "--no-peers"], "random_playouts"),
    ],
)
def test_work_of_those_who_develop(run: Run, script: str, words: list[str], said: str) -> None:
    assert said in run(script, *words).stdout
