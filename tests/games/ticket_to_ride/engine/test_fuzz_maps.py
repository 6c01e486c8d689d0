"""Whatever is in a map file: it is a map that can be played, or MapError says why not."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from sf_env import MapError
from sf_env.games.ticket_to_ride.map.map import PACKAGED, Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from tests.fuzzing import JSON, ODD, damaged, fuzz
from tests.games.ticket_to_ride.engine.maps import LOCATIONS, NAMES, ROUTES, TICKETS

PACKAGED_FILE = (PACKAGED / "san_francisco.toml").read_bytes()
SMALL = {"locations": LOCATIONS, "routes": ROUTES, "tickets": TICKETS}
FIELD = some.sampled_from(
    [0, 1, 2, 6, 7, 30, -1, 2.0, 2**63, True, False, "", " ", "½", "grey", []]
)
FIELD |= some.sampled_from([*NAMES, "blue", "1", [1, 2, 3], {"a": 1}])


def check(content: bytes, folder: Path) -> None:
    path = folder / "map.toml"
    path.write_bytes(content)
    try:
        board = Map.load(path)
    except MapError as error:
        assert "map.toml" in str(error)
        assert len(str(error)) < 600
        return
    assert board.name == "file:map"
    check_whole(board)


def check_whole(board: Map) -> None:
    twin = pickle.loads(pickle.dumps(board))
    assert (twin, twin.hash) == (board, board.hash)
    assert len(board.hash) == 16
    assert board.route_table.tolist() == [list(route) for route in board.routes]
    assert board.ticket_table.tolist() == [list(ticket) for ticket in board.tickets]
    assert len(board.marked) == 5
    assert all(board.route_name(route) for route in range(len(board.routes)))
    assert len({board.ticket_name(one) for one in range(len(board.tickets))}) == len(board.tickets)


@fuzz
@given(content=damaged(PACKAGED_FILE))
def test_a_damaged_file(tmp_path: Path, content: bytes) -> None:
    check(content, tmp_path)


@fuzz
@given(content=some.binary() | some.text().map(str.encode))
def test_any_file(tmp_path: Path, content: bytes) -> None:
    check(content, tmp_path)


@fuzz
@given(
    changes=some.lists(
        some.tuples(some.sampled_from([*SMALL]), some.integers(0, 40), some.integers(0, 5), FIELD),
        max_size=3,
    ),
    more=some.lists(some.tuples(some.sampled_from([*SMALL]), some.integers(0, 6)), max_size=4),
)
def test_changed_fields(
    tmp_path: Path, changes: list[tuple[str, int, int, Any]], more: list[tuple[str, int]]
) -> None:
    rows = {key: [list(row) for row in SMALL[key]] for key in SMALL}
    for key, entry in more:
        rows[key].append(list(rows[key][entry]))
    for key, entry, column, field in changes:
        row = rows[key][entry % len(rows[key])]
        row[column : column + 1] = [field]
    check(as_toml(rows), tmp_path)


@fuzz
@given(key=some.sampled_from([*SMALL, "name", "extra"]), value=JSON)
def test_any_value_of_a_key(tmp_path: Path, key: str, value: Any) -> None:
    check(as_toml({**SMALL, key: value}), tmp_path)


def as_toml(table: dict[str, Any]) -> bytes:
    """Return JSON's lists, strings and numbers as TOML has them, as far as it has them."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
    return "\n".join(lines).encode("utf-8", "replace")


@fuzz
@given(
    part=some.sampled_from(["locations", "routes", "tickets"]),
    row=some.sampled_from([Location, Route, Ticket]),
    fields=some.lists(ODD, min_size=5, max_size=5),
    whole=some.booleans(),
)
def test_any_piece_in_python(part: str, row: Any, fields: list[Any], whole: bool) -> None:
    packaged = Map.load()
    parts: dict[str, Any] = {key: getattr(packaged, key) for key in SMALL}
    piece = row(*fields[: len(row._fields)])
    parts[part] = fields[0] if whole else (*parts[part], piece)
    try:
        check_whole(Map(**parts, name="own"))
    except MapError as error:
        assert "own" in str(error)
        assert len(str(error)) < 600


@fuzz
@given(name=some.text() | some.from_regex(r"(generate|file|san_francisco):?.*"))
def test_any_name(name: str) -> None:
    try:
        check_whole(Map.load(name))
    except MapError as error:
        assert len(str(error)) < 600
