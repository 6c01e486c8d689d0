"""A run that is stopped and goes on equals one that was never stopped."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sf_agents.training import checkpoint
from sf_agents.training.imitation import GAMES_AT_ONCE
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from sf_env import Error

SMALL = {
    "games": 16,
    "steps": 8,
    "batch": 64,
    "decisions": 16 * 8 * 6,
    "snapshot_every": 2,
    "evaluate_every": 3,
    "evaluation_games": 4,
    "yardsticks": ("random",),
    "baselines": ("random=0.3",),
    "threads": 1,
}


def weights(training: Training) -> torch.Tensor:
    return torch.cat([tensor.flatten() for tensor in training.policy.state().values()])


@pytest.mark.parametrize("players", [2, 3])
def test_a_stopped_run_goes_on_as_if_it_had_not_stopped(tmp_path: Path, players: int) -> None:
    settings = Settings(**SMALL, players=players)
    whole = Training(settings, tmp_path / "whole")
    assert whole.run()
    part = Training(settings, tmp_path / "part")
    assert not part.run(stop=lambda: part.updates == 3)
    rest = Training.resume(settings, tmp_path / "part")
    assert rest.updates == 3
    assert rest.run()
    assert torch.equal(weights(whole), weights(rest))
    shares = [[line["random"] for line in run.curve.lines] for run in (whole, rest)]
    assert shares[0] == shares[1]
    assert whole.pool.records == rest.pool.records


def test_a_run_stopped_while_it_imitates_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    changes = {"imitate": "builder", "imitation_games": 2 * GAMES_AT_ONCE, "decisions": 16 * 8}
    settings = Settings(**(SMALL | changes))
    whole = Training(settings, tmp_path / "whole")
    assert whole.run()
    part = Training(settings, tmp_path / "part")
    assert part.imitation is not None
    assert not part.run(stop=lambda: True)
    assert part.imitation.done == GAMES_AT_ONCE
    assert (tmp_path / "part" / "latest.npz").exists()
    rest = Training.resume(settings, tmp_path / "part")
    assert rest.run()
    assert torch.equal(weights(whole), weights(rest))
    shares = [[line["random"] for line in run.curve.lines] for run in (whole, rest)]
    assert shares[0] == shares[1]
    assert len(shares[0]) == 2  # after the imitation and at the end


def test_the_same_seed_gives_the_same_updates_and_another_does_not(tmp_path: Path) -> None:
    runs = []
    for number, seed in enumerate((1, 1, 2)):
        run = Training(Settings(**SMALL, seed=seed), tmp_path / str(number))
        run.run(stop=lambda run=run: run.updates == 2)
        runs.append(weights(run))
    assert torch.equal(runs[0], runs[1])
    assert not torch.equal(runs[0], runs[2])


def test_settings_of_a_run_cannot_change_half_way(tmp_path: Path) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    run.run(stop=lambda: run.updates == 1)
    with pytest.raises(Error, match=r"entropy=0\.02, not 0\.5"):
        Training.resume(Settings(**SMALL, entropy=0.5), tmp_path)
    longer = Settings(**(SMALL | {"decisions": 16 * 8 * 9}))
    assert Training.resume(longer, tmp_path).updates == 1


@pytest.mark.parametrize("key", ["deck_hash", "observation_hash"])
def test_a_run_does_not_go_on_with_another_game(tmp_path: Path, key: str) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    run.run(stop=lambda: run.updates == 1)
    path = tmp_path / "checkpoint.pt"
    state = checkpoint.load(path)
    state["card"][key] = "f00"
    checkpoint.save(path, state)
    with pytest.raises(Error, match=r"checkpoint.pt: this run began with another version of .*f00"):
        Training.resume(Settings(**SMALL), tmp_path)


def test_yardsticks_do_not_change_half_way(tmp_path: Path) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    run.run(stop=lambda: run.updates == 1)
    with pytest.raises(Error, match="yardsticks"):
        Training.resume(Settings(**(SMALL | {"yardsticks": ("random", "greedy")})), tmp_path)


@pytest.mark.parametrize("cut", [0, 100, 20_000])
def test_a_damaged_checkpoint_is_named(tmp_path: Path, cut: int) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    run.run(stop=lambda: run.updates == 1)
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(Error, match=r"checkpoint\.pt: the checkpoint is damaged"):
        Training.resume(Settings(**SMALL), tmp_path)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (pickle.dumps([1, 2]), "no checkpoint of sf-train|damaged"),
        (b"cno_such_module_here\nThing\n.", "no_such_module_here|damaged"),
        (bytes(range(256)) * 50, "damaged"),
    ],
)
def test_what_is_no_checkpoint_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(content)
    with pytest.raises(Error, match=rf"checkpoint\.pt: .*({words})"):
        checkpoint.load(path)


def test_unknown_yardsticks_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(Error, match="no agent is called 'nobody'"):
        Training(Settings(**SMALL | {"yardsticks": ("nobody",)}), tmp_path)


def test_there_may_be_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(Error, match="there is no checkpoint"):
        Training.resume(Settings(**SMALL), tmp_path)


def test_a_full_disk_is_told_and_the_checkpoint_before_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "checkpoint.pt"
    checkpoint.save(path, {"updates": 1})
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Error, match=r"checkpoint\.pt: it cannot be written \(No space left"):
        checkpoint.save(path, {"updates": 2})
    assert checkpoint.load(path)["updates"] == 1
    assert list(tmp_path.iterdir()) == [path]


def test_the_clock_ends_an_imitation(tmp_path: Path) -> None:
    changes = {"imitate": "builder", "imitation_games": 100 * GAMES_AT_ONCE, "minutes": 0.001}
    run = Training(Settings(**(SMALL | changes | {"decisions": None})), tmp_path)
    assert run.run()
    assert run.imitation is not None
    assert run.imitation.done == GAMES_AT_ONCE
    assert run.updates == 0
    assert len(run.curve.lines) == 1
    assert run.seconds > 60 * run.curve.lines[0]["minutes"] > 0  # measuring counts, too


def test_past_selves_are_measured_as_well(tmp_path: Path) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    assert run.run()
    first, last = run.curve.lines
    assert "past selves" in first  # a past self was kept after two updates
    assert 0 <= last["past selves_low"] <= last["past selves"] <= last["past selves_high"] <= 1
    header = (tmp_path / "curve.csv").read_text().splitlines()[0]
    assert header.endswith("past selves,past selves_low,past selves_high")


def test_a_network_for_another_number_of_players_is_told_at_once(tmp_path: Path) -> None:
    run = Training(Settings(**SMALL), tmp_path / "two")
    run.run(stop=lambda: True)
    path = tmp_path / "two" / "latest.npz"
    changes = {"players": 3, "yardsticks": (f"network:path={path}",)}
    with pytest.raises(Error, match="players"):
        Training(Settings(**(SMALL | changes)), tmp_path / "three")
    assert not (tmp_path / "three").exists()
