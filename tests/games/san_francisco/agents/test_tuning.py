"""Tuning: positions with their outcomes, a fit that finds known weights, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import sf_env
from sf_agents.commands import tune
from sf_agents.evaluation.tuning import Positions
from sf_agents.san_francisco.evaluation.tuning import TUNING
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.planner import Planner

SEEDS = np.arange(300, dtype=np.uint64)


@pytest.fixture(scope="module")
def positions() -> Positions:
    return TUNING.collect(Planner(width=4), SEEDS, 3, "standard", lambda done: None)


def test_positions_are_beginnings_of_turns_with_a_share_of_the_win(positions: Positions) -> None:
    assert len(positions.states) == len(positions.seats) == len(positions.results) > 300
    assert (positions.states["phase"] == 0).all()
    assert set(np.unique(positions.results)) <= {0.0, 1 / 3, 0.5, 1.0}
    assert 0.2 < positions.results.mean() < 0.45
    half = len(positions.seats) // 2
    movers = (positions.states["to_move"][:half] - 1) % 3
    assert np.array_equal(positions.seats[:half], movers)
    assert (positions.seats[half:] != movers).all()


def test_the_same_seeds_give_the_same_positions(positions: Positions) -> None:
    again = TUNING.collect(Planner(width=4), SEEDS, 3, "standard", lambda done: None)
    assert all(np.array_equal(*pair) for pair in zip(positions, again, strict=True))


def test_a_fit_comes_close_to_the_weights_that_made_the_results(positions: Positions) -> None:
    changes = {
        "next_take": 0.6,
        "contract": 0.2,
        "luck_per_card": 1.2,
        "half_life": 4.0,
    }
    known = WEIGHTS.start | changes
    made = positions._replace(results=TUNING.predict(positions, known))
    before = np.mean((TUNING.predict(made, WEIGHTS.start) - made.results) ** 2)
    errors: list[float] = []
    found = TUNING.fit(made, WEIGHTS.start, errors.append)
    after = np.mean((TUNING.predict(made, found) - made.results) ** 2)
    assert errors[0] == pytest.approx(before)
    assert sorted(errors, reverse=True) == errors
    assert after < before / 20
    for name in ("next_take", "luck_per_card", "half_life"):
        assert abs(found[name] - known[name]) < abs(WEIGHTS.start[name] - known[name])


def test_the_command_writes_a_round_with_its_origin_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--players", "2", "--games", "60", "--check", "4", "--workers", "1"]
    command += ["--out", str(tmp_path)]
    assert tune.main([*command, "--rounds", "1"]) == 0
    first = (tmp_path / "round_0.json").read_bytes()
    found = json.loads(first)
    assert found["origin"]["deck_hash"] == sf_env.Deck.load().hash
    assert found["origin"]["error"] <= found["origin"]["error_before"]
    assert not np.array_equal(WEIGHTS.load(2, str(tmp_path / "round_0.json")), WEIGHTS.load(2))
    assert tune.main([*command, "--rounds", "2"]) != 0
    assert "--resume" in capsys.readouterr().err
    assert tune.main([*command, "--rounds", "2", "--resume"]) == 0
    assert (tmp_path / "round_0.json").read_bytes() == first
    assert (tmp_path / "round_1.json").exists()
    changed = WEIGHTS.start | {"value": 1.0}
    (tmp_path / "other.json").write_text(json.dumps({"weights": changed}))
    other = ["--rounds", "3", "--resume", "--start", str(tmp_path / "other.json")]
    assert tune.main([*command, *other]) == 2
    assert "began with other weights" in capsys.readouterr().err
    assert tune.main([*command, "--rounds", "3", "--resume", "--players", "3"]) == 2
    assert "began with players 2, not 3: choose another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--players", "9"], "players"),
        (["--deck", "nope"], "nope"),
        (["--games", "0"], "--games 0 is too few"),
        (["--rounds", "0"], "--rounds 0 is too few"),
        (["--start", "nope.json"], "nope.json"),
    ],
)
def test_what_cannot_be_tuned_is_said_before_a_game_is_played(
    option: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main([*option, "--out", str(tmp_path / "new")]) == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.json"))
