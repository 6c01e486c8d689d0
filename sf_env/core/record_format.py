"""What a record must look like; anything else raises RecordError that says where and why."""

from __future__ import annotations

import re
from typing import Any

from sf_env.core.errors import RecordError, shown
from sf_env.core.seeds import SEED_LIMIT
from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS, MIN_PLAYERS

FORMAT = 1
DECK_NAME = r"standard|generate:[0-9]+|file:.+"
REQUIRED = ("format", "players", "deck", "actions")


def check_record(record: Any, where: str = "record") -> dict[str, Any]:
    """Return the record if it has the form of one; whether its actions are legal shows replay."""
    if not isinstance(record, dict):
        raise RecordError(f"{where}: a record is a JSON object, not {_kind(record)}")
    for key in REQUIRED:
        if key not in record:
            raise RecordError(f"{where}: {key!r} is missing")
    if record["format"] != FORMAT:
        raise RecordError(
            f"{where}: 'format' is {shown(record['format'])}; this version reads {FORMAT}"
        )
    if not _is_integer(record["players"], MIN_PLAYERS, MAX_PLAYERS):
        raise RecordError(
            f"{where}: 'players' is {shown(record['players'])}; it should be 2, 3 or 4"
        )
    for key in ("deck", "deck_hash"):
        if key in record and not isinstance(record[key], str):
            raise RecordError(f"{where}: {key!r} should be a string, not {_kind(record[key])}")
    if not re.fullmatch(DECK_NAME, record["deck"]):
        raise RecordError(
            f"{where}: 'deck' is {shown(record['deck'])}; it should be standard, generate:SEED "
            f"or file:NAME"
        )
    _check_start(record, where)
    _check_actions(record["actions"], where)
    return record


def _check_start(record: dict[str, Any], where: str) -> None:
    """A game begins with a seed or with an order of the deck."""
    if ("seed" in record) == ("order" in record):
        raise RecordError(f"{where}: there should be either 'seed' or 'order'")
    if "seed" in record and not _is_integer(record["seed"], 0, SEED_LIMIT - 1):
        raise RecordError(
            f"{where}: 'seed' is {shown(record['seed'])}; a seed is 0 <= seed < 2**53"
        )
    if "order" in record and not isinstance(record["order"], list):
        raise RecordError(f"{where}: 'order' should be a list, not {_kind(record['order'])}")


def _check_actions(actions: Any, where: str) -> None:
    if not isinstance(actions, list):
        raise RecordError(f"{where}: 'actions' should be a list, not {_kind(actions)}")
    for number, action in enumerate(actions):
        if not _is_integer(action, 0, ACTIONS - 1):
            raise RecordError(
                f"{where}: action number {number} is {shown(action)}; actions are plain integers "
                f"from 0 to {ACTIONS - 1}"
            )


def _is_integer(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__
