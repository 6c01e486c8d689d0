"""Generated maps: every regularity that docs/games/ticket_to_ride/map.md lists, and variety."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import dist, inf

import pytest

from sf_env.games.ticket_to_ride.engine.constants import GREY
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.map.pieces import Location

AT_SEA = ("Holm", "Island", "Isle", "Key", "Rock")


@pytest.fixture(scope="module")
def boards() -> list[Map]:
    return [Map.generate(seed) for seed in range(200)]


def test_maps_repeat_for_good(boards: list[Map]) -> None:
    assert Map.generate(0).hash == "6cc5bb7891b8e382"
    assert Map.generate(2**53 - 1).hash == "44af9921f23f6ad4"
    for board in boards[:20]:
        assert Map.load(board.name) == board
    assert Map.load("generate:007").name == "generate:7"


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7"])
def test_seeds_that_are_none(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Map.generate(seed)


def check_places(board: Map) -> None:
    assert 15 <= len(board.locations) <= 19
    assert all(0 <= place.x <= 1000 and 0 <= place.y <= 915 for place in board.locations)
    for one, other in combinations(board.locations, 2):
        assert dist(one[1:3], other[1:3]) >= 90
        assert {*one.name.split()}.isdisjoint(other.name.split())
    for axis, whole in ((1, 1000), (2, 915)):
        values = [place[axis] for place in board.locations]
        assert max(values) - min(values) > whole / 2
    marked = [board.locations[place] for place in board.marked]
    assert all(dist(one[1:3], other[1:3]) > 250 for one, other in combinations(marked, 2))


def check_routes(board: Map) -> None:
    routes = board.routes
    assert 41 <= len(routes) <= 51
    assert 8 <= sum(twin >= 0 for twin in board.twins) / 2 <= 13
    assert 1.3 * 80 <= sum(route.length for route in routes) <= 1.5 * 80
    short = [route for route in routes if route.length <= 3]
    assert len(short) >= len(routes) - 5
    assert max(route.length for route in routes) <= 5
    ferries = [route for route in routes if route.ferries]
    assert 3 <= len(ferries) <= 5
    assert {(route.colour, route.ferries) for route in ferries} == {(GREY, 1)}
    assert all(route.ferries for route in routes if route.length > 3)


def check_colours(board: Map) -> None:
    routes = board.routes
    counts = Counter(route.colour for route in routes)
    assert 1 / 4 <= counts[GREY] / len(routes) <= 1 / 3
    assert len({counts[colour] for colour in range(6)}) == 1
    spaces = [sum(r.length for r in routes if r.colour == colour) for colour in range(6)]
    assert max(spaces) - min(spaces) <= 1
    for route, twin in zip(routes, board.twins, strict=True):
        if twin >= 0:
            assert (route.colour == routes[twin].colour) == (route.colour == GREY)


def check_ways(board: Map) -> None:
    ways: list[set[int]] = [set() for _ in board.locations]
    for route in board.routes:
        ways[route.first].add(route.second)
        ways[route.second].add(route.first)
    assert all(len(others) >= 2 for others in ways)
    by_land = {end for route in board.routes if not route.ferries for end in route[:2]}
    islands = {place for place in range(len(ways)) if board.locations[place].name.endswith(AT_SEA)}
    assert len(islands) == 1
    assert not islands & by_land
    assert islands < {*board.marked}


def check_tickets(board: Map) -> None:
    between = shortest(board)
    assert len(board.tickets) == 24
    for first, second, points in board.tickets:
        assert points == between[first, second]
        assert 4 <= points <= 11
    assert max(ticket.points for ticket in board.tickets) >= 7
    ends = Counter(end for ticket in board.tickets for end in ticket[:2])
    assert len(ends) == len(board.locations)
    assert set(ends.values()) <= {2, 3}


def shortest(board: Map) -> dict[tuple[int, int], float]:
    """Return the distance of each two places, as Bellman and Ford found it."""
    places = range(len(board.locations))
    found: dict[tuple[int, int], float] = {}
    for start in places:
        far: list[float] = [inf] * len(places)
        far[start] = 0
        for _ in places:
            for one, other, length, *_ in board.routes:
                far[one] = min(far[one], far[other] + length)
                far[other] = min(far[other], far[one] + length)
        found |= {(start, end): far[end] for end in places}
    return found


def test_no_two_lines_of_the_packaged_map_cross() -> None:
    check_planar(Map.load())


def check_planar(board: Map) -> None:
    lines = {frozenset(route[:2]) for route in board.routes}
    for one, other in combinations(lines, 2):
        if not one & other:
            (a, b), (c, d) = ([board.locations[end] for end in line] for line in (one, other))
            assert not crossing(a, b, c, d), (a.name, b.name, c.name, d.name)


def crossing(a: Location, b: Location, c: Location, d: Location) -> bool:
    """Return whether a to b and c to d meet: solved for how far along each of them that is."""
    run = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
    if run == 0:
        return False  # parallel; that none lies on another follows from the distances
    along = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / run
    across = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / run
    return 0 <= along <= 1 and 0 <= across <= 1


def check_clearance(board: Map) -> None:
    for first, second, *_ in board.routes:
        (ax, ay), (bx, by) = (board.locations[end][1:3] for end in (first, second))
        for place, (_, x, y, _) in enumerate(board.locations):
            along = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
            part = min(max(along / dist((ax, ay), (bx, by)) ** 2, 0), 1)
            at = ax + part * (bx - ax), ay + part * (by - ay)
            assert place in (first, second) or dist((x, y), at) > 40


@pytest.mark.parametrize(
    "check",
    [
        check_places,
        check_routes,
        check_colours,
        check_ways,
        check_tickets,
        check_planar,
        check_clearance,
    ],
)
def test_each_map(check: Callable[[Map], None], boards: list[Map]) -> None:
    for board in boards:
        check(board)


def test_maps_vary(boards: list[Map]) -> None:
    assert len({board.hash for board in boards}) == len(boards)
    assert {len(board.locations) for board in boards} == {16, 17, 18, 19}
    assert {len(board.routes) for board in boards} == {41, 42, 43, 44, 45, 48, 49, 50, 51}
    assert {sum(twin >= 0 for twin in board.twins) / 2 for board in boards} == {*range(8, 14)}
    assert {route.length for board in boards for route in board.routes} == {1, 2, 3, 4, 5}
    assert {ticket.points for board in boards for ticket in board.tickets} == {*range(4, 12)}
    assert len({sum(route.length for route in board.routes) for board in boards}) > 12
    assert len({place.name for board in boards for place in board.locations}) > 500
