"""The evaluation as a chance to win, as tuning fits it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import sf_env
from sf_agents.commands import tune
from sf_agents.ticket_to_ride.evaluation.tuning import TUNING
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS
from sf_agents.ticket_to_ride.planner import Planner


def collected(players: int, games: int = 60) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    seeds = np.arange(games, dtype=np.uint64)
    board = sf_env.ticket_to_ride.Map.load()
    return TUNING.collect(Planner(), seeds, players, board, lambda _: None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chances_of_all_seats_add_up(players: int) -> None:
    states = collected(players).states
    weights = WEIGHTS.load(players)
    chances = [
        TUNING.chances(states, np.full(len(states), seat), weights) for seat in range(players)
    ]
    np.testing.assert_allclose(sum(chances), 1)
    assert np.std(chances[0]) > 0.05


def test_the_evaluation_knows_more_than_nothing() -> None:
    positions = collected(2, games=300)
    packaged = dict(zip(WEIGHTS.table, WEIGHTS.load(2)[0].tolist(), strict=True))
    errors = TUNING.predict(positions, packaged) - positions.results
    assert (errors**2).mean() < 0.20  # 0.25 is that of 1/2 each


def test_the_command_fits_the_weights_of_this_game(tmp_path: Path) -> None:
    out = tmp_path / "tuned"
    few = ["--rounds", "1", "--games", "50", "--check", "2", "--workers", "1"]
    assert tune.main(["--game", "ticket_to_ride", "--out", str(out), *few]) == 0
    written = json.loads((out / "round_0.json").read_text())
    assert written["weights"].keys() == WEIGHTS.table.keys()
    assert written["origin"]["map"] == "san_francisco"
    assert Planner(weights=str(out / "round_0.json")) != Planner()
