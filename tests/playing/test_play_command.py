"""``sf-play``: what cannot be done is told in a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "no agent is called 'nobody'"),
        (["greedy", "greedy", "--players", "4"], "2 opponents for 4 players"),
        (["greedy", "--players", "5"], "players=5 is not allowed"),
        (["greedy", "--seat", "2"], "seat=2 is not allowed"),
        (["greedy", "--seat", "first"], "seat='first' is not allowed"),
        (["greedy", "--hint", "greedy"], "'greedy' gives no advice"),
        (["greedy", "--deck", "nowhere.csv"], "nowhere.csv"),
        (["greedy", "--seed", "-1"], "seed"),
        (["greedy", "--delay", "-1"], "--delay -1: it should be from 0 to 60"),
        (["greedy", "--port", "80", "--open"], "--port, --open apply only with --web"),
        (["greedy", "--web", "--plain"], "--plain applies only in the terminal"),
        (["--resume", "nowhere/deep/x.jsonl"], "nowhere/deep/x.jsonl: there is no such file"),
        (["--web", "--resume", "nowhere/x.jsonl"], "nowhere/x.jsonl: there is no such file"),
    ],
)
def test_what_is_wrong_is_told_in_a_line_and_leaves_no_file(
    arguments: list[str], complaint: str, command: Any, file: Path
) -> None:
    code, text = command("", *arguments)
    assert code == 2
    assert text.startswith("sf-play: ")
    assert complaint in text
    assert text.count("\n") == 1
    assert not file.exists()


def test_no_record_is_overwritten(command: Any, file: Path) -> None:
    file.write_text("precious\n", "utf-8")
    code, text = command("", "greedy")
    assert code == 2
    assert f"--resume {file}" in text
    assert file.read_text("utf-8") == "precious\n"


def test_who_does_not_play_in_a_saved_game_is_told(command: Any, file: Path) -> None:
    command("", "greedy", "--seed", "3", "--seat", "0")
    code, text = command("", "mcts", "--resume", str(file))
    assert code == 2
    assert "mcts does not play there; the players are human, greedy" in text


def test_a_saved_game_has_its_own_players_and_seed(command: Any, file: Path) -> None:
    command("", "greedy", "--seed", "3")
    code, text = command("", "--resume", str(file), "--seed", "4", "--seat", "1")
    assert code == 2
    assert "leave out --seed, --seat" in text


@pytest.mark.parametrize(("arguments", "extra"), [([], "play"), (["--web"], "web")])
def test_a_missing_library_is_named_with_its_extra(
    arguments: list[str], extra: str, command: Any, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr("sf_env.core.extras.installed", lambda library: False)
    code, text = command("", *arguments)
    assert code == 2
    assert f"pip install 'sf-env[{extra}]'" in text
    assert not file.exists()


def test_a_record_is_a_file_not_a_folder(command: Any, file: Path) -> None:
    file.mkdir()
    code, text = command("", "greedy")
    assert code == 2
    assert f"{file} is a folder: name a file, or the folder with --folder {file}" in text
