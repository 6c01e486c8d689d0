"""The commands, and what they leave for people."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sf_env
from sf_agents.arena import ArenaError, evaluation, is_reserved, pictures, play
from sf_agents.arena.report import ladder_page, write_report
from sf_agents.arena.tables import counted
from sf_agents.commands import evaluate, tournament
from sf_agents.commands.common import guarded
from sf_env.opponents import names


def summary_in(folder: Path) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    return json.loads((folder / "summary.json").read_text("utf-8"), parse_constant=refuse)


@pytest.mark.parametrize(
    ("agents", "players", "games"),
    [
        (["greedy", "builder", "random"], 2, 20),
        (["greedy", "random"], 3, 6),
        (["random"], 4, 2),
        (["tests.arena.bots:Raises:once_in=1", "random"], 2, 2),
        (["greedy", "random"], 2, 1),
    ],
)
def test_a_tournament_leaves_a_report(
    agents: list[str], players: int, games: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = ["--players", str(players), "--games", str(games), "--workers", "1"]
    assert tournament.main([*agents, *numbers, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "Ladder" in told
    summary = summary_in(tmp_path)
    assert [one["name"] for one in summary["agents"]] == agents
    assert summary["deck_hash"] == sf_env.Deck.load().hash
    assert {"versions", "machine", "command", "seed", "seeds", "date"} <= summary.keys()
    page = (tmp_path / "ladder.md").read_text("utf-8")
    assert all(name in page for name in (*agents, "ladder.png", "matrix.png", "points.png"))
    assert all("nan" not in line.split() for line in page.lower().splitlines())
    for name in ("ladder", "matrix", "points"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) == summary["games"]


class LongName:
    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return (
            f"mcts:simulations=2000,exploration=1.25,depth=12,playout=greedy,number={self.number}"
        )

    def act(self, states: Any, legal: Any) -> Any:
        return legal.argmax(axis=1)


def test_long_names_fit(tmp_path: Path) -> None:
    result = play([*(LongName(number) for number in range(6)), "random"], 2)
    for draw in (pictures.ladder, pictures.matrix, pictures.points):
        figure = draw(result.summary)
        figure.savefig(tmp_path / "picture.png")
        width, height = figure.get_size_inches() * figure.dpi
        for axes in figure.axes:
            for text in axes.get_yticklabels():
                assert max(map(len, text.get_text().splitlines())) <= 32
                box = text.get_window_extent()
                assert box.x0 >= 0
                assert box.y0 >= 0
                assert box.x1 <= width
                assert box.y1 <= height


@pytest.mark.parametrize(("groups", "told"), [(None, True), ([(2, 0), (1, 0)], False)])
def test_shares_stand_beside_ratings_where_all_have_met_the_same(groups: Any, told: bool) -> None:
    summary = play(["random", "builder", "greedy"], 4, groups=groups).summary
    (axes,) = pictures.ladder(summary).axes
    texts = [text.get_text() for text in axes.texts]
    assert len(texts) == 3
    assert all((" wins" in text) == told for text in texts)


def test_points_below_zero_have_their_number_too() -> None:
    summary = play(["greedy", "random"], 2).summary
    *names, _ = summary["agents"][0]["points"]
    summary["agents"][0]["points"][names[0]] = -4.25
    (axes,) = pictures.points(summary).axes
    assert "-4.2" in [text.get_text() for text in axes.texts]


def test_what_a_game_counts_is_shown_unless_it_is_zero_for_all() -> None:
    summary = play(["greedy", "random"], 20, game="ticket_to_ride").summary
    lengths, tickets, ends = counted(summary)
    assert lengths.head[:3] == ("agent", "1 space", "2 spaces")
    assert "6 spaces" not in lengths.head  # the map has none
    assert tickets.head == ("agent", "kept", "completed", "points won", "points lost")
    first, second = (float(row[-1].removesuffix(" %")) for row in ends.rows)
    assert first == pytest.approx(100 * summary["agents"][0]["tallies"]["ended"])
    assert first + second == pytest.approx(100)
    assert "completed" not in summary["agents"][0]["points"]


def test_pages_escape_what_markdown_reads() -> None:
    summary = play(["greedy", "random"], 2).summary
    summary["agents"][0]["name"] = "a|b"
    assert "a\\|b" in ladder_page(summary)


def test_the_list_tells_every_agent(capsys: pytest.CaptureFixture[str]) -> None:
    assert tournament.main(["--list"]) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in names())


ERRORS: list[tuple[Any, list[str], str]] = [
    (tournament, ["nobody", "greedy"], "no agent is called 'nobody'"),
    (tournament, ["greedy:x=1"], "no parameter 'x=1'"),
    (tournament, ["greedy", "greedy"], "named twice"),
    (tournament, ["greedy", "--games", "0"], "games=0 is not allowed"),
    (tournament, ["greedy", "--games", "few"], "invalid int value: 'few'"),
    (tournament, ["greedy", "--players", "5"], "players=5 is not allowed"),
    (tournament, ["greedy", "--workers", "0"], "workers=0 is not allowed"),
    (tournament, ["greedy", "--deck", "nowhere.csv"], "nowhere.csv"),
    (tournament, ["greedy", "--resume"], "--out DIR"),
    (tournament, [], "name at least one agent"),
    (tournament, ["greedy", "--what"], "--what"),
    (tournament, ["greedy", "random", "--groups", "mixed", "--players", "3"], "need 3 agents"),
    (evaluate, ["nobody"], "no agent is called 'nobody'"),
    (evaluate, ["random", "--deals", "1001"], "deals=1001 is not allowed"),
    (evaluate, ["random", "--resume"], "--keep DIR"),
    (evaluate, [], "AGENT"),
]


@pytest.mark.parametrize(("command", "arguments", "words"), ERRORS)
def test_errors_are_one_line(
    command: Any, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = command.main(arguments)
    except SystemExit as stop:  # as argparse leaves
        code = stop.code
    told = capsys.readouterr()
    assert code == 2
    assert words in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


@pytest.mark.parametrize("amount", [1, 1_000_000])
def test_a_reader_who_leaves_is_no_error(amount: int) -> None:
    work = f"guarded('sf-test', lambda: print('x' * {amount}) or 0)"
    code = f"import sys; from sf_agents.commands.common import guarded; sys.exit({work})"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_other_broken_pipes_are_errors() -> None:
    def fail() -> int:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        guarded("sf-test", fail)


@pytest.mark.parametrize("missing", ["rich", "matplotlib"])
def test_missing_extras_are_named(
    missing: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    usual = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else usual(name)
    )
    arguments = ["greedy", "random", "--games", "2", "--workers", "1", "--out", str(tmp_path)]
    assert tournament.main(arguments) == 2
    assert f"needs {missing}, which is not installed: pip install 'sf-env[arena]'" in (
        capsys.readouterr().err
    )
    assert not list(tmp_path.iterdir())


def test_without_ray(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    usual = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "ray" else usual(name)
    )
    assert tournament.main(["greedy", "random", "--games", "2", "--ray", "auto"]) == 2
    assert "pip install 'sf-env[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["san_francisco", "ticket_to_ride"])
def test_evaluation(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(evaluation, "YARDSTICKS", ("random", "greedy"))
    rules = sf_env.rules(game)
    results = tmp_path / "results.jsonl"
    for players in (2, 3):
        arguments = ["builder", "--players", str(players), "--deals", "20", "--workers", "1"]
        arguments += ["--game", game]
        folder = tmp_path / str(players)
        keep = ["--out", str(results), "--keep", str(folder), "--quiet"]
        assert evaluate.main([*arguments, *keep]) == 0
        line = json.loads(capsys.readouterr().out)
        assert line["protocol"] == f"{game}-{players}p-v0 (not the official conditions)"
        assert not line["official"]
        assert list(line["against"]) == ["random", "greedy"]
        assert line["games"] == 2 * 20 * players
        assert line["against"]["random"]["win_share"] > 0.7
        assert line["against"]["greedy"]["interval"][1] < 0.3
        assert line[f"{rules.setup_word}_hash"] == rules.load_setup(rules.usual_setup).hash
        assert list(line["points"]) == list(rules.listed_parts)
        assert 0 < line["tallies"]["ended"] < 1
        records = list(sf_env.record.load(folder / "games.jsonl"))
        assert all(is_reserved(record["seed"]) for record in records)
        assert all(record["agents"].count("builder") == 1 for record in records)
        assert evaluate.main([*arguments, *keep, "--resume"]) == 0
        again = json.loads(capsys.readouterr().out)
        assert again["against"] == line["against"]
    assert len(results.read_text().splitlines()) == 4


def test_a_file_that_cannot_be_written_is_told_before_the_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert evaluate.main(["random", "--out", str(tmp_path / "none" / "results.jsonl")]) == 2
    told = capsys.readouterr()
    assert "results.jsonl: No such file or directory" in told.err
    assert len(told.err.splitlines()) == 1


def test_a_person_plays_alone_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ArenaError, match="workers=1"):
        play(["human", "random"], 2, workers=2)
    monkeypatch.setattr("sys.stdin", io.StringIO("0\n"))
    assert tournament.main(["human", "random", "--games", "1"]) == 0
    told = capsys.readouterr()
    assert "your action? " in told.out
    assert "NoAnswer" in told.out  # the input has ended


def test_the_official_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "YARDSTICKS", ("random", "builder"))
    line = evaluation.evaluate("builder")
    assert (line["protocol"], line["official"], line["games"]) == (
        "san_francisco-2p-v0",
        True,
        2000,
    )
    assert list(line["against"]) == ["random"]
    assert not evaluation.evaluate("builder", deals=999)["official"]


def test_reports_of_results_in_memory(tmp_path: Path) -> None:
    result = play(["greedy", "random"], 2)
    write_report(result, tmp_path / "new")
    assert summary_in(tmp_path / "new")["games"] == 2
