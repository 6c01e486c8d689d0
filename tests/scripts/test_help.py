"""Every script and command says what it does, whatever is installed."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.scripts.names import ROOT, SCRIPTS
from tests.web.service import ENVIRONMENT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# What no extra brings: the four dependencies, and what those need in turn.
PLAIN = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo", "farama_notifications")
PLAIN += ("cloudpickle", "typing_extensions", "pygame")  # PettingZoo asks whether pygame is there
ASK = f"""\
import contextlib, io, json, runpy, sys
from importlib.machinery import PathFinder


class Plain(PathFinder):
    "Finds no library of an extra."

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        spec = super().find_spec(name, path, target)
        place = str(spec and spec.origin)
        return None if "site-packages" in place and name.partition(".")[0] not in {PLAIN} else spec


sys.meta_path[sys.meta_path.index(PathFinder)] = Plain
said = {{}}
scripts, sys.argv[1:] = sys.argv[1:], ["--help"]
for script in scripts:
    sys.path[0] = script.rpartition("/")[0]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            said[script] = [end.code, out.getvalue()]
print(json.dumps(said))
"""


def test_help_needs_no_extra() -> None:
    command = [sys.executable, "-c", ASK, *map(str, SCRIPTS)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for script in SCRIPTS:
        code, text = said[str(script)]
        assert (code, text[:6]) == (0, "usage:"), script.name
    assert "pip install 'sf-env[train]'" in said[str(ROOT / "scripts/train.py")][1]


@pytest.mark.parametrize(("name", "entry"), PROJECT["scripts"].items())
def test_every_command_is_a_script_as_well(name: str, entry: str) -> None:
    module, _, function = entry.partition(":")
    assert callable(getattr(importlib.import_module(module), function))
    script = ROOT / "scripts" / f"{function}.py"
    assert f"{name}`` without installing it" in script.read_text("utf-8")
    assert function in script.read_text("utf-8").rpartition("SystemExit")[2]


@pytest.mark.parametrize("path", sorted((ROOT / "agents/sf_agents/commands").glob("*.py")), ids=str)
def test_defaults_are_named_alike(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    calls = [node for node in nodes if isinstance(node, ast.Call) and is_option(node)]
    helps = [
        ast.unparse(word.value) for call in calls for word in call.keywords if word.arg == "help"
    ]
    found = [text for text in helps if re.search(r"\((\d|%\(|\{)", text)]
    assert not found, f"say (default: ...): {found}"


def is_option(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "add_argument"
