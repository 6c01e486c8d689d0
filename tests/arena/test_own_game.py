"""A game of one's own in the arena: records, resuming, measuring and commands, as for any other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.arena import ArenaError, play
from sf_agents.arena.evaluation import evaluate
from sf_agents.commands import evaluate as evaluate_command
from sf_agents.commands import ladder, tournament, tune
from sf_env.core.errors import UnknownAgent
from sf_env.opponents import load

GAME = "tests.toy:MATCHES"
FIELD = ["random", "greedy"]


def games(folder: Path) -> bytes:
    return (folder / "games.jsonl").read_bytes()


def write_games(folder: Path, records: list[dict[str, Any]]) -> None:
    (folder / "games.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))


@pytest.mark.parametrize("players", [2, 3])
def test_its_games_have_records_that_replay(players: int) -> None:
    result = play(FIELD, 12, players, game=GAME, box="generate:3")
    assert not (result.rows["forfeit"] >= 0).any()  # agents saw no hand but their own
    for record in result.records:
        assert (record["game"], record["box"]) == ("matches", "generate:3")
        *_, game = sf_env.record.replay(record)
        assert game.is_over
        assert game.scores() == record["scores"]
        assert record["places"] == sf_env.rules(GAME).places(game.states)[0].tolist()
    points = result.summary["agents"][0]["points"]
    assert list(points) == ["taken", "hand", "last", "total"]
    assert points["total"] == pytest.approx(sum(points.values()) / 2)


def test_what_it_counts_besides_points_is_in_records_and_summary() -> None:
    result = play(FIELD, 12, game=GAME)
    seating = result.plan.schedule.seating_of(result.rows["number"])
    ends = 0.0
    for record, agents in zip(result.records, seating.tolist(), strict=True):
        *_, game = sf_env.record.replay(record)
        draws, last = game.rules.tally(game.states)[0].T.tolist()
        assert record["tallies"] == {"draws": draws, "ended": last}
        ends += last[agents.index(1)]
    assert result.summary["agents"][1]["tallies"]["ended"] == pytest.approx(ends / 12)


@pytest.mark.parametrize("gone", [["draws", "ended"], ["ended"]])
def test_records_without_them_are_replayed(tmp_path: Path, gone: list[str]) -> None:
    """Earlier versions wrote none, and a later one may count more."""
    arguments: dict[str, Any] = {"games": 12, "game": GAME, "box": "generate:3", "out": tmp_path}
    whole = play(FIELD, **arguments)
    assert whole.rows["tallies"].any()
    records = whole.records
    for record in records:
        for name in gone:
            del record["tallies"][name]
        if not record["tallies"]:
            del record["tallies"]
    write_games(tmp_path, records)
    again = play(FIELD, **arguments, resume=True)
    assert np.array_equal(whole.rows, again.rows)
    records[4]["actions"][3] = 3  # nobody may pass
    write_games(tmp_path, records)
    with pytest.raises(sf_env.RecordError, match=r"games.jsonl, line 5: action number 3: "):
        play(FIELD, **arguments, resume=True)


def test_processes_play_the_same_and_resuming_completes_what_is_missing(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"games": 20, "players": 3, "game": GAME}
    whole = play(FIELD, **arguments, out=tmp_path, workers=2)
    expected = games(tmp_path)
    assert play(FIELD, **arguments).records == whole.records
    (tmp_path / "games.jsonl").write_bytes(expected[:700])
    again = play(FIELD, **arguments, out=tmp_path, resume=True)
    assert games(tmp_path) == expected
    assert np.array_equal(whole.rows, again.rows)


def test_the_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    play(FIELD, 4, out=tmp_path)
    before = games(tmp_path)
    with pytest.raises(ArenaError, match="another tournament: game was san_francisco, not matches"):
        play(FIELD, 4, out=tmp_path, resume=True, game=GAME)
    assert games(tmp_path) == before


def test_a_folder_that_names_no_game_is_of_the_first_one(tmp_path: Path) -> None:
    play(FIELD, 4, out=tmp_path)
    expected = games(tmp_path)
    plan = json.loads((tmp_path / "tournament.json").read_text())
    assert plan.pop("game") == "san_francisco"
    (tmp_path / "tournament.json").write_text(json.dumps(plan))
    first, *others = expected.replace(b'"game": "san_francisco", ', b"").splitlines(keepends=True)
    (tmp_path / "games.jsonl").write_bytes(first)
    play(FIELD, 4, out=tmp_path, resume=True)
    assert games(tmp_path).replace(b'"game": "san_francisco", ', b"") == b"".join([first, *others])


def test_a_game_whose_records_nobody_could_read_is_refused() -> None:
    unknown = replace(sf_env.rules(GAME), id="draughts", name="Draughts")
    with pytest.raises(ArenaError, match="Draughts is not registered"):
        play(["random"], 4, game=unknown)


def test_agents_of_other_games_are_refused() -> None:
    with pytest.raises(UnknownAgent, match="agent 'builder' does not play Matches"):
        play(["builder", "random"], 4, game=GAME)
    with pytest.raises(UnknownAgent, match="does not play Matches; it plays: san_francisco"):
        play([load("builder"), "random"], 4, game=GAME)


def test_the_protocol_has_its_name_and_its_yardsticks() -> None:
    line = evaluate("tests.toy:Bold", 3, game=GAME, deals=6)
    assert line["protocol"] == "matches-3p-v0 (not the official conditions)"
    assert (line["game"], line["box"]) == ("matches", "standard")
    assert list(line["against"]) == FIELD
    assert list(evaluate("greedy", game=GAME, deals=6)["against"]) == ["random"]


def test_the_commands_take_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    options = ["--game", GAME, "--workers", "1"]
    assert tournament.main([*FIELD, *options, "--games", "4", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "ladder.md").read_text("utf-8")
    assert "| agent | taken | hand | last | total |" in page
    assert "## Hands\n\n| agent | draws |\n" in page
    assert "| agent | took the last |\n| --- | ---: |\n| greedy | " in page
    assert "Box standard (hash 19581e27de7ced00)." in page
    assert "San Francisco" not in page
    assert tournament.main(["--game", GAME, "--list"]) == 0
    assert "builder" not in capsys.readouterr().out
    assert evaluate_command.main(["greedy", *options, "--deals", "4", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "matches"


def test_its_ladder_has_the_agents_that_play_it(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    options = ["--work", str(tmp_path / "games"), "--games", "4", "--workers", "1"]
    assert ladder.main(["--game", GAME, "--pages", str(tmp_path), *options]) == 0
    text = (tmp_path / "ladder" / "matches.md").read_text("utf-8")
    assert "# The ladder of Matches" in text
    assert "with 2 and 3 players" in text
    assert f"python scripts/ladder.py --game {GAME} --games 4" in text
    assert "| greedy among 2 × random |" in text
    assert "| agent | took the last |" in text
    assert "reconstruction" not in text
    assert "thinking time" not in text.partition("## 2 players")[2]


def test_a_game_without_an_evaluation_cannot_be_tuned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main(["--game", GAME, "--out", str(tmp_path / "new")]) == 2
    assert "Matches has no evaluation to tune" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
