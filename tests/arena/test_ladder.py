"""The official ladder, played by small agents."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("choix")
pytest.importorskip("matplotlib")

from sf_agents.arena.lineup import Lineup, Thinkers
from sf_agents.commands import ladder
from sf_agents.network import family
from sf_agents.network.family import Family, Trained
from sf_env.core.rules import Rules
from tests.games.san_francisco.agents.nets import random_net

pytestmark = pytest.mark.long

SMALL = Lineup(
    quick=("random", "builder"),
    meetings=dict.fromkeys((2, 3), (("greedy", "builder"),)),
    thinkers=Thinkers("mcts", "netmcts", "planner", {2: (0.001, 0.002), 3: (0.001,)}, {2: 4, 3: 4}),
)


def fresh(_: Family, players: int) -> Trained:
    return Trained({"players": players}, random_net(players))


def small_lineup(rules: Rules) -> Lineup:
    return SMALL if rules.id == "san_francisco" else Lineup(("random", "greedy"))


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder, "lineup_of", small_lineup)
        patch.setattr(family, "_packaged", fresh)
        patch.setattr(ladder, "games", lambda: ["san_francisco", "ticket_to_ride"])
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page for 2 and 3 players and the games behind it."""
    folder = tmp_path_factory.mktemp("ladder")
    make(folder, 2, 3)
    return folder


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """Return that page in a folder of the test's own."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path / "ladder" / "san_francisco.md"


def make(folder: Path, *players: int, thinking: bool = False, game: str = "san_francisco") -> str:
    options = ["--games", "4", "--workers", "1", "--work", str(folder / "games")]
    options += ["--game", game] if game else []
    options += ["--thinking"] if thinking else []
    options += ["--players", *map(str, players)]
    assert ladder.main([*options, "--pages", str(folder)]) == 0
    return (folder / "ladder" / "san_francisco.md").read_text("utf-8")


def test_the_page_has_a_part_for_each_number_of_players(path: Path) -> None:
    page = path.read_text("utf-8")
    assert "python scripts/ladder.py --game san_francisco --games 4" in page
    assert page.index("\n## 2 players\n") < page.index("\n## 3 players\n")
    assert "| greedy – builder |" in page
    assert "| greedy among 2 × builder |" in page
    shown = {path.name for path in (path.parent / "san_francisco").iterdir()}
    assert shown == {f"{what}_{n}p.png" for what in ("ladder", "points") for n in (2, 3)} | {
        "thinking_2p.png"
    }
    assert all(f"(san_francisco/{name})" in page for name in shown)


def test_one_part_is_made_anew(path: Path) -> None:
    whole = path.read_text("utf-8")
    path.write_text(whole.replace("## 2 players\n", "## 2 players\n\nkept\n"), "utf-8")
    again = make(path.parents[1], 3)
    assert again.replace("\n\nkept", "") == whole
    assert "kept" in again
    path.write_text(whole.replace("## 3 players\n", "## 3 players\n\nlost\n"), "utf-8")
    assert make(path.parents[1], 3) == whole


def test_the_part_at_equal_time_is_made_anew_without_the_rest(path: Path) -> None:
    whole = path.read_text("utf-8")
    games = path.parents[1] / "games" / "san_francisco" / "3p"
    shutil.rmtree(games)  # its untimed games are not needed
    head, title, timed = whole.rpartition("### At equal thinking time")
    assert "| 1 ms |" in timed
    old = head + title + timed.replace("| 1 ms |", "| old |")
    path.write_text(old, "utf-8")
    again = make(path.parents[1], 3, thinking=True)
    assert "| 1 ms |" in again.rpartition(title)[2]
    assert again.rpartition(title)[0] == head
    assert [folder.name for folder in games.iterdir()] == ["thinking"]


def test_where_nothing_is_told_there_is_nothing_to_add_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--game", "san_francisco", "--players", "2", "--pages", str(tmp_path)]
    assert ladder.main(["--thinking", *options]) == 2
    assert "it has no part for 2 players yet; leave out --thinking" in capsys.readouterr().err
    assert not (tmp_path / "ladder").exists()


def test_one_command_makes_the_pages_of_all_games(path: Path) -> None:
    folder = path.parents[1]
    whole = make(folder, 2, game="")
    assert whole == path.read_text("utf-8")
    other = (folder / "ladder" / "ticket_to_ride.md").read_text("utf-8")
    assert "| greedy – random |" in other
    assert "### Tickets" in other
    assert "thinking time" not in other.partition("## 2 players")[2]
    rows = [line for line in (folder / "README.md").read_text("utf-8").splitlines() if "](" in line]
    assert [row.split(" | ")[:3] for row in rows[:3]] == [
        ["| [San Francisco](ladder/san_francisco.md)", "2", "greedy"],
        ["| [San Francisco](ladder/san_francisco.md)", "3", "greedy"],
        ["| [Ticket to Ride: San Francisco](ladder/ticket_to_ride.md)", "2", "greedy"],
    ]
    assert make(folder, 2, thinking=True, game="") == whole
