"""What is shown from a seat holds nothing that the player on it does not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sf_env
from sf_agents.commands import watch
from sf_env.core.errors import RecordError
from sf_env.core.game import Game
from sf_env.render import film
from sf_env.render.replay import Replay, show
from sf_env.render.story import after, beginning, story
from tests.games.san_francisco.render.games import played
from tests.render.hiding import HIDING, dealt
from tests.toy import DRAW
from tests.toy_look import DRAWN


def page(record: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """Return the only game of a page."""
    games: list[dict[str, Any]] = Replay(seat=seat).add(record).data()["games"]
    return games[0]


def test_hands_of_others_change_nothing_on_a_page_or_in_a_film() -> None:
    records = [dealt(hands) for hands in ((1, 0), (1, 3))]
    one, other = (Replay(seat=0).add(record).html() for record in records)
    assert one == other
    first, second = (list(story(record, seat=0)) for record in records)
    for a, b in zip(first, second, strict=True):
        assert a.text == b.text
        assert film.picture(a, 400).tobytes() == film.picture(b, 400).tobytes()
    for seat in (None, 1):
        one, other = (Replay(seat=seat).add(record).html() for record in records)
        assert one != other


def test_points_count_what_is_known_until_the_end() -> None:
    finished = dealt((1, 3), (1, 1, 1, 1, 0))
    *during, last = story(finished, seat=0)
    assert [moment.level[1][-1] for moment in during] == [0, 0, 2, 2, 4]
    assert last.level[1][-1] == 4 + 3
    assert [moment.over for moment in (*during, last)] == [False] * 5 + [True]


def test_a_player_sees_neither_the_seed_nor_what_others_think_and_choose_from() -> None:
    seeded = DRAWN.new_game(players=2, seed=7).record()
    assert "seed 7" in page(seeded, None)["facts"]
    assert "seed" not in page(seeded, 0)["facts"]
    whole, part = page(dealt((1, 3)), None), page(dealt((1, 3)), 0)
    assert [thought is None for thought in part["thoughts"]] == [False, True, False, True]
    assert None not in whole["thoughts"]
    assert [bool(frame["legal"]) for frame in part["frames"]] == [True, False, True, False, True]
    assert all(frame["legal"] and frame["offers"] for frame in whole["frames"])
    assert part["result"] == "Not finished"


def test_where_nothing_is_secret_all_choices_are_shown() -> None:
    record = played(2)
    whole, part = page(record, None), page(record, 1)
    assert part["frames"] == whole["frames"]
    assert "seed" not in part["facts"]


def test_a_hidden_choice_is_shown_to_those_who_made_it() -> None:
    record = dealt((1, 3), (0, DRAW, 1), HIDING)
    for seat, shown, words in (
        (None, DRAW, "DRAW"),
        (1, DRAW, "DRAW"),
        (0, None, "something"),
    ):
        seen = page(record, seat)
        assert seen["actions"] == [0, shown, 1]
        assert seen["frames"][2]["text"] == f"player 1 chooses {words}"


def test_a_seat_that_a_game_does_not_have_is_an_error() -> None:
    with pytest.raises(RecordError, match=r"^game 3: seat 2 is not allowed; allowed: 0 to 1$"):
        Replay(seat=2).add(dealt((1, 3)), "game 3")


def test_sf_watch_shows_what_a_seat_saw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "games.jsonl", tmp_path / "page.html"
    record = dealt((1, 3))
    sf_env.record.save(path, record)
    words = [str(path), "--out", str(out), "--game", "tests.toy_look:DRAWN"]
    assert watch.main([*words, "--seat", "0"]) == 0
    assert out.read_text("utf-8") == Replay(seat=0).add(record).html()
    assert show(record, seat=0).html() == Replay(seat=0).add(record).html()
    picture = tmp_path / "end.png"
    assert watch.main([str(path), "--out", str(picture), "--seat", "0"]) == 0
    shown = picture.read_bytes()
    assert watch.main([str(path), "--out", str(picture), "--force"]) == 0
    assert picture.read_bytes() != shown
    capsys.readouterr()
    assert watch.main([str(path), "--out", str(tmp_path / "a.jsonl"), "--seat", "0"]) == 2
    assert "--seat is for files that end with" in capsys.readouterr().err


def test_a_moment_of_a_game_in_progress_is_seen_from_its_seat() -> None:
    game: Game = DRAWN.new_game(players=2, order=[1, 3])
    moment = beginning(game, ["Ann", "Bob"], seat=1)
    assert moment.level == ((0, 0, 0, 0), (0, 3, 0, 3))
    game.step(0)
    assert after(moment, 0, game).level == ((1, 0, 0, 1), (0, 3, 0, 3))
