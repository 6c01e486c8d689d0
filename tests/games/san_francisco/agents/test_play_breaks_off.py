"""``sf-play`` with agents that break off: how the game can go on is told first."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from sf_agents.commands import play


class Raising:
    """Raises what it was made with, whatever it is asked."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def act(self, states: Any, masks: Any, keys: Any) -> Any:
        raise self._error

    def analyse(self, states: Any) -> Any:
        raise self._error


def confused() -> Raising:
    return Raising(RuntimeError("what a mess"))


def leaving() -> Raising:
    return Raising(SystemExit("goodbye"))


CONFUSED, LEAVING = f"{__name__}:confused", f"{__name__}:leaving"


@pytest.mark.parametrize(
    ("typed", "arguments"),
    [
        ("", [CONFUSED, "--seat", "1"]),
        ("", [LEAVING, "--seat", "1"]),
        ("h\n", ["greedy", "--hint", CONFUSED, "--seat", "0"]),
    ],
)
def test_how_to_go_on_is_told_when_an_agent_raises(
    typed: str,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    if LEAVING in arguments:
        with pytest.raises(SystemExit):
            play.main([*arguments, "--record", str(file)])
    else:
        assert play.main([*arguments, "--record", str(file)]) == 2
    told, complaint = capsys.readouterr()
    if CONFUSED in arguments:
        said = (
            f"sf-play: agent {CONFUSED!r}: raised RuntimeError: what a mess (test_play_breaks_off"
        )
        assert complaint.startswith(said)
        assert complaint.count("\n") == 1
    assert f"The game is saved. To continue: sf-play {arguments[0]} --resume {file}" in told
    assert file.is_file()
