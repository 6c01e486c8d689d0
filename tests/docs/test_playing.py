"""docs/playing.md and docs/playing_web.md: each command in them does something."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")
pytest.importorskip("starlette")

from sf_agents.commands import play, watch
from sf_agents.terminal import dialogue
from sf_env.core.rules import rules_of

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"```sh\n(.*?)```", re.DOTALL)
PROGRAMS: dict[str, Callable[[list[str]], int]] = {"sf-play": play.main, "sf-watch": watch.main}


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def commands(name: str) -> list[list[str]]:
    """Return the words of each command of ours on a page, in their order."""
    lines = "".join(FENCE.findall(page(name))).splitlines()
    split = [shlex.split(line, comments=True) for line in lines]
    return [words for words in split if words and words[0] in PROGRAMS]


def test_games_begin_go_on_and_are_watched_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for program, *arguments in commands("playing.md"):
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        assert PROGRAMS[program](arguments) == 0, arguments
    assert {path.name for path in tmp_path.iterdir()} == {"runs", "mine.jsonl", "mine.html"}
    assert len(list((tmp_path / "runs" / "games").iterdir())) == 12


def test_servers_are_started_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    saved = [words[-1] for words in commands("playing_web.md") if "--resume" in words]
    for path in map(Path, saved):
        path.parent.mkdir(parents=True)
        path.touch()
    started: list[Any] = []
    monkeypatch.setattr("sf_agents.web.serve.serve", lambda options: started.append(options) or 0)
    for program, *arguments in commands("playing_web.md"):
        assert PROGRAMS[program](arguments) == 0, arguments
    assert len(started) == len(commands("playing_web.md")) > 2


def test_the_page_tells_all_keys() -> None:
    text = page("playing.md")
    for key, name in (*dialogue.KEYS.items(), *dialogue.KEYS_AT_END.items()):
        assert re.search(rf"`{key}`[^\n]*{name.split()[0]}|`{key}` begins another", text), key


def test_the_page_names_all_options() -> None:
    told = page("playing.md") + page("playing_web.md")
    options = {name for one in play._parser(rules_of())._actions for name in one.option_strings}
    assert {name for name in options if name.startswith("--") and name not in told} == {"--help"}
