"""A run that is stopped and goes on equals one that was never stopped."""

from __future__ import annotations

import errno
import io
import os
import sys
import types
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

pytest.importorskip("tensorboard")

import numpy as np
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.training import checkpoint, strength
from sf_agents.training.crew import LEAST
from sf_agents.training.own_networks import NetPlayer
from sf_agents.training.settings import Settings
from sf_agents.training.train import Training
from sf_env import Error
from tests.games.san_francisco.agents.nets import random_net
from tests.training.small import SMALL, weights


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"players": 3},
        {"network": "plain"},
        pytest.param(  # each update in two shares
            {"games": 2 * LEAST, "batch": 2 * LEAST, "threads": 2}, marks=pytest.mark.long
        ),
    ],
    ids=lambda changes: ",".join(map(str, changes)),
)
def test_a_stopped_run_goes_on_as_if_it_had_not_stopped(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    chosen = SMALL | changes
    chosen["decisions"] = chosen["games"] * chosen["steps"] * 6
    settings = Settings(**chosen)
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
    assert whole.pool.win_rates == rest.pool.win_rates


def test_a_run_waits_while_there_is_nobody_to_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = iter([True, True])
    update = Training.update
    monkeypatch.setattr("sf_agents.training.run.SECONDS_UNTIL_LOOKING_AGAIN", 0)
    monkeypatch.setattr(Training, "update", lambda run: 0 if next(lost, False) else update(run))
    run = Training(Settings(**SMALL), tmp_path)
    told: list[str] = []
    run.run(watch=lambda moment: told.append(moment.text), stop=lambda: run.updates == 1)
    assert told[:2] == ["all runners are lost; waiting for one"] * 2
    assert "decisions/s" in told[2]
    assert run.decisions == 16 * 8


def test_what_is_to_be_compiled_is_asked_before_the_clock_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    act, update = NetPlayer.act, Training.update
    monkeypatch.setattr(NetPlayer, "act", lambda *a, **k: asked.append("act") or act(*a, **k))
    monkeypatch.setattr(Training, "update", lambda run: asked.append("update") or update(run))
    Training(Settings(**SMALL), tmp_path).run(stop=lambda: "update" in asked)
    assert asked[:2] == ["act", "update"]


def test_who_has_been_imitated_is_needed_no_more(tmp_path: Path) -> None:
    net = tmp_path / "teacher.npz"
    DISTRICTS.write(net, random_net(2), {"players": 2})
    changes = {"imitate": f"network:path={net}", "imitation_games": 4, "decisions": 16 * 8}
    settings = Settings(**(SMALL | changes))
    assert Training(settings, tmp_path / "run").run()
    net.unlink()
    longer = Settings(**(SMALL | changes | {"decisions": 16 * 8 * 2}))
    assert Training.resume(longer, tmp_path / "run").run()


def test_a_run_stopped_while_it_imitates_goes_on_as_if_it_had_not(
    tmp_path: Path, lesson: int
) -> None:
    changes = {"imitate": "builder", "imitation_games": 2 * lesson, "decisions": 16 * 8}
    settings = Settings(**(SMALL | changes))
    whole = Training(settings, tmp_path / "whole")
    assert whole.run()
    part = Training(settings, tmp_path / "part")
    imitation = part.imitation
    assert imitation is not None
    assert not part.run(stop=lambda: imitation.done > 0)
    assert imitation.done == lesson
    assert (tmp_path / "part" / "latest.npz").exists()
    rest = Training.resume(settings, tmp_path / "part")
    told: list[str] = []
    assert rest.run(watch=lambda moment: told.append(moment.stage))
    assert told[:2] == ["playing the last lessons again", "imitating builder"]
    assert torch.equal(weights(whole), weights(rest))
    shares = [[line["random"] for line in run.curve.lines] for run in (whole, rest)]
    assert shares[0] == shares[1]
    assert len(shares[0]) == 2  # after the imitation and at the end


def test_what_was_imitated_is_kept_before_self_play_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(_: Training) -> int:
        raise KeyboardInterrupt

    settings = Settings(**SMALL | {"imitate": "builder", "imitation_games": 4})
    run = Training(settings, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Training, "update", killed)
        with pytest.raises(KeyboardInterrupt):
            run.run()
    rest = Training.resume(settings, tmp_path)
    assert rest.imitation is not None
    assert rest.imitation.done == 4
    assert rest.best == run.best >= 0
    assert torch.equal(weights(run), weights(rest))


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


class Strange:
    """Is read with a module that nobody has."""

    def __reduce__(self) -> tuple[object, ...]:
        return Missing, ()


class Missing:
    __module__ = "no_such_module_here"


def saved(content: object) -> bytes:
    """Return what torch makes of something."""
    file = io.BytesIO()
    torch.save(content, file)
    return file.getvalue()


def strange() -> bytes:
    """Return a file that was written where there is a module more."""
    module = types.ModuleType(Missing.__module__)
    module.Missing = Missing  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    try:
        return saved(Strange())
    finally:
        del sys.modules[module.__name__]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (saved([1, 2]), "not a checkpoint of sf-train in format"),
        (saved({"format": 1}), "not a checkpoint of sf-train in format"),
        (strange(), "reading this checkpoint needs no_such_module_here"),
        (bytes(range(256)) * 50, "the checkpoint is damaged"),
    ],
)
def test_what_is_no_checkpoint_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(content)
    with pytest.raises(Error, match=rf"checkpoint\.pt: .*({words})"):
        checkpoint.load(path)


def test_a_folder_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"checkpoint\.pt: Is a directory"):
        checkpoint.load(_made(tmp_path / "checkpoint.pt"))


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


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


def test_the_clock_ends_an_imitation(tmp_path: Path, lesson: int) -> None:
    changes = {"imitate": "builder", "imitation_games": 100 * lesson, "minutes": 0.001}
    run = Training(Settings(**(SMALL | changes | {"decisions": None})), tmp_path)
    assert run.run()
    assert run.imitation is not None
    assert run.imitation.done == lesson
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


def test_the_best_network_is_kept_by_measured_strength(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    kept = []
    for share in (0.5, 0.7, 0.6, 0.7, 0.8):
        measured = {"win_share": np.array([share]), "interval": np.array([[share, share]])}
        summary = {"agents": [{"points": {"trams": 1.0}}]}
        result = types.SimpleNamespace(**measured, summary=summary)
        monkeypatch.setattr(strength, "match", lambda *_, result=result: result)
        run.updates += 1
        run.measure()
        kept.append(DISTRICTS.read(tmp_path / "best.npz").card["updates"])
    assert kept == [1, 2, 2, 2, 5]
    assert run.best == 0.8


def test_what_a_game_is_worth_goes_from_the_margin_to_the_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Training(Settings(**SMALL, margin=0.5), tmp_path)
    points, winners = np.array([[13.0, 8.0]]), np.array([[True, False]])
    for part, share in ((0.0, 0.5), (0.25, 0.25), (0.5, 0.0), (1.0, 0.0)):
        monkeypatch.setattr(Training, "part", part)
        assert run.margin == pytest.approx(share)
        run.reward.margin = run.margin
        assert run.reward(points, winners)[0] == pytest.approx(
            [(1 - share) + 0.5 * share, -(1 - share) - 0.5 * share]
        )


def test_rates_fall_with_the_run(tmp_path: Path) -> None:
    run = Training(Settings(**SMALL), tmp_path)
    seen = []

    def note(_: object) -> None:
        rates = {group["lr"] for group in run.policy.optimizer.param_groups}
        seen.append((*rates, run.model.ent_coef))

    run.run(watch=note)
    parts = np.arange(6) / 6  # when each update began
    settings = run.settings
    rates = settings.learning_rate * (1 - (1 - settings.final_rate) * parts)
    weights = settings.entropy * (1 - 0.9 * parts)
    assert np.allclose(seen, np.transpose([rates, weights]))


def test_tensorboard_has_all_that_is_promised(tmp_path: Path) -> None:
    run = Training(Settings(**SMALL | {"imitate": "builder", "imitation_games": 4}), tmp_path)
    assert run.run()
    run.model.logger.close()
    events = EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    tags = set(events.Tags()["scalars"])
    wanted = (
        "imitation/policy imitation/value imitation/agreement train/policy_gradient_loss "
        "train/value_loss train/entropy_loss train/approx_kl strength/random opponents/self "
        "opponents/random points_against_random/trams points_against_random/total games/length "
        "games/win_share games/points time/decisions_per_second time/minutes"
    )
    assert set(wanted.split()) <= tags, tags
    decisions = [event.step for event in events.Scalars("games/length")]
    assert decisions == sorted(decisions)
    assert decisions[-1] == 16 * 8 * 6
