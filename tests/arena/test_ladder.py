"""The official ladder, played by small agents."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("choix")
pytest.importorskip("matplotlib")

from sf_agents.commands import ladder
from sf_agents.san_francisco.network import file as network_file
from sf_agents.san_francisco.network.file import Trained
from tests.games.san_francisco.agents.nets import random_net


def fresh(players: int) -> Trained:
    return Trained({"players": players}, random_net(players))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "QUICK", ("random", "builder"))
    monkeypatch.setattr(ladder, "MEETINGS", dict.fromkeys((2, 3), (("greedy", "builder"),)))
    monkeypatch.setattr(ladder, "SECONDS", {2: (0.001, 0.002), 3: (0.001,)})
    monkeypatch.setattr(network_file, "_packaged", fresh)


def make(page: Path, *players: int, thinking: bool = False) -> str:
    numbers = map(str, players)
    options = ["--games", "4", "--workers", "1", "--work", str(page.parent / "games")]
    options += ["--thinking"] if thinking else []
    assert ladder.main([*options, "--page", str(page), "--players", *numbers]) == 0
    return page.read_text("utf-8")


@pytest.mark.usefixtures("small")
def test_the_page_has_a_part_for_each_number_of_players(tmp_path: Path) -> None:
    page = make(tmp_path / "ladder.md", 2, 3)
    assert "python scripts/ladder.py --games 4" in page
    assert page.index("\n## 2 players\n") < page.index("\n## 3 players\n")
    assert "| greedy – builder |" in page
    assert "| greedy among 2 × builder |" in page
    shown = {path.name for path in (tmp_path / "ladder").iterdir()}
    assert shown == {f"{what}_{n}p.png" for what in ("ladder", "points") for n in (2, 3)} | {
        "thinking_2p.png"
    }
    assert all(f"(ladder/{name})" in page for name in shown)


@pytest.mark.usefixtures("small")
def test_one_part_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    whole = make(path, 2, 3)
    path.write_text(whole.replace("## 2 players\n", "## 2 players\n\nkept\n"), "utf-8")
    again = make(path, 3)
    assert again.replace("\n\nkept", "") == whole
    assert "kept" in again
    path.write_text(whole.replace("## 3 players\n", "## 3 players\n\nlost\n"), "utf-8")
    assert make(path, 3) == whole


@pytest.mark.usefixtures("small")
def test_the_part_at_equal_time_is_made_anew_without_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "ladder.md"
    whole = make(path, 2, 3)
    shutil.rmtree(tmp_path / "games" / "3p")  # its untimed games are not needed
    head, title, timed = whole.rpartition("### At equal thinking time")
    assert "| 1 ms |" in timed
    old = head + title + timed.replace("| 1 ms |", "| old |")
    path.write_text(old, "utf-8")
    again = make(path, 3, thinking=True)
    assert "| 1 ms |" in again.rpartition(title)[2]
    assert again.rpartition(title)[0] == head
    assert [path.name for path in (tmp_path / "games" / "3p").iterdir()] == ["thinking"]


@pytest.mark.usefixtures("small")
def test_where_nothing_is_told_there_is_nothing_to_add_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "ladder.md"
    assert ladder.main(["--thinking", "--players", "2", "--page", str(page)]) == 2
    assert "it has no part for 2 players yet; leave out --thinking" in capsys.readouterr().err
    assert not page.exists()
