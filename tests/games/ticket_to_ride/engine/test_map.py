"""Maps: the packaged one, what a Map is, and what its page says."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

from sf_env import MapError
from sf_env.games.ticket_to_ride.engine.constants import GREY
from sf_env.games.ticket_to_ride.map.map import PACKAGED, Map
from sf_env.games.ticket_to_ride.map.pieces import COLOUR_NAMES, Location, Route, Ticket
from sf_env.games.ticket_to_ride.map.tickets import distances

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/games/ticket_to_ride/map.md").read_text("utf-8")


def test_the_packaged_map() -> None:
    packaged = Map.load()
    assert (packaged.name, packaged.hash) == ("san_francisco", "99a85de277d517a1")
    assert packaged.locations[0] == Location("Alcatraz", 642, 63, marked=True)
    assert packaged.routes[2] == Route(1, 2, 5, GREY, 1)
    assert packaged.tickets[0] == Ticket(0, 18, 11)
    assert Map.load("san_francisco") is packaged
    assert Map.load(packaged) is packaged
    assert repr(packaged).startswith("<Map san_francisco: 19 locations, 51 routes, 24 tickets, ")


def test_the_packaged_map_has_what_its_page_counts() -> None:
    packaged = Map.load()
    locations, routes, tickets = packaged.locations, packaged.routes, packaged.tickets
    pairs = {frozenset(route[:2]) for route in routes}
    assert (len(locations), len(routes), len(pairs)) == (19, 51, 39)
    assert sum(route.length for route in routes) == 115
    assert Counter(route.length for route in routes) == {1: 9, 2: 23, 3: 17, 4: 1, 5: 1}
    assert Counter(route.colour for route in routes) == {**dict.fromkeys(range(6), 6), GREY: 15}
    for colour in range(6):
        assert sum(route.length for route in routes if route.colour == colour) in (12, 13)
    assert [route.colour for route in routes if route.ferries] == [GREY] * 5
    assert {route.ferries for route in routes} == {0, 1}
    assert sum(twin >= 0 for twin in packaged.twins) == 2 * 12
    assert len(tickets) == 24
    assert {ticket.points for ticket in tickets} == set(range(4, 12))
    between = distances(routes, len(locations))
    assert all(points == between[first][second] for first, second, points in tickets)
    ends = Counter(end for ticket in tickets for end in ticket[:2])
    assert set(ends) == set(range(19))
    assert set(ends.values()) == {2, 3}


def test_what_is_known_of_the_real_map_is_in_the_packaged_one() -> None:
    packaged = Map.load()
    names = [location.name for location in packaged.locations]
    assert [names[place] for place in packaged.marked] == [
        "Alcatraz",
        "Golden Gate Bridge",
        "The Embarcadero",
        "Potrero Hill",
        "Sunset",
    ]
    called = {packaged.route_name(route) for route in range(51)}
    assert "Golden Gate Bridge – Fort Mason (5 grey, 1 ferry)" in called
    assert "South Beach – Potrero Hill (3 black)" in called
    at_alcatraz = [route for route in packaged.routes if names.index("Alcatraz") in route[:2]]
    assert at_alcatraz
    assert all(route.ferries == 1 for route in at_alcatraz)
    assert all(route.length <= 3 for route in packaged.routes if not route.ferries)


def test_content_makes_maps_equal() -> None:
    packaged = Map.load()
    own = Map(packaged.locations, packaged.routes, packaged.tickets, "file:copy")
    assert own == packaged
    assert hash(own) == hash(packaged)
    assert own.hash == packaged.hash
    assert own.route_table.shape == (51, 5)  # made before it is copied
    for twin in (pickle.loads(pickle.dumps(own)), copy.deepcopy(own), copy.copy(own)):
        assert (twin, twin.name, twin.hash) == (own, "file:copy", own.hash)
        assert not twin.route_table.flags.writeable
    assert packaged != "san_francisco"


def renamed(place: Location) -> Location:
    return place._replace(name=place.name + "!")


def test_all_that_decides_or_is_shown_makes_maps_different() -> None:
    first = Map.load()
    places, routes, tickets = first.locations, first.routes, first.tickets
    moved = [place._replace(marked=not place.marked) for place in (places[0], places[2])]
    others = [
        Map((renamed(places[0]), *places[1:]), routes, tickets, first.name),
        Map((places[0]._replace(x=0), *places[1:]), routes, tickets, first.name),
        Map((places[0]._replace(y=0), *places[1:]), routes, tickets, first.name),
        Map((moved[0], places[1], moved[1], *places[3:]), routes, tickets, first.name),
        Map(places, routes[::-1], tickets, first.name),
        Map(places, routes[1:], tickets, first.name),
        Map(places, (*routes[:50], routes[50]._replace(length=2)), tickets, first.name),
        Map(places, (*routes[:50], routes[50]._replace(colour=0)), tickets, first.name),
        Map(places, (*routes[:50], routes[50]._replace(ferries=1)), tickets, first.name),
        Map(places, (*routes[:50], Route(17, 8, 3, 2)), tickets, first.name),
        Map(places, routes, tickets[::-1], first.name),
        Map(places, routes, tickets[1:], first.name),
        Map(places, routes, (*tickets[:23], tickets[23]._replace(points=5)), first.name),
    ]
    assert len({first.hash, *(other.hash for other in others)}) == 14
    assert len({first, *others}) == 14


def test_nothing_of_a_map_can_be_changed() -> None:
    packaged = Map.load()
    for name in ("name", "routes", "hash", "marked", "route_table"):
        with pytest.raises(FrozenInstanceError):
            setattr(packaged, name, ())
    for table in (packaged.route_table, packaged.ticket_table):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0


def test_tables_have_the_numbers_of_routes_and_tickets() -> None:
    packaged = Map.load()
    assert packaged.route_table.shape == (51, 5)
    assert packaged.ticket_table.shape == (24, 3)
    assert packaged.route_table.dtype == packaged.ticket_table.dtype == np.int8
    assert [Route(*row) for row in packaged.route_table.tolist()] == [*packaged.routes]
    assert [Ticket(*row) for row in packaged.ticket_table.tolist()] == [*packaged.tickets]
    assert packaged.route_table is packaged.route_table


def test_twins_are_each_others() -> None:
    packaged = Map.load()
    assert packaged.twins[:3] == (1, 0, -1)
    for route, twin in enumerate(packaged.twins):
        same = {*packaged.routes[route][:2]} == {*packaged.routes[twin][:2]}
        assert twin == -1 or (packaged.twins[twin] == route != twin and same)


def test_maps_are_checked_without_a_file_too() -> None:
    places, routes, tickets = (first := Map.load()).locations, first.routes, first.tickets
    for wrong, message in (
        (((*places[:18], ("Sunset", 1, 2, True)), routes, tickets), "own, locations, entry 19: "),
        ((places, [*routes, [0, 1, 2, 3, 0]], tickets), "own, routes, entry 52: .*a Route"),
        ((places, [*routes, Route(0, 19, 1, 0)], tickets), "second location: 19 .*: 0 to 18"),
        ((places, [*routes, Route(-1, 3, 1, 0)], tickets), "first location: -1 .*: 0 to 18"),
        ((places, [*routes, Route(0, 8, 1, 7)], tickets), "colour: 7 .*: 0 to 6"),
        ((places, routes, [*tickets, (0, 1, 5)]), "own, tickets, entry 25: .*a Ticket"),
        ((places, routes, [*tickets, Ticket(0, 1.0, 5)]), "second location: 1.0 .*whole number"),  # type: ignore[arg-type]
        (
            (places, routes, [*tickets, Ticket(np.timedelta64(0), 1, 5)]),
            "first location: .*whole number",
        ),
        ((7, routes, tickets), "own, locations: 7 is not a list"),
    ):
        with pytest.raises(MapError, match=message):
            Map(*wrong, "own")  # type: ignore[arg-type]


def test_numbers_of_numpy_and_lists_become_plain() -> None:
    first = Map.load()
    own = Map(
        [
            Location(np.str_(p.name), np.int64(p.x), np.int16(p.y), p.marked)
            for p in first.locations
        ],  # type: ignore[arg-type]
        [Route(*row) for row in first.route_table],  # type: ignore[arg-type]
        [Ticket(*row) for row in first.ticket_table],  # type: ignore[arg-type]
        first.name,
    )
    assert (own, own.hash, hash(own)) == (first, first.hash, hash(first))
    plain = {type(field) for part in (own.locations, own.routes) for row in part for field in row}
    assert plain == {str, int, bool}


def test_the_page_has_the_hash_of_the_packaged_map() -> None:
    assert f"`{Map.load().hash}`" in PAGE


def test_the_example_of_the_page_is_a_map(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
    path = tmp_path / "my_map.toml"
    path.write_text(example, encoding="utf-8")
    own = Map.load(path)
    assert own.name == "file:my_map"
    assert any(route.ferries for route in own.routes)
    assert any(twin >= 0 for twin in own.twins)
    path.write_text(example.replace('"grey"', '"gray"', 1), encoding="utf-8")
    with pytest.raises(MapError) as caught:
        Map.load(path)
    assert str(caught.value).replace(str(path), "my_map.toml") in PAGE
    assert all(f"`{colour}`" in PAGE for colour in COLOUR_NAMES)


def test_the_packaged_file_says_that_it_is_a_reconstruction() -> None:
    assert "RECONSTRUCTION" in (PACKAGED / "san_francisco.toml").read_text("utf-8")[:200]
    assert "reconstruction" in PAGE[:200]
