"""What is kept of each finished game: a row of numbers for statistics, a line for the journal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from sf_env.core.record_format import new_record
from sf_env.core.rules import Array, Rules

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Finished:
    """Some finished games, and the time that the agents took since the last ones."""

    rows: Array  # (n,) of row_dtype
    lines: list[bytes]  # n records, each with its line break
    effort: Array  # (agents, 2): decisions timed, seconds they took


def row_dtype(players: int, parts: int) -> np.dtype[Any]:
    """Return the dtype of a game's row; ``parts`` is the number of origins of points."""
    return np.dtype(
        [
            ("number", np.int64),
            ("seed", np.int64),
            ("length", np.int32),  # decisions
            ("forfeit", np.int8),  # the seat that lost by it, or NOBODY
            ("places", np.int8, players),  # of each seat, from 1; equal ones share it
            ("parts", np.float32, (players, parts)),  # points; zero after a forfeit
        ]
    )


def places_after_forfeit(players: int, seat: int) -> Array:
    """Return the place of each seat when one has lost by a forfeit and the others share the win."""
    places = np.ones(players, np.int64)
    places[seat] = players
    return places


def make_line(
    row: np.void, actions: list[int], rules: Rules, setup: Any, about: dict[str, Any]
) -> bytes:
    """Return the record of a game as a line; ``about`` is agents, match, and perhaps forfeit."""
    start = {"seed": int(row["seed"])}
    record = new_record(rules, len(row["places"]), setup, start, actions)
    if row["forfeit"] == NOBODY:
        record["scores"] = [rules.breakdown(points) for points in row["parts"].tolist()]
    record |= {"places": row["places"].tolist(), **about}
    return json.dumps(record, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def row_of(record: dict[str, Any], number: int, rules: Rules) -> Array:
    """Return the row (1,) of a record that ``make_line`` has written."""
    if len(record["places"]) != record["players"]:
        raise ValueError("there should be a place for each player")
    row = np.zeros(1, row_dtype(record["players"], len(rules.parts)))
    row["number"], row["seed"] = number, record["seed"]
    row["length"], row["places"] = len(record["actions"]), record["places"]
    row["forfeit"] = record["forfeit"]["seat"] if "forfeit" in record else NOBODY
    if "forfeit" not in record:
        row["parts"] = [rules.points_in(score) for score in record["scores"]]
    return row
