"""One process at a time plays the games of a folder: nobody's game is overwritten."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")

from sf_agents.playing.session import TAKEN
from sf_env.core import locks as alone
from sf_env.core.errors import Error
from sf_env.core.locks import alone_in


def told_in(folder: Path) -> str:
    return f"sf-play: {folder}: {TAKEN}\n"


def test_the_second_is_told_where_and_what_to_do(tmp_path: Path) -> None:
    told = re.escape(f"{tmp_path}: {TAKEN}")
    with alone_in(tmp_path, TAKEN), pytest.raises(Error, match=told), alone_in(tmp_path, TAKEN):
        pass
    assert "another folder" in TAKEN
    with alone_in(tmp_path):  # whoever left has let go of it
        pass


def test_a_new_game_is_not_begun_where_others_play(command: Any, file: Path) -> None:
    with alone_in(file.parent):
        assert command("1\n", "greedy") == (2, told_in(file.parent))
    assert not file.exists()
    assert command("", "greedy")[0] == 0


def test_a_saved_game_is_left_to_whoever_plays_it(command: Any, file: Path) -> None:
    command("", "greedy", "--seed", "3", "--seat", "1")
    before = file.read_bytes()
    with alone_in(file.parent):
        assert command("1\n", "--resume", str(file)) == (2, told_in(file.parent))
    assert file.read_bytes() == before


def test_another_folder_is_as_good(command: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    with alone_in(tmp_path_factory.mktemp("others")):
        assert command("", "greedy")[0] == 0


def test_where_nothing_can_be_locked_nobody_is_kept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(alone.fcntl, "flock", no_locks)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass
    monkeypatch.setattr(alone, "fcntl", None)  # as on Windows
    with alone_in(tmp_path), alone_in(tmp_path):
        pass
