"""Training plays deals of its own: none by which it is measured, none of another run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sf_agents.arena.seeds import tournament_seeds
from sf_agents.training import imitation
from sf_agents.training.settings import Settings
from sf_agents.training.strength import EVALUATION_SEED
from sf_agents.training.train import Training
from tests.training.small import SMALL

SEEDS = (0, 1, EVALUATION_SEED - 3)


def played(seed: int, folder: Path) -> set[int]:
    """Return the seeds of the games that a run begins with."""
    training = Training(Settings(**SMALL, seed=seed), folder)
    training.env.reset()
    seen = {int(info["seed"]) for info in training.env.reset_infos}
    assert len(seen) == 16
    return seen


def learnt(seed: int, monkeypatch: pytest.MonkeyPatch, folder: Path) -> set[int]:
    """Return the seeds of the games that an imitation learns from."""
    seen: set[int] = set()

    def note(*asked: Any) -> None:
        seen.update(map(int, asked[4]))
        raise imitation.Stopped

    monkeypatch.setattr(imitation, "play_lesson", note)
    settings = Settings(**SMALL, seed=seed, imitate="builder", imitation_games=500)
    training = Training(settings, folder)
    assert training.imitation is not None
    assert not list(training.imitation.learn())
    assert len(seen) == 500
    return seen


def test_no_deal_is_met_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = [played(seed, tmp_path / f"run-{seed}") for seed in SEEDS]
    groups += [learnt(seed, monkeypatch, tmp_path / f"start-{seed}") for seed in SEEDS]
    bases = (*SEEDS, EVALUATION_SEED, *range(EVALUATION_SEED - 20, EVALUATION_SEED))
    groups += [set(map(int, tournament_seeds(base, 1000))) for base in sorted({*bases})]
    together = set().union(*groups)
    assert len(together) == sum(map(len, groups))
