"""Whatever is in a file of records: games that can be replayed, or RecordError says why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from sf_env import Game, RecordError, record
from tests.fuzzing import JSON, ODD, damaged, fuzz


def finished() -> dict[str, Any]:
    game = Game(2, seed=3)
    rng = np.random.default_rng(3)
    while not game.is_over:
        game.step(int(rng.choice(game.legal_actions())))
    return game.record(agents=["random", "random"])


RECORD = finished()
LINE = record.line_of(RECORD)
KEYS = some.sampled_from([*RECORD, "order", "scores"]) | some.text()


def check_line(content: bytes, folder: Path) -> None:
    path = folder / "games.jsonl"
    path.write_bytes(content)
    for tolerant in (False, True):
        try:
            found = list(record.load(path, tolerate_last=tolerant))
        except RecordError as error:
            assert "games.jsonl, line" in str(error)
            continue
        for one in found:
            check_record(one)


def check_record(one: Any) -> None:
    """Replay a record in both ways, which have to agree, and write it."""
    try:
        games = list(record.replay(one))
    except RecordError as error:
        games = []
        assert len(str(error)) < 1000
    try:
        decisions = record.arrays([one])
    except RecordError as error:
        assert not games or "is not finished" in str(error)
    else:
        assert len(games) == len(decisions["action"]) + 1
    try:
        assert json.loads(record.line_of(one)) == one or not games
    except RecordError:
        assert not games


@fuzz
@given(content=damaged(LINE))
def test_a_damaged_line(tmp_path: Path, content: bytes) -> None:
    check_line(content, tmp_path)


@fuzz
@given(content=some.binary() | some.lists(JSON).map(lambda all_: json.dumps(all_).encode()))
def test_any_file(tmp_path: Path, content: bytes) -> None:
    check_line(content, tmp_path)


@fuzz
@given(changes=some.dictionaries(KEYS, JSON, max_size=3), left_out=some.sets(KEYS, max_size=2))
def test_changed_keys(tmp_path: Path, changes: dict[str, Any], left_out: set[str]) -> None:
    changed = {key: value for key, value in (RECORD | changes).items() if key not in left_out}
    check_line(json.dumps(changed).encode() + b"\n", tmp_path)


@fuzz
@given(
    actions=some.lists(some.integers(-1, 44) | JSON), at=some.integers(0, len(RECORD["actions"]))
)
def test_changed_actions(actions: list[Any], at: int) -> None:
    check_record(RECORD | {"actions": [*RECORD["actions"][:at], *actions]})


@fuzz
@given(order=some.lists(ODD) | some.permutations(range(85)), players=some.integers(2, 4))
def test_any_order_of_the_deck(order: list[Any], players: int) -> None:
    dealt = {"format": 1, "players": players, "deck": "standard", "order": order, "actions": []}
    check_record(dealt)


@fuzz
@given(one=ODD, more=some.dictionaries(some.text(), ODD, max_size=3))
def test_what_is_no_record_is_not_written(tmp_path: Path, one: Any, more: dict[str, Any]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(LINE)
    for wrong in (one, RECORD | more):
        try:
            record.save(path, wrong)
        except RecordError:
            assert path.read_bytes() == LINE
        else:
            assert next(record.load(path)) == RECORD
            path.write_bytes(LINE)
