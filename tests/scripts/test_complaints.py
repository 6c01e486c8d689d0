"""What commands say, in one line, to those who have typed something that cannot be."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

import pytest

import sf_env
from sf_agents.arena.plan import check_registered
from sf_agents.commands.run_folder import continues
from sf_env.core.rules import games
from sf_env.envs.vector import VectorEnv
from tests.toy import MATCHES

CASES = [
    ("train", "5p", "no preset is called '5p'; there are: 2p, 3p, 4p"),
    ("train", "--resume --out FOLDER", "FOLDER: there is no run to resume; start one with"),
    ("train", "2p --imitate human --out FOLDER/new", "imitate: 'human' asks a person"),
    ("train", "2p --yardsticks human --out FOLDER/new", "yardsticks: 'human' asks a person"),
    ("train", "2p --baselines human=0.1 --out FOLDER/new", "baselines: 'human' asks a person"),
    ("train", "2p --game broken_game:GAME", "--game broken_game:GAME: raised ZeroDivisionError"),
    ("evaluate", "random --game NIM --quiet", "no yardstick is left that plays Nim: name another"),
    ("evaluate", "random --game broken_game:GAME", "raised ZeroDivisionError: division by zero"),
    ("tournament", "random --game broken_game:GAME", "(broken_game.py:1)"),
    ("tournament", "random --out FILE", "FILE: this is a file, not a folder"),
    ("tournament", "network:path= random", "agent 'network': path= is empty; leave it out"),
    ("play", "random --game broken_game:GAME", "--game broken_game:GAME: raised"),
    ("play", "random --record FOLDER/nowhere/x.jsonl", "there is no folder FOLDER/nowhere"),
    ("play", "random --folder FILE", "FILE: this is a file, not a folder"),
    ("play", "--resume FOLDER", "FOLDER: this is a folder; name a saved game in it"),
    (
        "watch",
        "FILE --out FOLDER/x.html",
        "line 1: damaged: Expecting property name enclosed in double quotes (column 2)",
    ),
    ("watch", "FOLDER --out FOLDER/x.html", "FOLDER: this is a folder; name FOLDER/games.jsonl"),
    ("watch", "OWN --out FOLDER/x.html", "for a game of your own: --game module:ATTRIBUTE"),
]


@pytest.mark.parametrize(("command", "words", "complaint"), CASES)
def test_a_complaint_is_a_line_that_says_what_to_do(
    command: str,
    words: str,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "broken_game.py").write_text("1 / 0\n")
    (tmp_path / "FILE").write_text("{ \n")
    (tmp_path / "OWN").write_text('{"game": "chess"}\n')
    monkeypatch.syspath_prepend(tmp_path)
    if command == "watch" and "FOLDER --out" in words:
        (tmp_path / "games.jsonl").write_text("\n")

    def placed(text: str) -> str:
        text = text.replace("FOLDER", str(tmp_path)).replace("NIM", "tests.scripts.nim:NIM")
        return text.replace("FILE", str(tmp_path / "FILE")).replace("OWN", str(tmp_path / "OWN"))

    before = sorted(tmp_path.rglob("*"))
    main = importlib.import_module(f"sf_agents.commands.{command}").main
    assert main(placed(words).split()) == 2
    said = capsys.readouterr().err
    assert placed(complaint) in said
    assert said.count("\n") == 1
    after = [path for path in sorted(tmp_path.rglob("*")) if "__pycache__" not in str(path)]
    assert after == before


def test_commands_register_a_game_of_your_own(capsys: pytest.CaptureFixture[str]) -> None:
    tournament = importlib.import_module("sf_agents.commands.tournament")
    words = ["random", "--games", "2", "--workers", "1", "--game", "tests.scripts.nim:NIM"]
    assert tournament.main(words) == 0
    assert "nim" in games()
    capsys.readouterr()


def test_a_run_that_saved_nothing_is_not_a_run_to_continue(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{}")
    with pytest.raises(
        sf_env.Error, match="stopped before its first checkpoint; use --resume to restart"
    ):
        continues(tmp_path, resume=False)
    assert not continues(tmp_path, resume=True)
    (tmp_path / "checkpoint.pt").write_text("")
    with pytest.raises(sf_env.Error, match="there is a run already; use --resume to continue it"):
        continues(tmp_path, resume=False)


def test_numbers_and_seeds_of_environments() -> None:
    with pytest.raises(ValueError, match="num_envs=0"):
        VectorEnv(0)
    sb3 = pytest.importorskip("sf_env.sb3")
    with pytest.raises(TypeError, match=r"takes no 'seed': call env\.seed\(3\) and then reset\(\)"):
        sb3.VecEnv(4, seed=3)


def test_states_that_may_not_be_changed() -> None:
    batch = sf_env.Batch(2)
    with pytest.raises(ValueError, match=r"batch\.states\.copy\(\)"):
        sf_env.step_states(batch.states, [0, 0])


def test_a_run_with_an_unregistered_game_is_refused_at_its_start() -> None:
    with pytest.raises(sf_env.Error, match="Draughts is not registered"):
        check_registered(replace(MATCHES, id="draughts", name="Draughts"))
