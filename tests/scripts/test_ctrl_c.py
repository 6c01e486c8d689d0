"""Ctrl-C while a command loads its libraries ends it in one line."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.web.service import ENVIRONMENT

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# Presses Ctrl-C when a library is looked for.
PRESSING = """\
import runpy, signal, sys

library, script, *words = sys.argv[1:]


class Pressing:
    def find_spec(self, name, path=None, target=None):
        if name == library:
            signal.raise_signal(signal.SIGINT)


signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a terminal
sys.meta_path.insert(0, Pressing())
sys.argv[:] = [script, *words]
sys.path[0] = script.rpartition("/")[0]
runpy.run_path(script, run_name="__main__")
"""
WORDS = {
    "sf-tournament": ["random", "greedy"],
    "sf-evaluate": ["random"],
    "sf-train": ["2p"],
}


def pressed(program: str, function: str, library: str) -> tuple[int, str]:
    script = ROOT / "scripts" / f"{function}.py"
    command = [sys.executable, "-c", PRESSING, library, str(script), *WORDS.get(program, [])]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("program", "entry"), PROJECT["scripts"].items())
def test_it_is_one_line_while_libraries_are_loaded(program: str, entry: str) -> None:
    assert pressed(program, entry.partition(":")[2], "numba") == (130, f"{program}: stopped\n")


def test_it_is_one_line_when_the_rest_is_loaded(tmp_path: Path) -> None:
    assert pressed("sf-train", "train", "torch") == (130, "sf-train: stopped\n")
