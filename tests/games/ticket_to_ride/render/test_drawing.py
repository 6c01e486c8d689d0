"""Where things are on a map: names over nothing else, routes between their places."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist, hypot

import numpy as np
import pytest
from PIL import ImageFont

from sf_env.games.ticket_to_ride.render.coast import coast_of
from sf_env.games.ticket_to_ride.render.drawing import Drawing, drawing_of
from sf_env.games.ticket_to_ride.render.labels import LINE, Label
from sf_env.games.ticket_to_ride.render.ways import (
    DOUBLE,
    HEIGHT,
    SPACE_WIDTH,
    WIDTH,
    Space,
    placed,
    spaces_of,
)
from sf_env.render.contours import area
from sf_env.render.shapes import Words
from sf_env.render.widths import width_of
from sf_env.ticket_to_ride import Map
from tests.games.ticket_to_ride.positions import board
from tests.games.ticket_to_ride.render.boards import strange

MAPS = ["san_francisco", *(f"generate:{seed}" for seed in range(10))]
PILE = 12.0  # around a location, for the largest pile of tokens

every_map = pytest.mark.parametrize("name", MAPS)


def drawn(name: str) -> tuple[Map, Drawing]:
    chart = Map.load(name)
    return chart, drawing_of(chart)


def meet(one: Label, other: Label) -> bool:
    """Return whether the boxes of two labels overlap."""
    return (
        one.left < other.left + other.width
        and other.left < one.left + one.width
        and one.top < other.top + other.height
        and other.top < one.top + one.height
    )


def apart(label: Label, x: float, y: float) -> float:
    """Return how far a point is from a label's box."""
    across = max(label.left - x, x - label.left - label.width, 0)
    down = max(label.top - y, y - label.top - label.height, 0)
    return hypot(across, down)


@every_map
def test_no_two_names_overlap_and_none_is_cut_off(name: str) -> None:
    _, drawing = drawn(name)
    for one, other in combinations(drawing.labels, 2):
        assert not meet(one, other), (one.lines, other.lines)
    for label in drawing.labels:
        assert 0 < label.left < label.left + label.width < WIDTH
        assert 0 < label.top < label.top + label.height < HEIGHT


@every_map
def test_names_cover_neither_spaces_nor_places(name: str) -> None:
    _, drawing = drawn(name)
    points = np.array([p for route in drawing.routes for space in route for p in along(space)])
    for label in drawing.labels:
        low = np.array([label.left, label.top])
        beyond = np.maximum(low - points, points - low - (label.width, label.height))
        assert np.hypot(*np.maximum(beyond, 0).T).min() > SPACE_WIDTH / 2, label.lines
        assert all(apart(label, *place) > PILE for place in drawing.places), label.lines


def along(space: Space) -> list[tuple[float, float]]:
    """Return points from one end of a space to the other."""
    reach = (space.length - SPACE_WIDTH) / 2
    steps = [number / 4 * reach for number in range(-4, 5)]
    return [(space.x + at * space.along[0], space.y + at * space.along[1]) for at in steps]


@every_map
def test_names_are_whole_and_fit_into_their_boxes(name: str) -> None:
    chart, drawing = drawn(name)
    for number, label in enumerate(drawing.labels):
        assert " ".join(label.lines) == chart.location_name(number)
        assert label.height == pytest.approx(LINE * label.size * len(label.lines))
        font = ImageFont.load_default(round(4 * label.size))
        for line in label.lines:
            assert font.getlength(line) / 4 <= label.width
            assert width_of(line, label.size) <= label.width


@every_map
def test_letters_are_large_enough_and_names_are_near_their_places(name: str) -> None:
    _, drawing = drawn(name)
    assert min(label.size for label in drawing.labels) >= 11
    for label, place in zip(drawing.labels, drawing.places, strict=True):
        assert apart(label, *place) < 110, label.lines


@every_map
def test_spaces_are_as_many_as_a_route_has_and_lie_between_its_places(name: str) -> None:
    chart, drawing = drawn(name)
    for route, spaces in zip(chart.routes, drawing.routes, strict=True):
        assert len(spaces) == route.length
        start, end = drawing.places[route.first], drawing.places[route.second]
        ways = [dist(start, (one.x, one.y)) for one in spaces]
        assert ways == sorted(ways)
        assert dist(start, (spaces[0].x, spaces[0].y)) < dist(end, (spaces[0].x, spaces[0].y)) + 1
        for one, other in pairwise(spaces):
            gap = dist((one.x, one.y), (other.x, other.y)) - (one.length + other.length) / 2
            assert gap > 0.5


@every_map
def test_spaces_of_different_routes_do_not_cover_each_other(name: str) -> None:
    _, drawing = drawn(name)
    routes = [
        np.array([point for space in route for point in along(space)]) for route in drawing.routes
    ]
    for one, other in combinations(range(len(routes)), 2):
        between = np.linalg.norm(routes[one][:, None] - routes[other], axis=2)
        assert between.min() > SPACE_WIDTH * 0.6, (one, other)


@every_map
def test_routes_of_a_double_run_side_by_side(name: str) -> None:
    chart, drawing = drawn(name)
    for number, twin in enumerate(chart.twins):
        if twin > number:
            pairs = list(zip(drawing.routes[number], drawing.routes[twin], strict=True))
            if chart.routes[number].first != chart.routes[twin].first:
                pairs = list(
                    zip(drawing.routes[number], reversed(drawing.routes[twin]), strict=True)
                )
            for one, other in pairs:
                assert dist((one.x, one.y), (other.x, other.y)) == pytest.approx(2 * DOUBLE, abs=3)


@every_map
def test_ferries_lie_on_water_and_other_routes_on_land(name: str) -> None:
    chart = Map.load(name)
    points = placed(chart)
    routes = spaces_of(chart, points)
    coast = coast_of(chart, points, routes)
    wet, dry = [], []
    for route, spaces in zip(chart.routes, routes, strict=True):
        for one in spaces:
            inside = any(within(outline, one.x, one.y) for outline in coast.land)
            lake = any(within(outline, one.x, one.y) for outline in coast.lakes)
            (wet if route.ferries else dry).append(inside and not lake)
    assert all(dry)
    assert sum(wet) <= 0.25 * len(wet)  # near other routes the land remains
    assert all(area(outline) > 0 for outline in coast.land)


def within(outline: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """Return whether a point is inside a polygon."""
    inside = False
    for (a, b), (c, d) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            inside = not inside
    return inside


def test_the_packaged_map_says_that_it_is_a_reconstruction() -> None:
    note, other = (
        [shape for shape in drawn(name)[1].ground.shapes if "reconstruction" in str(shape)]
        for name in ("san_francisco", "generate:1")
    )
    assert other == []
    [shape] = note
    assert isinstance(shape, Words)
    _, drawing = drawn("san_francisco")
    top, right = shape.y - shape.size, shape.x + width_of(shape.text, shape.size)
    for label in drawing.labels:
        assert label.left > right or label.top > shape.y + 4, label.lines
    for space in (space for route in drawing.routes for space in route):
        assert space.x > right + 20 or space.y > shape.y + 20
    assert top > 0


STRANGE = {
    "all at one point": strange([(3, 3)] * 10),
    "in a line": strange([(n, 0) for n in range(12)]),
    "far apart": strange([((-1) ** n * 2**62, n * 2**58) for n in range(10)]),
    "crowded": strange([(n % 6 * 3, n // 6 * 3) for n in range(32)]),
    "names without end": strange([(90 * n, n * n * 9) for n in range(10)], "x" * 300 + "{}"),
    "names of many words": strange([(90 * n, n * n * 9) for n in range(10)], "a bc " * 40 + "{}"),
    "names in other letters": strange([(90 * n, n * n * 9) for n in range(10)], "金門橋 {} 🎲"),
    "no land": board("F-G 3 grey 3"),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_any_map_can_be_drawn(kind: str) -> None:
    drawing = drawing_of(STRANGE[kind])
    for x, y in drawing.places:
        assert 0 < x < WIDTH
        assert 0 < y < HEIGHT
    for one, other in combinations(drawing.places, 2):
        assert dist(one, other) > 30
    assert all(len(line) <= 24 for label in drawing.labels for line in label.lines)
