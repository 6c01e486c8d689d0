"""The games of an independent implementation, played again and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.games.ticket_to_ride.property.maps import AnyMap, read
from tests.games.ticket_to_ride.property.reference import Reference

SHARED = Path(__file__).parents[5] / "shared" / "tickets"
TRACES = SHARED / "traces"
MAPS = {
    "san_francisco": SHARED / "san_francisco.toml",
    "tiny": TRACES / "tiny.toml",
    "ferries": TRACES / "ferries.toml",
}

Trace = dict[str, Any]


def load_map(name: str) -> AnyMap:
    return read(MAPS[name])


def traces(name: str) -> Iterator[Trace]:
    """Yield the games on one map."""
    with (TRACES / f"{name}.jsonl").open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def start(trace: Trace, chart: AnyMap) -> Reference:
    return Reference(chart, trace["players"], trace["tickets"], trace["drawn"])


def reproduce(trace: Trace, chart: AnyMap) -> Reference:
    """Play a game and compare everything that its trace holds; return the game at its end."""
    game = start(trace, chart)
    snapshots = dict(trace["snapshots"])
    for number, action in enumerate(trace["actions"]):
        assert game.legal() == trace["legal"][number], number
        if number in snapshots:
            assert game.snapshot() == snapshots.pop(number), number
        game.play(action)
    assert list(snapshots) == [len(trace["actions"])]
    assert game.snapshot() == snapshots[len(trace["actions"])]
    assert game.table.drawn == trace["drawn"]
    assert game.scores() == trace["scores"]
    assert game.winners() == trace["winners"]
    assert game.is_over
    return game
