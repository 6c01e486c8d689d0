"""``sf-play``: who sits where, where games are kept, and what cannot be done is told in a line."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import pytest

import sf_env
from sf_agents.commands import play
from sf_agents.playing.sitting import Sitting
from sf_agents.web.serve import Options


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "no agent is called 'nobody'"),
        (["greedy", "greedy", "--players", "4"], "2 opponents for 4 players"),
        (["greedy", "--players", "5"], "players=5 is not allowed"),
        (["greedy", "--seat", "2"], "seat=2 is not allowed"),
        (["greedy", "--seat", "first"], "seat='first' is not allowed"),
        (["greedy", "--hint", "greedy"], "'greedy' does not tell what it thinks"),
        (["greedy", "--deck", "nowhere.csv"], "nowhere.csv"),
        (["greedy", "--seed", "-1"], "seed"),
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


def test_a_saved_game_has_its_own_players_and_seed(command: Any, file: Path) -> None:
    command("", "greedy", "--seed", "3")
    code, text = command("", "--resume", str(file), "--seed", "4", "--seat", "1")
    assert code == 2
    assert "leave out --seed, --seat" in text


def test_games_without_a_name_of_their_own_are_kept_by_the_time(tmp_path: Path) -> None:
    options = argparse.Namespace(record=None, folder=str(tmp_path / "games"))
    first = play.path_of_record(options)
    first.parent.mkdir()
    first.touch()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.jsonl", first.name)
    assert play.path_of_record(options) != first


@pytest.mark.parametrize(
    ("opponents", "seat", "seats"),
    [
        (["greedy"], "1", ["greedy", "human", "greedy"]),
        (["greedy", "random"], "1", ["random", "human", "greedy"]),
        (["greedy", "human"], "0", ["human", "greedy", "human"]),
    ],
)
def test_opponents_sit_in_turn_order_after_the_person(
    opponents: list[str], seat: str, seats: list[str]
) -> None:
    assert play.seats_of(sf_env.Game(3, seed=1), opponents, seat) == seats


def test_a_random_seat_depends_on_the_seed() -> None:
    games = [sf_env.Game(4, seed=seed) for seed in range(40)]
    seats = [play.seats_of(game, ["greedy"], "random").index("human") for game in games]
    assert seats == [play.seats_of(game, ["greedy"], "random").index("human") for game in games]
    assert set(seats) == {0, 1, 2, 3}


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Options]:
    """Return the options with which the browser's server would have been started."""
    given: list[Options] = []
    monkeypatch.setattr("sf_agents.web.serve.serve", lambda options: given.append(options) or 0)
    monkeypatch.setattr("sf_env.extras.installed", lambda library: library == "starlette")
    return given


def test_the_browser_shows_the_games_of_a_folder(served: list[Options]) -> None:
    assert play.main(["--web", "--port", "8123", "--folder", "games"]) == 0
    (options,) = served
    assert (options.host, options.port, options.folder) == ("127.0.0.1", 8123, "games")
    assert options.game == ""


def test_the_browser_opens_at_the_game_that_was_begun_or_gone_on_with(
    served: list[Options], tmp_path: Path
) -> None:
    path = tmp_path / "one.jsonl"
    begun = ["greedy", "--players", "3", "--record", str(path), "--seat", "1"]
    assert play.main(["--web", *begun]) == 0
    assert Sitting.load(path).seats == ["greedy", "human", "greedy"]
    assert play.main(["--web", "--resume", str(path)]) == 0
    for options in served:
        assert (options.folder, options.game) == (tmp_path, "one")
    assert served[0].agents == ["greedy"]


@pytest.mark.parametrize(("arguments", "extra"), [([], "play"), (["--web"], "web")])
def test_a_missing_library_is_named_with_its_extra(
    arguments: list[str], extra: str, command: Any, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr("sf_env.extras.installed", lambda library: False)
    code, text = command("", *arguments)
    assert code == 2
    assert f"pip install 'sf-env[{extra}]'" in text
    assert not file.exists()
