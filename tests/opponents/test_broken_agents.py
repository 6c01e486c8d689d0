"""Agents that cannot be loaded or asked: one line says which, what it raised, and where."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_env import UnknownAgent, opponents
from sf_env.core.errors import raised
from sf_env.envs.solo import SoloEnv
from tests.toy import Bold

BROKEN = {
    "import": "import not_there_at_all\n",
    "zero": "\n1 / 0\n",
    "syntax": "class Bot\n",
    "init": "class Bot:\n    def __init__(self):\n        {}['x']\n",
    "value": "raise ValueError('a mistake')\n",
}
SAID = {
    "import": "raised ModuleNotFoundError: No module named 'not_there_at_all' (NAME.py:1)",
    "zero": "raised ZeroDivisionError: division by zero (NAME.py:2)",
    "syntax": "raised SyntaxError: expected ':' (NAME.py:1)",
    "init": "raised KeyError: 'x' (NAME.py:3)",
    "value": "raised ValueError: a mistake (NAME.py:1)",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_an_agents_module_raises_is_a_line(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"bot_of_{kind}"
    (tmp_path / f"{name}.py").write_text(BROKEN[kind])
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownAgent) as caught:
        opponents.load(f"{name}:Bot")
    assert str(caught.value) == f"agent '{name}:Bot': {SAID[kind].replace('NAME', name)}"


def test_long_reasons_are_cut() -> None:
    assert len(raised(ValueError("x" * 10_000))) < 400


def test_an_agent_of_another_game_is_called_by_the_name_that_was_typed() -> None:
    with pytest.raises(UnknownAgent, match=r"^agent 'tests.toy:Bold' does not play San Francisco"):
        SoloEnv(opponent="tests.toy:Bold")
    with pytest.raises(UnknownAgent, match=r"^agent 'Bold' does not play San Francisco"):
        SoloEnv(opponent=Bold())


def test_agents_are_asked_as_objects() -> None:
    states = sf_env.deal(2, [1])
    with pytest.raises(TypeError, match=r"'planner' is a name: load it with .*load\("):
        sf_env.ask("san_francisco", "planner", states, [1], [0])


@pytest.mark.parametrize("name", ["greedy", "planner", "builder", "flat", "mcts", "network"])
def test_a_mask_of_another_shape_is_refused(name: str) -> None:
    states = sf_env.deal(2, [1, 2, 3])
    for shape in ((3, 4), (2, 44), (132,)):
        with pytest.raises(ValueError, match=r"legal should be a mask of shape \(3, 44\)"):
            sf_agents.load(name).act(states, np.ones(shape, np.bool_))
