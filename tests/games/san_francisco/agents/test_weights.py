"""The weights of the evaluation: complete, finite, and read from files that say what is wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.san_francisco.evaluation.weights import TABLE, WEIGHTS
from tests.games.san_francisco.agents.stages import stages


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tuned_weights_are_complete_and_finite(players: int) -> None:
    weights = WEIGHTS.load(players)
    assert weights.dtype == WEIGHTS.dtype
    assert weights.shape == (1,)
    assert set(WEIGHTS.dtype.names or ()) == set(TABLE)
    assert np.isfinite(weights.view(np.float64)).all()


def test_each_number_of_players_has_its_own() -> None:
    assert len({WEIGHTS.load(players).tobytes() for players in (2, 3, 4)}) == 3


def test_weights_are_packed_by_name() -> None:
    values = {name: number / 2 for number, name in enumerate(reversed(WEIGHTS.start))}
    packed = WEIGHTS.pack(values)
    assert {name: packed[name][0] for name in WEIGHTS.start} == values


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"luck": None}, "missing or unknown: luck"),
        ({"patience": 1.0}, "missing or unknown: patience"),
        ({"luck": None, "lack": 1.0}, "missing or unknown: lack, luck"),
        ({"coast": float("nan")}, "coast is nan; it should be a number"),
        ({"coast": float("inf")}, "coast is inf"),
        ({"coast": "1"}, "coast is '1'"),
    ],
)
def test_what_is_wrong_with_weights_is_said(change: dict[str, Any], words: str) -> None:
    values: dict[str, Any] = WEIGHTS.start | change
    with pytest.raises(ValueError, match=words):
        WEIGHTS.pack({name: value for name, value in values.items() if value is not None})


def test_a_file_of_ones_own_makes_another_planner(tmp_path: Path) -> None:
    states = stages(2)
    legal = sf_env.legal_mask(states)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"weights": WEIGHTS.start | {"value": 50.0}}))
    mine = sf_agents.load(f"planner:weights={path}").act(states, legal)
    assert not np.array_equal(mine, sf_agents.load("planner").act(states, legal))
    assert WEIGHTS.load(2, str(path))["value"] == 50


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weights": 3}', '{"weights": {"luck": 1}}'])
def test_a_bad_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"bad\.json: "):
        WEIGHTS.load(2, str(path))
    with pytest.raises(ValueError, match=r"none\.json: No such file"):
        WEIGHTS.load(2, str(tmp_path / "none.json"))


@pytest.mark.parametrize("name", ["planner", "mcts"])
def test_an_agent_with_no_such_file_is_refused_at_once(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nope.json: No such file"):
        sf_agents.load(f"{name}:weights={tmp_path / 'nope.json'}")
    (tmp_path / "odd.json").write_text("[]")
    with pytest.raises(ValueError, match=r"odd.json: not a file of weights"):
        sf_agents.load(f"{name}:weights={tmp_path / 'odd.json'}")


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    for value in (1.0, 2.0):
        path.write_text(json.dumps({"weights": WEIGHTS.start | {"value": value}}))
        os.utime(path, ns=(0, int(1e9 * value)))
        assert WEIGHTS.load(2, str(path))["value"][0] == value
