"""The benchmark of training measures what it says, however small."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")

from tests.web.service import ENVIRONMENT

SMALL = ["--games", "8", "--steps", "4", "--batch", "32", "--evaluation-games", "4"]
SMALL += ["--threads", "1", "--repeat", "1"]
RATIO = r"\d (?:x|%)|\d%"


@pytest.mark.long
@pytest.mark.parametrize("game", ["san_francisco", "ticket_to_ride"])
def test_all_rows_and_shares_are_there(game: str) -> None:
    command = [sys.executable, "scripts/benchmark_training.py", "--game", game, *SMALL]
    root = Path(__file__).parents[2]
    environment = ENVIRONMENT | {"COLUMNS": "120"}
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rows, _, shares = done.stdout.partition("where the time goes")
    ratios = [len(re.findall(RATIO, line)) for line in rows.splitlines()[2:] if line.strip()]
    assert ratios == [0, 1, 0, 1, 0, 1, 0, 1, 1]
    named = dict(re.findall(r"^(\w[\w ]+?) +(\d+)%$", shares, re.MULTILINE))
    assert {"opponents", "update", "measuring", "environment"} <= set(named)
    assert 95 <= sum(map(int, named.values())) <= 105
