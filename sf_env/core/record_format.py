"""The format of a record: making one, and checking one, with errors that say where and why."""

from __future__ import annotations

from typing import Any

from sf_env.core.errors import RecordError, shown
from sf_env.core.rules import Rules, games, rules_of
from sf_env.core.seeds import SEED_LIMIT
from sf_env.core.setups import is_setup_name
from sf_env.version import __version__

FORMAT = 1


def new_record(
    rules: Rules, players: int, setup: Any, start: dict[str, Any], actions: list[int]
) -> dict[str, Any]:
    """Return the record of a game; ``start`` is its seed or its order."""
    return {
        "format": FORMAT,
        "sf_env_version": __version__,
        "game": rules.id,
        "players": players,
        rules.setup_word: setup.name,
        f"{rules.setup_word}_hash": setup.hash,
        **start,
        "actions": actions,
    }


def rules_of_record(record: dict[str, Any], where: str = "record") -> Rules:
    """Return the game of a record; records of version 0.1 do not name it."""
    name = record.get("game", games()[0])
    if name not in games():
        raise RecordError(
            f"{where}: 'game' is {shown(name)}; this version knows: {', '.join(games())}; "
            f"for a game of your own: --game module:ATTRIBUTE, or import its module first"
        )
    return rules_of(name)


def check_record(record: Any, where: str = "record") -> dict[str, Any]:
    """Return the record if its format is valid; only replaying checks that actions are legal."""
    if not isinstance(record, dict):
        raise RecordError(f"{where}: a record is a JSON object, not {_kind(record)}")
    rules = rules_of_record(record, where)
    for key in ("format", "players", rules.setup_word, "actions"):
        if key not in record:
            raise RecordError(f"{where}: {key!r} is missing")
    if record["format"] != FORMAT:
        raise RecordError(
            f"{where}: 'format' is {shown(record['format'])}; this version reads {FORMAT}"
        )
    if not _is_integer(record["players"], rules.players[0], rules.players[-1]):
        *most, last = map(str, rules.players)
        raise RecordError(
            f"{where}: 'players' is {shown(record['players'])}; it should be "
            f"{', '.join(most)} or {last}"
        )
    _check_setup(record, rules, where)
    _check_start(record, where)
    _check_actions(record["actions"], len(rules.actions), where)
    return record


def _check_setup(record: dict[str, Any], rules: Rules, where: str) -> None:
    word = rules.setup_word
    for key in (word, f"{word}_hash"):
        if key in record and not isinstance(record[key], str):
            raise RecordError(f"{where}: {key!r} should be a string, not {_kind(record[key])}")
    if not is_setup_name(record[word], str(rules.usual_setup)):
        raise RecordError(
            f"{where}: {word!r} is {shown(record[word])}; it should be {rules.usual_setup}, "
            f"generate:SEED or file:NAME"
        )


def _check_start(record: dict[str, Any], where: str) -> None:
    """A game begins with a seed, or with an order that fixes its chance."""
    if ("seed" in record) == ("order" in record):
        raise RecordError(f"{where}: there should be either 'seed' or 'order'")
    if "seed" in record and not _is_integer(record["seed"], 0, SEED_LIMIT - 1):
        raise RecordError(
            f"{where}: 'seed' is {shown(record['seed'])}; a seed is 0 <= seed < 2**53"
        )
    if "order" in record and not isinstance(record["order"], list | dict):
        raise RecordError(
            f"{where}: 'order' should be a list or an object, not {_kind(record['order'])}"
        )


def _check_actions(actions: Any, count: int, where: str) -> None:
    if not isinstance(actions, list):
        raise RecordError(f"{where}: 'actions' should be a list, not {_kind(actions)}")
    for number, action in enumerate(actions):
        if not _is_integer(action, 0, count - 1):
            raise RecordError(
                f"{where}: action number {number} is {shown(action)}; actions are plain integers "
                f"from 0 to {count - 1}"
            )


def _is_integer(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__
