"""What is kept of each finished game: a row of numbers for statistics, a line for the journal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from sf_env.core.record_format import new_record
from sf_env.core.records import replay
from sf_env.core.rules import Array, Rules

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Finished:
    """Some finished games, and the time that the agents took since the last ones."""

    rows: Array  # (n,) of row_dtype
    lines: list[bytes]  # n records, each with its line break
    effort: Array  # (agents, 2): decisions timed, seconds they took


def row_dtype(players: int, rules: Rules) -> np.dtype[Any]:
    """Return the dtype of a game's row."""
    return np.dtype(
        [
            ("number", np.int64),
            ("seed", np.int64),
            ("length", np.int32),  # decisions
            ("forfeit", np.int8),  # the seat that lost by it, or NOBODY
            ("places", np.int8, players),  # of each seat, from 1; equal ones share it
            # Points by origin and the game's tallies; zero after a forfeit.
            ("parts", np.float32, (players, len(rules.parts))),
            ("tallies", np.float32, (players, len(rules.tallies))),
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
        if rules.tallies:
            record["tallies"] = _by_name(row["tallies"], rules)
    record |= {"places": row["places"].tolist(), **about}
    return json.dumps(record, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def row_of(record: dict[str, Any], number: int, rules: Rules, setup: Any, where: str) -> Array:
    """Return the row (1,) of a record that ``make_line`` has written; ``where`` it is."""
    if len(record["places"]) != record["players"]:
        raise ValueError("there should be a place for each player")
    row = np.zeros(1, row_dtype(record["players"], rules))
    row["number"], row["seed"] = number, record["seed"]
    row["length"], row["places"] = len(record["actions"]), record["places"]
    row["forfeit"] = record["forfeit"]["seat"] if "forfeit" in record else NOBODY
    if "forfeit" not in record:
        row["parts"] = [rules.points_in(score) for score in record["scores"]]
        row["tallies"] = _tallies_in(record, rules, setup, where)
    return row


def _by_name(tallies: Array, rules: Rules) -> dict[str, list[float]]:
    """Return the tallies (players, tallies) of a game, for each name those of all seats."""
    names = (tally.name for tally in rules.tallies)
    return dict(zip(names, tallies.T.tolist(), strict=True))


def _tallies_in(record: dict[str, Any], rules: Rules, setup: Any, where: str) -> Array:
    """Return the tallies (players, tallies) of a record; one that lacks some is replayed."""
    known = record.get("tallies", {})
    if all(tally.name in known for tally in rules.tallies):
        columns = [known[tally.name] for tally in rules.tallies]
        return np.reshape(columns, (len(columns), record["players"])).T
    *_, game = replay(record, setup, where)
    found: Array = tallies_of(rules, game.states)[0]
    return found


def tallies_of(rules: Rules, states: Array) -> Array:
    """Return the tallies (n, players, tallies) of states, of which all are over."""
    if rules.tally is None:
        return np.zeros((len(states), states["players"][0], 0))
    return rules.tally(states)
