"""Map files: what they may hold, and every error of those that hold something else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import sf_env
from sf_env import MapError
from sf_env.games.ticket_to_ride.engine.constants import GREY
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location, Route, Ticket
from sf_env.ticket_to_ride import Game
from tests.games.ticket_to_ride.engine.maps import (
    LOCATIONS,
    NAMES,
    ROUTES,
    TICKETS,
    changed,
    written,
)


def test_ids_follow_the_lists_of_the_file(tmp_path: Path) -> None:
    small = Map.load(written(tmp_path / "own.toml", head='name = "My map"\n'))
    assert small.name == "file:own"
    assert tuple(location.name for location in small.locations) == NAMES
    assert small.locations[6] == Location("Granite", 600, 360)
    assert small.routes[6] == Route(6, 0, 2, GREY)
    assert small.tickets[:2] == (Ticket(0, 2, 4), Ticket(0, 3, 4))
    assert small.marked == (0, 1, 2, 3, 4)
    assert small.twins == (-1,) * 7


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_kinds_of_text(tmp_path: Path, ending: str, encoding: str) -> None:
    text = written(tmp_path / "own.toml").read_text("utf-8").replace("\n", ending)
    (tmp_path / "own.toml").write_bytes(text.encode(encoding))
    assert Map.load(str(tmp_path / "own.toml")).locations[0].name == "Amber"


def test_maps_may_be_odd(tmp_path: Path) -> None:
    """Doubles of one colour, with ends the other way round, and ferries on any route."""
    routes = [*ROUTES, ["Birch", "Amber", 2, "blue", 2], ["Cedar", "Fern", 6, "red", 1]]
    names = [[f" {row[0]}\n½", *row[1:]] for row in LOCATIONS]
    odd = Map.load(written(tmp_path / "odd.toml", routes=routes))
    assert odd.twins == (7, *[-1] * 6, 0, -1)
    assert odd.routes[7] == Route(1, 0, 2, 0, 2)
    assert odd.route_name(7) == "Birch – Amber (2 blue, 2 ferries)"
    assert odd.ticket_name(0) == "Amber – Cedar (4)"
    renamed = [[f" {one}\n½", f" {other}\n½", *rest] for one, other, *rest in ROUTES]
    tickets = [[f" {one}\n½", f" {other}\n½", 30] for one, other, _ in TICKETS]
    path = written(tmp_path / "odd.toml", locations=names, routes=renamed, tickets=tickets)
    assert Map.load(path).locations[0].name == " Amber\n½"
    assert Map.load(path).ticket_name(0) == " Amber\ufffd½ –  Cedar\ufffd½ (30)"


WRONG: list[tuple[dict[str, Any], str]] = [
    # The file as a whole.
    ({"routes": None}, "the key 'routes' is missing; needed: locations, routes, tickets$"),
    ({"ticket": []}, "key: 'ticket' is not allowed; allowed: name, locations, routes, tickets$"),
    ({"name": 7}, "name: 7 is not allowed; allowed: text"),
    ({"locations": "Amber"}, "locations: 'Amber' is not a list"),
    ({"routes": 3}, "routes: 3 is not a list"),
    ({"tickets": True}, "tickets: True is not a list"),
    # Rows.
    (
        {"locations": changed(LOCATIONS, 3, "Cedar")},
        r"locations, entry 3: 'Cedar' .* \[name, x, y\]",
    ),
    ({"routes": changed(ROUTES, 3, "four")}, "routes, entry 3: 'four' .*a row"),
    ({"tickets": changed(TICKETS, 3, "six")}, "tickets, entry 3: 'six' .*a row"),
    ({"locations": changed(LOCATIONS, 6, ["Fern", 1])}, "locations, entry 6: .*marked"),
    ({"locations": changed(LOCATIONS, 6, ["Fern", 1, 1, True, 1])}, "locations, entry 6: "),
    ({"routes": changed(ROUTES, 7, ["Amber", "Fern", 2])}, r"routes, entry 7: \['Amber', .*colour"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6], 1, 1])}, "routes, entry 7: .*ferry symbols"),
    ({"tickets": changed(TICKETS, 1, ["Amber", "Fern"])}, "tickets, entry 1: .*points"),
    ({"tickets": changed(TICKETS, 1, [*TICKETS[0], 1])}, "tickets, entry 1: .*points"),
    # Locations.
    ({"locations": changed(LOCATIONS, 2, ["", 1, 2, True])}, "entry 2, name: '' .*not blank"),
    ({"locations": changed(LOCATIONS, 2, ["  ", 1, 2, True])}, "entry 2, name: '  ' .*not blank"),
    ({"locations": changed(LOCATIONS, 2, [5, 1, 2, True])}, "entry 2, name: 5 .*text"),
    (
        {"locations": changed(LOCATIONS, 6, ["Birch", 1, 2])},
        "entry 6, name: 'Birch' is already the name of entry 2; allowed: a name of its own",
    ),
    ({"locations": changed(LOCATIONS, 6, ["Fern", 1.0, 2])}, "entry 6, x: 1.0 .*a whole number"),
    ({"locations": changed(LOCATIONS, 6, ["Fern", 1, "2"])}, "entry 6, y: '2' .*a whole number"),
    ({"locations": changed(LOCATIONS, 6, ["Fern", True, 2])}, "entry 6, x: True .*a whole number"),
    (
        {"locations": changed(LOCATIONS, 6, ["Fern", 2**63, 2])},
        f"entry 6, x: {2**63} .*{2**63 - 1}",
    ),
    ({"locations": changed(LOCATIONS, 6, ["Fern", 1, 2, 1])}, "marked: 1 .*allowed: true or false"),
    (
        {"locations": changed(LOCATIONS, 6, ["Fern", 1, 2, True])},
        "locations: 6 are marked.*exactly 5",
    ),
    ({"locations": changed(LOCATIONS, 2, ["Birch", 1, 2])}, "locations: 4 are marked.*exactly 5"),
    ({"locations": LOCATIONS[:6]}, "locations: 6 entries; allowed: 7 to 32"),
    ({"locations": [*LOCATIONS, *([f"{n}", n, n] for n in range(26))]}, "locations: 33 entries"),
    # Routes.
    (
        {"routes": changed(ROUTES, 4, ["Cooper", "Coral", 2, "pink"])},
        "routes, entry 4, first location: 'Cooper' is not allowed; allowed: a name in the list",
    ),
    ({"routes": changed(ROUTES, 4, ["Coral", [], 2, "pink"])}, r"entry 4, second location: \[\] "),
    ({"routes": changed(ROUTES, 4, ["Coral", 4, 2, "pink"])}, "entry 4, second location: 4 "),
    (
        {"routes": changed(ROUTES, 4, ["Coral", "Coral", 2, "pink"])},
        "routes, entry 4: both locations are 'Coral'; allowed: two different ones",
    ),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6][:2], 0, "grey"])}, "entry 7, length: 0 .*: 1 to 6$"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6][:2], 7, "grey"])}, "entry 7, length: 7 .*: 1 to 6$"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6][:2], "2", "grey"])}, "length: '2' .*from 1 to 6$"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6][:2], True, "grey"])}, "length: True .*from 1 to 6$"),
    (
        {"routes": changed(ROUTES, 7, [*ROUTES[6][:2], 2, "gray"])},
        "entry 7, colour: 'gray' .*: blue, green, black, pink, red, orange, grey$",
    ),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6][:2], 2, 6])}, "entry 7, colour: 6 .*blue"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6][:2], 2, ["grey"]])}, r"colour: \['grey'\] .*blue"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6], 3])}, "entry 7, ferries: 3 .*allowed: 0 to 2$"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6], -1])}, "entry 7, ferries: -1 .*allowed: 0 to 2$"),
    ({"routes": changed(ROUTES, 7, [*ROUTES[6], False])}, "entry 7, ferries: False .*whole number"),
    (
        {"routes": [*ROUTES, ["Birch", "Amber", 3, "grey"]]},
        "entry 8, length: 3 is not allowed; allowed: 2, the length of entry 1",
    ),
    (
        {"routes": [*ROUTES, ROUTES[2], [*ROUTES[2][1::-1], 2, "grey"]]},
        "entry 9: entries 3 and 8 join the same two locations; allowed: at most two routes",
    ),
    (
        {"routes": [*ROUTES[:2], *ROUTES[3:6], ["Fern", "Copper", 2, "grey"]]},
        "routes: no routes lead from 'Amber' to 'Copper'; the routes should connect all",
    ),
    ({"routes": ROUTES[:5]}, "routes: 5 entries; allowed: 6 to 64"),
    ({"routes": ROUTES * 10}, "routes: 70 entries; allowed: 6 to 64"),
    # Tickets; those between places that are not connected are wrong because of the routes.
    ({"tickets": changed(TICKETS, 8, ["Amber", "amber", 4])}, "entry 8, second location: 'amber' "),
    ({"tickets": changed(TICKETS, 8, ["Fern", "Fern", 4])}, "entry 8: both locations are 'Fern'"),
    (
        {"tickets": changed(TICKETS, 8, ["Cedar", "Amber", 9])},
        "tickets, entry 8: entry 1 names the same two locations; allowed: one ticket",
    ),
    ({"tickets": changed(TICKETS, 8, [*TICKETS[7][:2], 0])}, "entry 8, points: 0 .*: 1 to 30$"),
    ({"tickets": changed(TICKETS, 8, [*TICKETS[7][:2], 31])}, "entry 8, points: 31 .*: 1 to 30$"),
    ({"tickets": changed(TICKETS, 8, [*TICKETS[7][:2], 4.5])}, "points: 4.5 .*from 1 to 30$"),
    ({"tickets": changed(TICKETS, 8, [*TICKETS[7][:2], True])}, "points: True .*from 1 to 30$"),
    ({"tickets": TICKETS[:7]}, "tickets: 7 entries; allowed: 8 to 64"),
    ({"tickets": TICKETS * 9}, "tickets: 72 entries; allowed: 8 to 64"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_what_is_wrong_with_a_file(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = written(tmp_path / "bad.toml", **changes)
    with pytest.raises(MapError, match=message) as caught:
        Map.load(path)
    assert str(caught.value).startswith(str(path))
    assert isinstance(caught.value, sf_env.Error)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the key 'locations' is missing"),
        (
            b"routes = [\n  [1,\n",
            r"bad.toml, end of document: not TOML \(.+\); a map is a TOML file",
        ),
        (b"routes = []\nroutes = []\n", r"bad.toml, line 2, column \d+: not TOML \(.*overwrite"),
        (b"name = 'a'\nx = " + b"9" * 5000, r"bad.toml: not TOML \(Exceeds the limit"),
        (b"x = " + b"[" * 100_000, r"bad.toml.*: not TOML \("),
        (b"x = {" + b"y" * 5000 + b" = 1, " + b"y" * 5000 + b" = 2}", r"not TOML \(.{1,80}\);"),
        (b"name = 'a'\n\nx = 'bl\xff'\n", "bad.toml, line 3: not UTF-8 text"),
        (b"name = 'a'\r", "line 1, column 11: not TOML"),
        (b"[[routes]]\nlength = 2\n", "the key 'locations' is missing"),
    ],
)
def test_not_a_map_file(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(MapError, match=message) as caught:
        Map.load(path)
    assert len(str(caught.value)) < 400 + len(str(path))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("san_fransisco", "san_fransisco.*'san_francisco', 'generate:SEED' or the path of a TOML"),
        ("standard", "no map 'standard'"),
        ("", "map='' is not allowed; it should be a name, the path of a file, or a Map"),
        (5, "map=5 is not allowed; it should be a name"),
        (b"x", "map=b'x' is not allowed; it should be a name"),
        ("generate:", "whole number"),
        ("generate:-1", "whole number"),
        ("generate:x", "map 'generate:x': a whole number should follow 'generate:', not 'x'"),
        ("generate:9007199254740992", "out of range"),
        ("file:own", "map 'file:own' came from a file: load it by the file's path"),
        ("\0", "no map"),
        ("/", "no map"),
    ],
)
def test_unknown_names(name: str, words: str) -> None:
    with pytest.raises(MapError, match=words):
        Map.load(name)


@pytest.mark.parametrize("name", ["mine", "", 5, "file:", "generate:x", "standard"])
def test_a_map_made_in_python_has_a_name_that_records_can_hold(name: Any) -> None:
    known = Map.load()
    message = "map name .* is not allowed; allowed: san_francisco, generate:SEED, or file:NAME"
    with pytest.raises(MapError, match=message):
        Map(known.locations, known.routes, known.tickets, name)


def test_a_game_on_a_map_made_in_python_is_recorded_and_replayed(tmp_path: Path) -> None:
    known = Map.load("generate:4")
    own = Map(known.locations, known.routes, known.tickets)
    game = Game(2, seed=1, map=own)
    game.step(game.legal_actions()[0])
    sf_env.record.save(tmp_path / "games.jsonl", game.record())
    (record,) = sf_env.record.load(tmp_path / "games.jsonl")
    *_, end = sf_env.record.replay(record, map=own)
    assert end == game
    assert record["map"] == "file:own"


# The limits of what is allowed, both ends of each.


def sized(locations: int, routes: int, tickets: int) -> Map:
    """Return a map of that size, or raise: each place is joined to the first, then any to any."""
    places = [Location(f"place {n}", n, -n, n < 5) for n in range(locations)]
    pairs = [(0, n) for n in range(1, locations)]
    pairs += [(n, 0) for n in range(1, locations)] + [(1, n) for n in range(2, locations)]
    all_tickets = [Ticket(one, other, 30) for one, other in combinations(range(locations), 2)]
    return Map(
        places,  # type: ignore[arg-type]
        [Route(*pair, 6, GREY, 6) for pair in pairs[:routes]],  # type: ignore[arg-type]
        all_tickets[:tickets],  # type: ignore[arg-type]
        "file:own",
    )


def test_the_smallest_and_the_largest_map() -> None:
    assert len(sized(7, 6, 8).routes) == 6
    largest = sized(32, 64, 64)
    assert (len(largest.locations), len(largest.routes), len(largest.tickets)) == (32, 64, 64)
    assert largest.route_table[:, 1].max() == 31
    assert largest.twins[:2] == (31, 32)
    for wrong in ((6, 6, 8), (7, 5, 8), (7, 6, 7), (33, 64, 64), (32, 65, 64), (32, 64, 65)):
        with pytest.raises(MapError, match="entries; allowed"):
            sized(*wrong)


def with_route(length: int, ferries: int) -> Map:
    small = sized(7, 7, 8)
    return Map(small.locations, (*small.routes, Route(5, 6, length, 0, ferries)), small.tickets)


def with_points(points: int) -> Map:
    small = sized(7, 6, 8)
    return Map(small.locations, small.routes, (*small.tickets, Ticket(6, 5, points)))


@pytest.mark.parametrize(("length", "ferries"), [(1, 0), (1, 1), (6, 0), (6, 6)])
def test_routes_of_every_kind(length: int, ferries: int) -> None:
    assert with_route(length, ferries).routes[-1] == Route(5, 6, length, 0, ferries)


@pytest.mark.parametrize(("length", "ferries"), [(0, 0), (7, 0), (1, 2), (6, 7), (6, -1)])
def test_routes_of_no_kind(length: int, ferries: int) -> None:
    with pytest.raises(MapError, match=r", routes, entry 8, (length|ferries): .*allowed"):
        with_route(length, ferries)


def test_points_from_1_to_30() -> None:
    assert [with_points(points).tickets[-1].points for points in (1, 30)] == [1, 30]
    for points in (0, 31):
        with pytest.raises(MapError, match=f"tickets, entry 9, points: {points} "):
            with_points(points)
