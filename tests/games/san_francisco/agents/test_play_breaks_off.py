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
    ("typed", "arguments", "error"),
    [
        ("", [CONFUSED, "--seat", "1"], RuntimeError),
        ("", [LEAVING, "--seat", "1"], SystemExit),
        ("h\n", ["greedy", "--hint", CONFUSED, "--seat", "0"], RuntimeError),
    ],
)
def test_how_to_go_on_is_told_when_an_agent_raises(
    typed: str,
    arguments: list[str],
    error: type[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with pytest.raises(error):
        play.main([*arguments, "--record", str(file)])
    told = capsys.readouterr().out
    assert f"The game is saved. To continue: sf-play {arguments[0]} --resume {file}" in told
    assert file.is_file()
