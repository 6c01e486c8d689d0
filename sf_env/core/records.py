"""Records: a game as one JSON line that replays exactly."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from sf_env.core.arrays import take_states
from sf_env.core.errors import DeckError, IllegalAction, RecordError, shown
from sf_env.core.masks import is_legal
from sf_env.core.record_format import check_record
from sf_env.core.rewards import Reward, check_reward, rewards_of
from sf_env.core.rules import Array
from sf_env.games.san_francisco import functions as many
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.layout import observation_size
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.game import Game

Record = dict[str, Any]
DeckLike = Deck | str | os.PathLike[str]


def save(path: str | os.PathLike[str], record: Record) -> None:
    """Append a record to a file, as one line; nothing is written if it is not a proper one."""
    line = line_of(record)
    try:
        with open(path, "ab") as file:
            file.write(_ending_of(Path(path)) + line)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error


def line_of(record: Record) -> bytes:
    """Return a record as the line that it is in a file; one that is not proper is an error."""
    check_record(record)
    try:
        line = json.dumps(record, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise RecordError(f"record: it cannot be written as JSON: {error}") from error
    return line.encode("utf-8") + b"\n"


def load(path: str | os.PathLike[str], tolerate_last: bool = False) -> Iterator[Record]:
    """Yield the records of a file; ``tolerate_last`` drops a last line that breaks off."""
    for _, record in load_numbered(path, tolerate_last):
        yield record


def load_numbered(
    path: str | os.PathLike[str], tolerate_last: bool = False
) -> Iterator[tuple[int, Record]]:
    """Yield the records of a file with the numbers of their lines, the first of which is 1."""
    try:
        with open(path, "rb") as file:
            yield from _records(file, str(path), tolerate_last)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error


def replay(record: Record, deck: DeckLike | None = None, where: str = "record") -> Iterator[Game]:
    """Yield the game before each action and at the end, each an independent copy.

    ``deck`` is needed for decks that came from a file; errors begin with ``where``.
    """
    game = _start(check_record(record, where), deck, where)
    yield game.clone()
    for number, action in enumerate(record["actions"]):
        _step(game, action, f"{where}: action number {number}")
        yield game.clone()


def from_actions(players: int, seed: int, deck: DeckLike, actions: Iterable[int]) -> Record:
    """Return the record of a game whose every decision is known, as those of a ``Batch`` are."""
    game = Game(players, seed, deck)
    for number, action in enumerate(actions):
        _step(game, action, f"action number {number}")
    return game.record()


def from_choices(players: int, seed: int, deck: DeckLike, chosen: Iterable[int]) -> Record:
    """Return the record of a game played with ``skip_forced``: the forced decisions put back."""
    game = Game(players, seed, deck)
    game.skip_forced()
    for number, action in enumerate(chosen):
        _step(game, action, f"choice number {number}")
        game.skip_forced()
    return game.record()


def _step(game: Game, action: int, where: str) -> None:
    """Carry out an action of a record; an illegal one is an error of the record."""
    try:
        game.step(action)
    except IllegalAction as error:
        raise RecordError(f"{where}: {error}") from error


def arrays(
    records: Iterable[Record], deck: DeckLike | None = None, reward: Reward = "win"
) -> dict[str, Array]:
    """Return every decision of finished games, for imitation and offline learning.

    Keys: ``observation`` (n, size) int8, ``mask`` (n, 44) bool, ``action`` (n,), ``seat`` (n,),
    ``return`` (n,) float32, the reward that the seat had at the end, and ``game`` (n,), the
    number of the record. All records have the same number of players.
    """
    games = [check_record(record, f"record {row}") for row, record in enumerate(records)]
    states = _deal_all(games, deck)
    players = int(states["players"][0]) if games else 2
    lengths = np.array([len(record["actions"]) for record in games], np.int64)
    first = np.cumsum(lengths) - lengths
    total = int(lengths.sum())
    result = {
        "observation": np.zeros((total, observation_size(players)), np.int8),
        "mask": np.zeros((total, len(NAMES)), np.bool_),
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
        _check_legal(result["mask"][at], result["action"][at], rows, number)
        actions[rows] = result["action"][at]
        many.step_states(states, actions, active=lengths > number)
    returns = _returns(states, reward)
    result["return"] = returns[result["game"], result["seat"]]
    return result


def _returns(states: Array, reward: Reward) -> Array:
    """Return each seat's reward in each game; all have to be over."""
    unfinished = np.flatnonzero(~many.is_over(states))
    if len(unfinished):
        raise RecordError(f"record {unfinished[0]}: the game is not finished: it has no return")
    return rewards_of(check_reward(reward), many.points(states), many.winners(states))


def _check_legal(mask: Array, actions: Array, rows: Array, number: int) -> None:
    wrong = np.flatnonzero(~is_legal(mask, actions))
    if len(wrong):
        row, action = rows[wrong[0]], actions[wrong[0]]
        raise RecordError(
            f"record {row}: action number {number}: {action} ({NAMES[action]}) is not legal"
        )


def _deal_all(records: list[Record], deck: DeckLike | None) -> Array:
    states = np.zeros(len(records), STATE)
    for row, record in enumerate(records):
        if record["players"] != records[0]["players"]:
            raise RecordError(
                f"record {row}: {record['players']} players, and {records[0]['players']} in "
                f"record 0; arrays need the same number in all"
            )
        states[row] = _start(record, deck, f"record {row}").state
    return states


def _start(record: Record, deck: DeckLike | None, where: str = "record") -> Game:
    """Deal the game of a record with the deck it was played with."""
    if deck is None and record["deck"].startswith("file:"):
        raise RecordError(
            f"{where}: it was played with deck {shown(record['deck'])}: pass that file as deck="
        )
    try:
        cards = Deck.load(record["deck"] if deck is None else deck)
    except DeckError as error:
        raise RecordError(f"{where}: {error}") from error
    expected = record.get("deck_hash", cards.hash)
    if cards.hash != expected:
        raise RecordError(
            f"{where}: it was played with deck {shown(record['deck'])}, hash {shown(expected)}; "
            f"deck {cards.name!r} has hash {cards.hash!r}"
        )
    try:
        return Game(record["players"], record.get("seed"), cards, record.get("order"))
    except (TypeError, ValueError) as error:
        raise RecordError(f"{where}: {error}") from error


def _records(file: BinaryIO, name: str, tolerate_last: bool) -> Iterator[tuple[int, Record]]:
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:  # broken JSON, or not UTF-8
            if tolerate_last and not line.endswith(b"\n"):
                return
            raise RecordError(f"{name}, line {number}: damaged: {error}") from error
        yield number, check_record(record, f"{name}, line {number}")


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
