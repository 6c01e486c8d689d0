"""The folder of a tournament: nothing lost, nothing twice, nothing of another tournament."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.arena import ArenaError, play
from sf_agents.arena.journal import Journal
from sf_agents.arena.plan import plan_tournament
from sf_env.core.errors import Error

ROOT = Path(__file__).parents[2]
FIELD = ["greedy", "builder", "random"]


def games(folder: Path) -> bytes:
    return (folder / "games.jsonl").read_bytes()


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    one = play(FIELD, 20, out=tmp_path / "one")
    two = play(FIELD, 20, out=tmp_path / "two", workers=2)
    memory = play(FIELD, 20)
    assert games(tmp_path / "one") == games(tmp_path / "two")
    assert one.records == two.records == memory.records
    assert one.records == list(sf_env.record.load(tmp_path / "one" / "games.jsonl"))
    assert np.array_equal(one.rows, memory.rows)


@pytest.mark.parametrize(
    ("game", "players"), [("san_francisco", 2), ("san_francisco", 3), ("ticket_to_ride", 2)]
)
@pytest.mark.parametrize("cut", [0, 1, 700, 20_000])
def test_resuming_completes_what_is_missing(
    tmp_path: Path, game: str, players: int, cut: int
) -> None:
    agents = [*FIELD, "tests.arena.bots:Raises:once_in=400"]
    whole = play(agents, 20, players, out=tmp_path, game=game)
    assert 0 < (whole.rows["forfeit"] >= 0).sum() < len(whole.rows)
    expected = games(tmp_path)
    lines = expected.splitlines(keepends=True)
    shuffled = b"".join(lines[at] for at in np.random.default_rng(0).permutation(len(lines)))
    (tmp_path / "games.jsonl").write_bytes(shuffled[: len(shuffled) - cut])
    again = play(agents, 20, players, out=tmp_path, resume=True, game=game)
    assert games(tmp_path) == expected
    assert np.array_equal(whole.rows, again.rows)
    assert again.win_share.tolist() == whole.win_share.tolist()
    assert all(one["decisions_per_second"] > 0 for one in again.summary["agents"])


def test_what_breaks_off_is_cut_away_before_more_is_written(tmp_path: Path) -> None:
    play(FIELD, 4, out=tmp_path)
    lines = games(tmp_path).splitlines(keepends=True)
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:40])
    plan = plan_tournament(FIELD, 4, 2, 0)
    journal = Journal(tmp_path, plan, resume=True)
    journal.close()
    assert games(tmp_path) == b"".join(lines[:3])
    assert journal.rows["number"].tolist() == [0, 1, 2]


def test_resume_where_nothing_is_begins(tmp_path: Path) -> None:
    assert len(play(FIELD, 4, out=tmp_path / "a" / "b", resume=True).records) == 12


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 1}, "seed was 0, not 1"),
        ({"games": 6}, "deals was 2, not 3; games was 12, not 18"),
        ({"agents": FIELD[::-1]}, "agents was .*greedy.*, not .*random"),
        ({"players": 3}, "players was 2, not 3"),
        ({"deck": "generate:1"}, "deck was standard, not generate:1"),
        ({"move_seconds": 9.0}, "move_seconds was None, not 9.0"),
    ],
)
def test_other_tournaments_are_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    arguments: dict[str, Any] = {"agents": FIELD, "games": 4, "out": tmp_path}
    play(**arguments)
    before = games(tmp_path)
    with pytest.raises(ArenaError, match=f"has another tournament: .*{words}"):
        play(**{**arguments, **change}, resume=True)
    with pytest.raises(ArenaError, match="resume it, or choose another folder"):
        play(**arguments)
    assert games(tmp_path) == before


def test_damage_is_told_with_its_line(tmp_path: Path) -> None:
    play(FIELD, 4, out=tmp_path)
    whole = games(tmp_path)
    lines = whole.splitlines(keepends=True)
    foreign = json.loads(lines[2])
    foreign["seed"] += 1
    nowhere = json.loads(lines[2])
    nowhere["match"]["deal"] = 99
    half = json.loads(lines[2])
    half["match"]["rotation"] = 0.5
    short = json.loads(lines[2])
    short["places"] = [1]
    other = json.loads(lines[2])
    other["agents"] = ["somebody", "else"]
    for bad, words in {
        json.dumps(half).encode() + b"\n": "damaged",
        json.dumps(short).encode() + b"\n": "damaged",
        json.dumps(other).encode() + b"\n": "not in this tournament",
        lines[2][:50] + b"\n": "damaged",
        b"\xff\n": "damaged",
        b"[]\n": "a record is a JSON object",
        lines[1]: "not in this tournament, or occurs twice",
        json.dumps(foreign).encode() + b"\n": "not in this tournament",
        json.dumps(nowhere).encode() + b"\n": "damaged",
    }.items():
        (tmp_path / "games.jsonl").write_bytes(b"".join([*lines[:2], bad, *lines[3:]]))
        with pytest.raises(ValueError, match=f"games.jsonl, line 3: .*{words}"):
            play(FIELD, 4, out=tmp_path, resume=True)
    (tmp_path / "games.jsonl").write_bytes(whole)
    (tmp_path / "tournament.json").write_text("[")
    with pytest.raises(ArenaError, match=r"tournament.json is damaged"):
        play(FIELD, 4, out=tmp_path, resume=True)
    (tmp_path / "tournament.json").unlink()
    with pytest.raises(ArenaError, match=r"has games, but no tournament.json"):
        play(FIELD, 4, out=tmp_path, resume=True)


@pytest.mark.parametrize("text", ["[]", "{}", "[", '{"decisions_and_seconds": [[1, 2]]}'])
def test_a_damaged_timing_is_told(tmp_path: Path, text: str) -> None:
    play(FIELD, 4, out=tmp_path)
    (tmp_path / "timing.json").write_text(text)
    with pytest.raises(ArenaError, match=r"timing.json is damaged"):
        play(FIELD, 4, out=tmp_path, resume=True)


def test_folders_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="file"):
        play(FIELD, 4, out=tmp_path / "file")


def test_one_process_at_a_time(tmp_path: Path) -> None:
    plan = plan_tournament(FIELD, 4, 2, 0)
    journal = Journal(tmp_path, plan)
    with pytest.raises(Error, match="in use by another process"):
        play(FIELD, 4, out=tmp_path, resume=True)
    journal.close()
    assert len(play(FIELD, 4, out=tmp_path, resume=True).records) == 12


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    play(["tests.arena.bots:Slow", "random"], 30, seed=4, out=folder)
    return games(folder)


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "scripts/tournament.py", "tests.arena.bots:Slow", "random"]
    options = ["--games", "30", "--out", str(folder), "--seed", "4", *more]
    path = os.pathsep.join([str(ROOT), str(ROOT / "agents")])
    # Jobs in the background ignore Ctrl-C, and what they start would do so, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(
        [*command, *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize(
    ("stop", "workers"),
    [
        (signal.SIGINT, "1"),
        pytest.param(signal.SIGINT, "2", marks=pytest.mark.long),
        (signal.SIGKILL, "2"),
    ],
)
def test_stopping_keeps_what_is_finished(
    tmp_path: Path, undisturbed: bytes, stop: int, workers: str
) -> None:
    process = start(tmp_path / "stopped", "--workers", workers)
    path = tmp_path / "stopped" / "games.jsonl"
    while not (path.exists() and path.stat().st_size) and process.poll() is None:
        time.sleep(0.02)
    # Ctrl-C reaches all processes of the terminal; kill only the one.
    send = os.killpg if stop == signal.SIGINT else os.kill
    send(process.pid, stop)
    _, told = process.communicate(timeout=60)
    if stop == signal.SIGINT:
        assert process.returncode == 130
        assert "--resume resumes it" in told
        assert "Traceback" not in told
    kept = list(sf_env.record.load(path, tolerate_last=True))
    assert 0 < len(kept) < 30
    process = start(tmp_path / "stopped", "--workers", workers, "--resume")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    assert games(tmp_path / "stopped") == undisturbed
