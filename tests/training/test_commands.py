"""The command sf-train: a run, what it leaves, stopping it, and what it refuses."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import sf_agents
import sf_env
from sf_agents.commands import demo, export, tournament, train
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.training import checkpoint
from sf_agents.training.defaults import presets_of
from sf_agents.training.settings import Settings
from sf_env.core.locks import alone_in
from sf_env.core.rules import rules_of
from tests.games.san_francisco.agents.nets import NETWORKS
from tests.games.san_francisco.agents.stages import stages

PRESETS = presets_of(rules_of())
SMALL = ["2p", "--games", "16", "--steps", "8", "--batch", "64", "--evaluation-games", "4"]
SMALL += ["--yardsticks", "random", "--evaluate-every", "2", "--threads", "1"]
FOUR = ["--decisions", str(16 * 8 * 4)]


def test_a_run_leaves_all_that_is_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert train.main([*SMALL, *FOUR, "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "512 decisions" in told
    assert "against random:" in told
    assert f"network:path={out / 'best.npz'}" in told
    settings = json.loads((out / "settings.json").read_text())
    assert settings["games"] == 16
    lines = (out / "curve.csv").read_text().splitlines()
    assert lines[0] == "minutes,decisions,random,random_low,random_high"
    assert len(lines) == 3
    assert (out / "curve.png").stat().st_size > 5000
    assert list((out / "tensorboard").iterdir())
    states = stages(2)
    actions = sf_agents.load(f"network:path={out / 'best.npz'}").act(states)
    legal = sf_env.legal_mask(states)
    live = legal.any(axis=1)
    assert legal[np.flatnonzero(live), actions[live]].all()


def test_a_run_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--quiet"]) == 0
    before = (tmp_path / "checkpoint.pt").read_bytes()
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--quiet"]) == 2
    assert "there is a run already; use --resume to continue it" in capsys.readouterr().err
    assert (tmp_path / "checkpoint.pt").read_bytes() == before


@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_run_keeps_out_of_what_is_no_run(
    resume: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tournament.json").write_text("{}")
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--quiet", *resume]) == 2
    said = capsys.readouterr().err
    assert f"{tmp_path}: there is something other than a training run; choose another" in said
    assert [path.name for path in tmp_path.iterdir()] == ["tournament.json"]


@pytest.mark.parametrize("preset", [[], ["2p"]])
def test_where_nothing_can_go_on_a_preset_begins_it(
    preset: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = [*SMALL[1:], *FOUR] if preset else []
    words = [*preset, *rest, "--out", str(tmp_path / "new"), "--resume", "--quiet"]
    assert train.main(words) == (0 if preset else 2)
    said = capsys.readouterr().err
    assert preset or said == (
        f"sf-train: {tmp_path / 'new'}: there is no run to resume; start one with a preset: "
        "sf-train 2p\n"
    )
    assert (tmp_path / "new").exists() == bool(preset)


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--quiet"]) == 0
    longer = ["--decisions", str(16 * 8 * 6), "--resume", "--quiet"]
    assert train.main([*longer, "--out", str(tmp_path)]) == 0  # all else is as it was
    assert len((tmp_path / "curve.csv").read_text().splitlines()) == 4
    assert json.loads((tmp_path / "settings.json").read_text())["decisions"] == 16 * 8 * 6
    again = [*SMALL, "--resume", "--quiet", "--out", str(tmp_path)]
    assert train.main(again) == 0  # the same once more


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["4p"], "players=2, not 4"),
        (["2p-long"], "imitate=None, not 'planner'"),
        (["2p"], "games=16, not 512"),
        (["--entropy", "0.5"], r"entropy=0.02, not 0.5"),
    ],
)
def test_a_run_goes_on_with_its_own_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--quiet"]) == 0
    assert train.main([*words, "--resume", "--out", str(tmp_path)]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("game", ["ticket_to_ride", "san_francisco"])
def test_a_run_of_another_game_is_not_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    words = [*SMALL, "--decisions", "128", "--out", str(tmp_path), "--quiet"]
    assert train.main([*words, "--game", game, "--baselines", "random=0.5"]) == 0
    other = [] if game == "ticket_to_ride" else ["--game", "ticket_to_ride"]
    assert train.main(["2p", *other, "--resume", "--out", str(tmp_path)]) == 2
    assert f"this run plays {game}; continue it with --game {game}" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--help"], ["2p", "--help"], ["2p", "--no-such-option"]])
def test_help_is_given_wherever_a_run_lies(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.json").write_text("{}")
    (tmp_path / "checkpoint.pt").write_bytes(b"")
    with pytest.raises(SystemExit) as left:
        train.main([*words, "--out", str(tmp_path)])
    told = capsys.readouterr()
    if "--help" in words:
        assert left.value.code == 0
        assert "usage: sf-train" in told.out
    else:
        assert left.value.code == 2
        assert "--no-such-option" in told.err


def test_a_folder_of_something_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "best.npz").write_bytes(b"mine")
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--resume"]) == 2
    assert "a network, but no checkpoint" in capsys.readouterr().err
    assert (tmp_path / "best.npz").read_bytes() == b"mine"


def test_two_processes_do_not_train_in_one_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train.main([*SMALL, *FOUR, "--out", str(tmp_path), "--quiet"]) == 0
    before = (tmp_path / "checkpoint.pt").read_bytes()
    again = ["--resume", "--decisions", "100000", "--out", str(tmp_path), "--quiet"]
    with alone_in(tmp_path):
        assert train.main(again) == 2
    assert "another process is training there" in capsys.readouterr().err
    assert (tmp_path / "checkpoint.pt").read_bytes() == before
    with alone_in(tmp_path):  # whoever failed has let go of it
        pass


def test_without_a_terminal_lines_tell_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imitation = ["--imitate", "builder", "--imitation-games", "10"]
    assert train.main([*SMALL, *FOUR, *imitation, "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("imitating builder 100 %, ")
    assert lines[0].endswith(" % agreed")
    assert lines[1].startswith("training 25 %, 128 decisions, wins while exploring: random ")
    assert lines[-1].startswith("training 100 %, 512 decisions, 0:00:00 left, ")


def test_a_plain_network_promises_no_file_to_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train.main([*SMALL, *FOUR, "--network", "plain", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "npz" not in told
    assert "checkpoint.pt" in told
    assert export.main([str(tmp_path), str(tmp_path / "mine.npz")]) == 2
    assert "there is no best.npz" in capsys.readouterr().err


@pytest.mark.long
def test_ctrl_c_saves_and_resume_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "scripts/train.py", *SMALL, "--out", str(tmp_path / "run")]
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root), str(root / "agents")])
    environment = os.environ | {"PYTHONPATH": paths}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = subprocess.Popen([*command, "--minutes", "5"], cwd=root, env=environment, **pipes)
    curve = tmp_path / "run" / "curve.csv"
    for _ in range(600):
        if curve.exists():
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    told, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"finishing this update and saving" in errors
    assert b"Traceback" not in errors
    done = len(curve.read_text().splitlines())
    out = str(tmp_path / "run")
    assert f"to resume: sf-train --out {out} --resume".encode() in told
    decisions = checkpoint.load(tmp_path / "run" / "checkpoint.pt")["timesteps"]
    longer = str(decisions + 2 * 16 * 8)  # two updates more: measured after them at the latest
    more = [*command[:2], "--out", out, "--decisions", longer, "--resume", "--quiet"]
    assert subprocess.run(more, cwd=root, env=environment, check=False).returncode == 0
    lines = curve.read_text().splitlines()
    assert len(lines) > done
    assert lines[-1].split(",")[1] == longer


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--deck", "nowhere.csv"], "nowhere.csv"),
        (["--imitate", "nobody"], "no agent is called 'nobody'"),
        (["--yardsticks", "nobody"], "no agent is called 'nobody'"),
        (["--past", "0.99"], "add up to at most 1"),
        (["--batch", "100000"], "is not allowed"),
        (["--minutes", "0"], "should be above 0"),
        (["--threads", "-1"], "should be above 0"),
        (["--entropy", "nan"], "should be 0 or more"),
        (["--gae-lambda", "1.5"], "should be from 0 to 1"),
        (["--baselines", "greedy"], "should be agent=share"),
        (["--seed", str(2**32)], "seed=4294967296 is not allowed; it should be below 4294967296"),
        (["--baselines", "greedy=-0.1"], "should be agent=share"),
        (["--baselines", "greedy=.1", "greedy=.2"], "should name each agent once"),
        (["--baselines", "nobody=0.1"], "no agent is called 'nobody'"),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    out = tmp_path / "run"
    assert train.main([*SMALL, *options, "--out", str(out), "--quiet"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("sf-train: ")
    assert words in told
    assert told.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize("library", train.LIBRARIES)
def test_a_missing_library_names_the_extra(
    library: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sf_env.core.extras.installed", lambda name: name != library)
    assert train.main(SMALL) == 2
    told = capsys.readouterr().err
    assert f"training needs {library}, which is not installed" in told
    assert "pip install 'sf-env[train]'" in told


@pytest.mark.long
def test_the_demo_trains_plays_and_is_never_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "RIVALS", ("random",))
    command = ["--out", str(tmp_path / "demo"), "--minutes", "0.02", "--games", "4"]
    assert demo.main(command) == 0
    told = capsys.readouterr().out
    assert "1 of 2: training" in told
    ladder = told.split("2 of 2: a tournament")[1].split("Meetings")[0]
    assert "rating" in ladder
    assert " random " in ladder
    folder = tmp_path / "demo"
    for name in ("training/best.npz", "training/curve.png", "tournament/ladder.md"):
        assert (folder / name).exists()
    for name in ("ladder", "matrix", "points"):
        assert (folder / "tournament" / f"{name}.png").stat().st_size > 5000
    assert len((folder / "tournament" / "games.jsonl").read_text("utf-8").splitlines()) == 4
    ladder = (folder / "tournament" / "ladder.md").read_bytes()
    assert demo.main(command) == 2
    assert "start over with --fresh" in capsys.readouterr().err
    assert (folder / "tournament" / "ladder.md").read_bytes() == ladder
    assert demo.main([*command, "--fresh"]) == 0
    assert (tmp_path / "demo-1" / "tournament" / "ladder.md").read_bytes() == ladder


def test_a_demo_of_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "RIVALS", ("random",))
    command = ["--game", "ticket_to_ride", "--minutes", "0.02", "--games", "4"]
    assert demo.main(command) == 0
    folder = tmp_path / "runs/demo-ticket_to_ride"
    assert (folder / "training/best.npz").exists()
    summary = json.loads((folder / "tournament/tournament.json").read_text())
    assert summary["game"] == "ticket_to_ride"
    assert demo.main(["--game", "tests.toy:MATCHES", "--games", "4"]) == 2
    assert "it has no training preset 'demo'" in capsys.readouterr().err


@pytest.mark.long
def test_a_demo_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "RIVALS", ("random",))
    folder = tmp_path / "demo"
    command = ["--out", str(folder), "--minutes", "0.02", "--games", "4"]
    usual = tournament.main

    def interrupted(argv: list[str], again: str) -> int:
        assert again == "the same command"
        usual(argv)
        (folder / "tournament" / "ladder.md").unlink()
        return 130

    with monkeypatch.context() as patch:
        patch.setattr(tournament, "main", interrupted)
        assert demo.main(command) == 130
    best = (folder / "training" / "best.npz").read_bytes()
    capsys.readouterr()
    assert demo.main([*command[:2], "--minutes", "5", "--games", "4"]) == 0
    told = capsys.readouterr().out
    assert "1 of 2" not in told  # who has begun to play is not trained any more
    assert (folder / "training" / "best.npz").read_bytes() == best
    assert (folder / "tournament" / "ladder.md").exists()


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
def test_a_demo_under_way_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fresh: list[str]
) -> None:
    (tmp_path / "training").mkdir()
    with alone_in(tmp_path):
        assert demo.main(["--out", str(tmp_path), *fresh]) == 2
    assert "another process is running this demo" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["training"]
    assert not tmp_path.with_name(f"{tmp_path.name}-1").exists()


def test_a_demo_that_is_stopped_while_it_trains_tells_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def at_once() -> Iterator[Callable[[], bool]]:
        yield lambda: True

    monkeypatch.setattr(train, "stopping", at_once)
    assert demo.main(["--out", str(tmp_path / "demo"), "--minutes", "0.02"]) == 130
    assert "to resume: the same command\n" in capsys.readouterr().out
    assert not (tmp_path / "demo" / "tournament").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"players": 4, "minutes": 1.5, "setup": "generate:3"},
        PRESETS["3p-long"],
        {**PRESETS["2p-long"], "minutes": 20.0},
        {"imitate": "planner", "imitation_games": 70, "learning_rate": 3e-5},
        {"baselines": ("planner:width=2=0.05", "greedy=0.3"), "yardsticks": ("greedy",)},
        {"baselines": (), "start": "my nets/first one.npz"},
    ],
)
def test_a_card_names_the_command_that_makes_the_same_run(
    changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(**changes)
    begun: list[Settings] = []

    def note(options: train.Options, _again: str | None) -> int:
        begun.append(options.settings)
        return 0

    monkeypatch.setattr(train, "_train", note)
    assert train.main(shlex.split(settings.as_options())) == 0
    assert begun == [settings]


@pytest.mark.parametrize("path", NETWORKS, ids=lambda path: path.stem)
def test_the_packages_own_networks_name_the_command_that_made_them(path: Path) -> None:
    card = DISTRICTS.read(path).card
    program, *words = shlex.split(card["command"])
    assert program == train.PROGRAM
    asked = train.read_options(train.Options, Settings, program, words)
    assert asked.settings == Settings.from_dict(card["settings"])


@pytest.mark.parametrize(
    "text", ["--game ticket_to_ride 3p --out 2p", "--out=2p 3p", "--resume --out 2p 3p"]
)
def test_options_may_come_before_the_preset(text: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(text)
    asked = train.read_options(train.Options, Settings, train.PROGRAM, words)
    assert (asked.out, asked.settings.players) == ("2p", 3)
    assert asked.settings.game == ("ticket_to_ride" if "--game" in words else "san_francisco")


def test_the_nearest_preset_is_named() -> None:
    assert Settings(**PRESETS["3p-long"]).as_options() == "3p-long"
    assert Settings(players=4, seed=3).as_options() == "4p --seed 3"
