"""What the options of ``sf-play`` say: who sits where, in which file, in a browser or not."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

pytest.importorskip("rich")

import sf_env
from sf_agents.commands import play, seating
from sf_agents.web.serve import Options


def test_games_without_a_name_of_their_own_are_kept_by_the_time(tmp_path: Path) -> None:
    options = argparse.Namespace(record=None, folder=str(tmp_path / "games"))
    first = seating.path_of_record(options)
    first.parent.mkdir()
    first.touch()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}\.jsonl", first.name)
    assert seating.path_of_record(options) != first


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
    assert seating.seats_of(sf_env.Game(3, seed=1), opponents, seat) == seats


def test_a_random_seat_depends_on_the_seed() -> None:
    games = [sf_env.Game(4, seed=seed) for seed in range(40)]
    seats = [seating.seats_of(game, ["greedy"], "random").index("human") for game in games]
    assert seats == [seating.seats_of(game, ["greedy"], "random").index("human") for game in games]
    assert set(seats) == {0, 1, 2, 3}


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Options]:
    """Return the options with which the browser's server would have been started."""
    given: list[Options] = []
    monkeypatch.setattr("sf_agents.web.serve.serve", lambda options: given.append(options) or 0)
    monkeypatch.setattr("sf_env.core.extras.installed", lambda library: library == "starlette")
    return given


def test_the_browser_shows_the_games_of_a_folder(served: list[Options]) -> None:
    assert play.main(["--web", "--port", "8123", "--folder", "games", "--delay", "0.7"]) == 0
    (options,) = served
    assert options.delay == 0.7
    assert (options.host, options.port) == ("127.0.0.1", 8123)
    assert options.folder == Path("games")
    assert (options.name, options.seats) == ("", ())


def test_the_browser_opens_at_the_game_that_was_begun_or_gone_on_with(
    served: list[Options], tmp_path: Path
) -> None:
    path = tmp_path / "one.jsonl"
    begun = ["greedy", "--players", "3", "--record", str(path), "--seat", "1"]
    assert play.main(["--web", *begun]) == 0
    assert not path.exists()  # the server begins it, once it knows that it is alone
    path.touch()
    assert play.main(["--web", "--resume", str(path)]) == 0
    for options in served:
        assert (options.folder, options.name) == (tmp_path, "one")
    assert served[0].agents == ["greedy"]
    assert [options.seats for options in served] == [["greedy", "human", "greedy"], ()]
