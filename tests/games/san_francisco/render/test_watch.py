"""``sf-watch``: pages, films, pictures and analysed records; errors in one line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import pytest
from PIL import Image

import sf_env
from sf_agents.commands import watch
from sf_agents.commands.progress import bar
from sf_agents.playing.analysis import analyse_record
from sf_env.render.story import story
from sf_env.render.thoughts import thoughts
from tests.games.san_francisco.render.games import played
from tests.toy import MATCHES


def cut(actions: int, **extra: Any) -> dict[str, Any]:
    """Return the beginning of a game."""
    record = played(2, **extra)
    return {key: value for key, value in record.items() if key != "scores"} | {
        "actions": record["actions"][:actions]
    }


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    for record in (cut(12, agents=["Ann", "Bob"]), cut(5), cut(3)):
        sf_env.record.save(path, record)
    return path


def test_a_page_holds_all_games_or_those_asked_for(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    assert watch.main([str(games), str(games), "--out", str(page)]) == 0
    assert capsys.readouterr().out.startswith(f"{page}: 6 games, ")
    assert page.read_text("utf-8").count('"frames":') == 6
    assert watch.main([str(games), "--only", "2-3", "--out", str(page), "--force"]) == 0
    assert page.read_text("utf-8").count('"frames":') == 2


@pytest.mark.parametrize("words", [["--only", "2-3"], ["--game", "2-3"], ["--game=2-3"]])
def test_numbers_choose_records_whatever_the_option_is_called(
    words: list[str], games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    assert watch.main([str(games), *words, "--out", str(page)]) == 0
    assert capsys.readouterr().out.startswith(f"{page}: 2 games, ")


def test_a_game_without_pictures_is_not_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "matches.jsonl"
    sf_env.record.save(path, MATCHES.new_game(players=2, seed=1).record())
    for words, reason in (
        ([], "Matches has no pictures"),
        (["--game", "san_francisco"], "it is a game of Matches: --game matches"),
    ):
        assert watch.main([str(path), *words, "--out", str(tmp_path / "game.html")]) == 2
        assert reason in capsys.readouterr().err


def test_a_film_has_a_picture_for_each_position(games: Path, tmp_path: Path) -> None:
    film = tmp_path / "game.gif"
    options = ["--only", "1", "--out", str(film), "--size", "300", "--fps", "4"]
    assert watch.main([str(games), *options]) == 0
    with Image.open(film) as gif:
        assert max(gif.size) == 300
        assert gif.n_frames == 13  # type: ignore[attr-defined]
        assert gif.info["duration"] == 250
        gif.seek(12)
        assert gif.info["duration"] == 3000


def test_a_film_may_show_turns_and_some_of_them_only(games: Path, tmp_path: Path) -> None:
    film = tmp_path / "game.gif"
    common = [str(games), "--only", "1", "--out", str(film), "--size", "200", "--force"]
    moments = list(story(cut(12)))
    inside = [moment for moment in moments if 1 <= moment.turn <= 3]
    assert watch.main([*common, "--from-turn", "1", "--to-turn", "3"]) == 0
    with Image.open(film) as gif:
        assert gif.n_frames == len(inside)  # type: ignore[attr-defined]
    assert watch.main([*common, "--turns"]) == 0
    with Image.open(film) as gif:
        assert moments[-1].turn <= gif.n_frames <= moments[-1].turn + 2  # type: ignore[attr-defined]


def test_a_film_can_be_an_mp4(games: Path, tmp_path: Path) -> None:
    film = tmp_path / "game.mp4"
    options = ["--only", "3", "--out", str(film), "--size", "301", "--fps", "2"]
    assert watch.main([str(games), *options]) == 0
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(film))
    assert seconds == pytest.approx(4 / 2 + 2.5, abs=0.3)
    assert frames == pytest.approx(10 * seconds, abs=2)


def test_a_picture_shows_the_last_position_or_another(games: Path, tmp_path: Path) -> None:
    last, first = tmp_path / "last.png", tmp_path / "first.png"
    common = [str(games), "--only", "1", "--size", "400"]
    assert watch.main([*common, "--out", str(last)]) == 0
    assert watch.main([*common, "--out", str(first), "--at", "0"]) == 0
    with Image.open(last) as one, Image.open(first) as other:
        assert max(one.size) == 400
        assert one.tobytes() != other.tobytes()


def test_records_get_what_an_agent_thinks(games: Path, tmp_path: Path) -> None:
    analysed = tmp_path / "analysed.jsonl"
    options = ["--analyse", "mcts:simulations=4", "--out", str(analysed)]
    assert watch.main([str(games), *options]) == 0
    for record in sf_env.record.load(analysed):
        found, damaged = thoughts(record, 44)
        assert damaged == 0
        for game, thought in zip(sf_env.record.replay(record), found, strict=False):
            legal = game.legal_actions()
            assert (thought is None) == (len(legal) < 2)
            if thought is not None:
                assert sorted(choice[0] for choice in thought.choices) == legal
                assert sum(choice[1] for choice in thought.choices) == pytest.approx(1, abs=1e-2)


def test_an_analysis_does_not_see_the_order_of_the_deck() -> None:
    record = cut(4)
    order = [int(card) for card in sf_env.Game(2, record["seed"]).state["deck"][:87]]
    drawn, rest = order[:3], order[3:]
    changed = {key: value for key, value in record.items() if key != "seed"}
    agent = "mcts:simulations=4"
    one = analyse_record(changed | {"order": drawn + rest}, agent)
    other = analyse_record(changed | {"order": drawn + rest[::-1]}, agent)
    assert one["analysis"][:3] == other["analysis"][:3]


@pytest.mark.parametrize("name", ["game.HTML", "game.PNG", "game.Gif", "game.MP4"])
def test_an_ending_may_be_in_capital_letters(name: str, games: Path, tmp_path: Path) -> None:
    path = tmp_path / name
    assert watch.main([str(games), "--only", "1", "--out", str(path)]) == 0
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--out", "game.mp3"], "it should end with one of .html, .gif, .mp4, .png, .jsonl"),
        (["--out", "game.png"], "there are 3 games; choose one: --only N"),
        (["--out", "game.gif", "--only", "4"], "--only 4: there are games 1 to 3"),
        (["--out", "game.gif", "--only", "x"], "it should be a number"),
        (["--out", "game.png", "--only", "1", "--at", "13"], "the game has positions 0 to 12"),
        (["--out", "game.html", "--at", "-5"], "the game has positions 0 to"),
        (["--out", "game.png", "--only", "1", "--fps", "3"], "--fps is for files that end with"),
        (["--out", "game.html", "--size", "300"], "--size is for files that end with"),
        (["--out", "game.gif", "--only", "1", "--fps", "0"], "it should be from 0.1 to 60"),
        (["--out", "game.gif", "--only", "1", "--size", "9"], "it should be from 200 to 4000"),
        (["--out", "game.gif", "--only", "1", "--from-turn", "90"], "the game has turns 0 to"),
        (["--out", "games.jsonl"], "already exists; --force replaces it"),
        (["--out", "no/game.html"], "there is no folder"),
        (["--out", "game.html", "--analyse", "nobody"], "nobody"),
        (
            ["--out", "game.html", "--analyse", "random"],
            "agent 'random' gives no advice",
        ),
        (["--out", "game.html", "--deck", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    options: list[str],
    message: str,
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(games.parent)
    assert watch.main(["games.jsonl", *options]) == 2
    told = capsys.readouterr().err
    assert told.startswith("sf-watch: ")
    assert message in told
    assert told.count("\n") == 1
    assert [path.name for path in games.parent.iterdir()] == ["games.jsonl"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "games.jsonl, line 5: damaged"),
        ('{"format": 1}', "games.jsonl, line 5: 'players' is missing"),
        ('{"format":1,"players":2,"deck":"standard","seed":1,"actions":[0,0]}', "action number 1"),
        ('{"format":1,"players":2,"deck":"file:x","seed":1,"actions":[]}', "--deck FILE"),
        (
            f'{{"format":1,"players":2,"deck":"file:{"x" * 9999}","seed":1,"actions":[]}}',
            "--deck FILE",
        ),
    ],
)
def test_a_damaged_record_is_told_with_file_and_line(
    line: str, message: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with games.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    page = games.with_name("game.html")
    assert watch.main([str(games), "--out", str(page)]) == 2
    told = capsys.readouterr().err
    assert len(told) < 300 + len(str(games))
    assert f"{games.name}, line 5: " in told
    assert message in told
    assert not page.exists()


def test_files_without_records_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    for path, message in ((empty, "there are no records"), (tmp_path / "x", "No such file")):
        assert watch.main([str(path), "--out", str(tmp_path / "game.html")]) == 2
        assert message in capsys.readouterr().err


def test_a_film_that_fails_leaves_what_was_there(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = tmp_path / "game.mp4"
    film.write_text("before")

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(watch, "bar", lambda _what: _Shown(stop))
    options = ["--only", "1", "--size", "200", "--out", str(film), "--force"]
    assert watch.main([str(games), *options]) == 130
    assert film.read_text() == "before"
    assert not list(tmp_path.glob("*.part"))


class _Shown:
    def __init__(self, show: Any) -> None:
        self.show = show

    def __enter__(self) -> Any:
        return self.show

    def __exit__(self, *_error: object) -> None:
        return None


def test_a_bar_is_for_terminals_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with bar("painting") as show:
        show(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with bar("painting") as show:
        show(1, 2)
    assert "painting" in capsys.readouterr().err
