"""Records: a game as one JSON line that replays exactly."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from sf_env.core.arrays import take_states
from sf_env.core.errors import MISFITS, Error, RecordError, reason, shown
from sf_env.core.files import why_not
from sf_env.core.functions import Functions
from sf_env.core.game import Game
from sf_env.core.masks import is_legal
from sf_env.core.record_format import check_record, rules_of_record
from sf_env.core.rewards import Reward, check_reward, rewards_of
from sf_env.core.rules import Array, Rules, rules_of

Record = dict[str, Any]


def save(path: str | os.PathLike[str], record: Record) -> None:
    """Append a record to a file, as one line; nothing is written if the record is malformed."""
    line = line_of(record)
    try:
        with open(path, "ab") as file:
            file.write(_ending_of(Path(path)) + line)
    except OSError as error:
        raise RecordError(f"{path}: {why_not(error)}") from error


def line_of(record: Record) -> bytes:
    """Return a record as a line of a file; a malformed record is an error."""
    check_record(record)
    try:
        line = json.dumps(record, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise RecordError(f"record: it cannot be written as JSON: {error}") from error
    return line.encode("utf-8") + b"\n"


def load(path: str | os.PathLike[str], tolerate_last: bool = False) -> Iterator[Record]:
    """Yield the records of a file; ``tolerate_last`` drops an incomplete last line."""
    for _, record in load_numbered(path, tolerate_last):
        yield record


def load_numbered(
    path: str | os.PathLike[str], tolerate_last: bool = False
) -> Iterator[tuple[int, Record]]:
    """Yield the records of a file with their line numbers, counted from 1."""
    try:
        with open(path, "rb") as file:
            yield from _records(file, str(path), tolerate_last)
    except OSError as error:
        raise RecordError(f"{path}: {why_not(error)}") from error


def replay(record: Record, setup: Any = None, where: str = "record", **own: Any) -> Iterator[Any]:
    """Yield the game before each action and at the end, each an independent copy.

    ``setup``, or the game's own word for it, is needed if it came from a file; errors begin with
    ``where``.
    """
    game = _start(check_record(record, where), _given(record, setup, own), where)
    yield game.clone()
    for number, action in enumerate(record["actions"]):
        _step(game, action, f"{where}: action number {number}")
        yield game.clone()


def from_actions(
    players: int,
    seed: int | None,
    setup: Any = None,
    actions: Iterable[int] = (),
    game: str | Rules | None = None,
    order: Any = None,
    **own: Any,
) -> Record:
    """Return the record of a game from all its decisions, for example of a game in a ``Batch``."""
    start = {"seed": seed, "order": order}
    played = rules_of(game).new_game(players=players, setup=setup, **start, **own)
    for number, action in enumerate(actions):
        _step(played, action, f"action number {number}")
    return played.record()


def from_choices(
    players: int,
    seed: int,
    setup: Any = None,
    chosen: Iterable[int] = (),
    game: str | Rules | None = None,
    **own: Any,
) -> Record:
    """Return the record of a game played with ``skip_forced``, with the forced decisions added."""
    played = rules_of(game).new_game(players=players, seed=seed, setup=setup, **own)
    played.skip_forced()
    for number, action in enumerate(chosen):
        _step(played, action, f"choice number {number}")
        played.skip_forced()
    return played.record()


def _given(record: Record, setup: Any, own: dict[str, Any]) -> Any:
    """Return the setup that a caller has given, None if the record's own will do."""
    return rules_of_record(record).given_setup(setup, own)


def _step(game: Game, action: int, where: str) -> None:
    """Carry out an action of a record; an illegal one is an error of the record.

    So is an order that does not have the chance that follows, whatever the game makes of it.
    """
    try:
        game.step(action)
    except MISFITS as error:
        raise RecordError(f"{where}: {reason(error)}") from error


def arrays(
    records: Iterable[Record], setup: Any = None, reward: Reward = "win", **own: Any
) -> dict[str, Array]:
    """Return every decision of finished games, for imitation and offline learning.

    Keys: ``observation`` (n, size) int8, ``mask`` (n, actions) bool, ``action`` (n,), ``seat``
    (n,), ``return`` (n,) float32, the reward of the seat at the end, and ``game`` (n,), the number
    of the record. All records are of the same game and number of players.
    """
    games = [check_record(record, f"record {row}") for row, record in enumerate(records)]
    rules = rules_of_record(games[0]) if games else rules_of()
    many = Functions(rules)
    states, by_order = _deal_all(rules, games, _given(games[0], setup, own) if games else None)
    players = int(states["players"][0]) if games else rules.players[0]
    lengths = np.array([len(record["actions"]) for record in games], np.int64)
    first = np.cumsum(lengths) - lengths
    total = int(lengths.sum())
    result = {
        "observation": np.zeros((total, rules.observation_size(players)), np.int8),
        "mask": np.zeros((total, len(rules.actions)), np.bool_),
        "action": np.array([a for record in games for a in record["actions"]], np.int64),
        "seat": np.zeros(total, np.int64),
        "return": np.zeros(total, np.float32),
        "game": np.repeat(np.arange(len(games)), lengths),
    }
    actions = np.zeros(len(games), np.int64)
    for number in range(int(lengths.max(initial=0))):
        rows = np.flatnonzero(lengths > number)
        now = take_states(states, rows)
        at = first[rows] + number
        result["observation"][at] = many.observe(now)
        result["mask"][at] = many.legal_mask(now)
        result["seat"][at] = now["to_move"]
        _check_legal(rules, result["mask"][at], result["action"][at], rows, number)
        actions[rows] = result["action"][at]
        active = lengths > number
        for row in (row for row in by_order if active[row]):
            _step(by_order[row], int(actions[row]), f"record {row}: action number {number}")
            states[row], active[row] = by_order[row].state, False
        many.step_states(states, actions, active)
    returns = _returns(rules, states, reward)
    result["return"] = returns[result["game"], result["seat"]]
    return result


def _returns(rules: Rules, states: Array, reward: Reward) -> Array:
    """Return each seat's reward in each game; all have to be over."""
    unfinished = np.flatnonzero(~rules.is_over(states))
    if len(unfinished):
        raise RecordError(f"record {unfinished[0]}: the game is not finished: it has no return")
    chosen = check_reward(reward, rules.score_scale)
    return rewards_of(chosen, rules.points(states), rules.winners(states))


def _check_legal(rules: Rules, mask: Array, actions: Array, rows: Array, number: int) -> None:
    wrong = np.flatnonzero(~is_legal(mask, actions))
    if len(wrong):
        row, action = rows[wrong[0]], actions[wrong[0]]
        raise RecordError(
            f"record {row}: action number {number}: {action} ({rules.actions[action]}) is not legal"
        )


def _deal_all(rules: Rules, records: list[Record], setup: Any) -> tuple[Array, dict[int, Game]]:
    """Return the states dealt, and by row the games whose order decides their chance as well."""
    states, by_order = np.zeros(len(records), rules.state), {}
    for row, record in enumerate(records):
        if rules_of_record(record) is not rules:
            raise RecordError(
                f"record {row}: a game of {rules_of_record(record).name}, and record 0 is one of "
                f"{rules.name}; arrays need the same game in all"
            )
        if record["players"] != records[0]["players"]:
            raise RecordError(
                f"record {row}: {record['players']} players, and {records[0]['players']} in "
                f"record 0; arrays need the same number in all"
            )
        game = _start(record, setup, f"record {row}")
        states[row] = game.state
        if "order" in record and rules.chance and rules.chance.given:
            by_order[row] = game
    return states, by_order


def _start(record: Record, setup: Any, where: str = "record") -> Game:
    """Deal the game of a record with the setup it was played with."""
    rules = rules_of_record(record, where)
    word = rules.setup_word
    if setup is None and record[word].startswith("file:"):
        raise RecordError(
            f"{where}: it was played with {word} {shown(record[word])}: pass that file as {word}="
        )
    try:
        loaded = rules.load_setup(record[word] if setup is None else setup)
    except Error as error:
        raise RecordError(f"{where}: {error}") from error
    expected = record.get(f"{word}_hash", loaded.hash)
    if loaded.hash != expected:
        raise RecordError(
            f"{where}: it was played with {word} {shown(record[word])}, hash {shown(expected)}; "
            f"{word} {loaded.name!r} has hash {loaded.hash!r}"
        )
    start = {key: record[key] for key in ("seed", "order") if key in record}
    try:
        return rules.new_game(players=record["players"], setup=loaded, **start)
    except MISFITS as error:
        raise RecordError(f"{where}: {reason(error)}") from error


def _records(file: BinaryIO, name: str, tolerate_last: bool) -> Iterator[tuple[int, Record]]:
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            text = line.decode("utf-8").rstrip()
            record = json.loads(text, parse_float=_finite, parse_constant=_finite)
        except (ValueError, RecursionError) as error:  # broken JSON, or not UTF-8
            if tolerate_last and not line.endswith(b"\n"):
                return
            what = str(error)
            if isinstance(error, json.JSONDecodeError):  # its line is always 1
                what = f"{error.msg} (column {error.colno})"
            raise RecordError(f"{name}, line {number}: damaged: {what}") from error
        yield number, check_record(record, f"{name}, line {number}")


def _finite(text: str) -> float:
    """Return a number of JSON, which knows neither NaN nor infinity."""
    if math.isfinite(number := float(text)):
        return number
    raise ValueError(f"{text} is not a finite number")


def _ending_of(path: Path) -> bytes:
    """Return what has to come before a new line: a line break if the last line lacks one.

    A last line that breaks off is damage that a new line would hide: it raises RecordError.
    """
    with open(path, "rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return b""
        file.seek(-1, os.SEEK_END)
        if file.read(1) == b"\n":
            return b""
    for _ in load(path):
        pass
    return b"\n"


def _plain(value: Any) -> Any:
    """Return a numpy scalar or array as Python's own."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not plain data")
