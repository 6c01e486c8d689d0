"""Checkpoints of version 0.1 resume, and the run continues as it did in that version.

``version_0_1/*.pt.gz`` were written at commit 00e87ff by ``Training.run`` with ``SETTINGS`` and the
widths below, stopped after six updates. The numbers are of two more updates by that commit.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("tensorboard")

from sf_agents.san_francisco.network import model
from sf_agents.training.perceptron import Perceptron
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training

FILES = Path(__file__).parent / "version_0_1"
SETTINGS: dict[str, Any] = {
    "games": 4,
    "steps": 8,
    "batch": 16,
    "decisions": 32 * 8,
    "snapshot_every": 2,
    "pool": 2,
    "baselines": ("random=0.2",),
    "yardsticks": ("random",),
    "evaluate_every": 100,
    "evaluation_games": 2,
    "checkpoint_every": 100,
    "margin": 0.4,
    "precision": "full",
    "threads": 1,
    "seed": 7,
}
SEEDS = [1910070114385875, 5799944008237786, 1718450992108642]
FOLLOWS: dict[str, Any] = {
    "districts": {
        "seeds": [*SEEDS, 1233922311945404],
        "records": {
            "self": (4.99, 10.98),
            "random": (5.99, 10.98),
            "past-1": (5.0, 10.0),
            "past-2": (5.0, 10.0),
        },
        "weights": {
            "body.row.weight": 25.834458,
            "body.whole.weight": 20.853723,
            "body.district_bias": 0.051473,
            "actions.spot_row_head.bias": 1.101512,
            "values.judge.weight": 3.405755,
        },
    },
    "plain": {
        "seeds": [*SEEDS, 2434442887248],
        "records": {
            "self": (5.99, 10.98),
            "random": (5.0, 10.0),
            "past-1": (4.99, 10.98),
            "past-2": (5.0, 10.0),
        },
        "weights": {
            "body.1.weight": 57.200214,
            "actions.weight": 3.785562,
            "values.weight": 0.897793,
        },
    },
}


@pytest.mark.parametrize(("network", "players"), [("districts", 3), ("plain", 2)])
def test_a_checkpoint_of_version_0_1_resumes(
    network: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = model.Widths(row=2, district=2, card=2, column=2, whole=4, head=3, spot=2)
    monkeypatch.setitem(model.KINDS, "districts", small)
    monkeypatch.setattr(Perceptron.__init__, "__defaults__", ((3,),))
    content = gzip.decompress((FILES / f"{network}.pt.gz").read_bytes())
    (tmp_path / "checkpoint.pt").write_bytes(content)
    run = Training.resume(Settings(network=network, players=players, **SETTINGS), tmp_path)
    assert (run.updates, run.decisions) == (6, 6 * 32)
    for _ in range(2):
        run.update()
    follows = FOLLOWS[network]
    weights = run.policy.state()
    sums = {name: float(weights[name].abs().sum()) for name in follows["weights"]}
    assert sums == pytest.approx(follows["weights"], rel=1e-4)
    assert run.env.state_dict()["batch"]["seeds"].tolist() == follows["seeds"]
    records = {name: (one.won, one.games) for name, one in run.pool.win_rates.items()}
    assert records == {name: pytest.approx(one) for name, one in follows["records"].items()}
    assert list(run.pool.players()) == ["past-1", "past-2"]
