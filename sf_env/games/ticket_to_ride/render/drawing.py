"""The drawing of a map, made once: where everything is, and the ground with free routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.render import icons
from sf_env.games.ticket_to_ride.render.coast import coast_of
from sf_env.games.ticket_to_ride.render.labels import LINE, Label, labels_of
from sf_env.games.ticket_to_ride.render.palette import (
    COAST,
    LAND,
    SEAWAY,
    SHALLOWS,
    TRAIL,
    WATER,
)
from sf_env.games.ticket_to_ride.render.ways import (
    HEIGHT,
    WIDTH,
    Space,
    placed,
    spaces_of,
)
from sf_env.render.forms import moved
from sf_env.render.palette import FAINT_INK, INK, RULE
from sf_env.render.shapes import Box, Outline, Points, Shape, Tile, Words

MOST = 64  # maps whose drawings are kept
DASH = 7.0
PACKAGED = "san_francisco"


class Drawing(NamedTuple):
    """Where the locations and spaces of a map are on its panel, and what lies under all else."""

    places: tuple[tuple[float, float], ...]
    routes: tuple[tuple[Space, ...], ...]
    labels: tuple[Label, ...]
    ground: Tile


@lru_cache(maxsize=MOST)
def drawing_of(board: Map) -> Drawing:
    """Return the drawing of a map."""
    points = placed(board)
    routes = spaces_of(board, points)
    names = [board.location_name(number) for number in range(len(board.locations))]
    labels = labels_of(names, points, routes)
    places = tuple((round(x, 1), round(y, 1)) for x, y in points.tolist())
    shapes = (
        *_ground(board, points, routes),
        *_note(board),
        *_routes(board, places, routes),
        *_places(places, labels),
    )
    return Drawing(places, tuple(map(tuple, routes)), tuple(labels), Tile(shapes))


def _ground(board: Map, points: Array, routes: Sequence[Sequence[Space]]) -> Iterator[Shape]:
    """Yield water and land."""
    yield Box(1, 1, WIDTH - 2, HEIGHT - 2, WATER, RULE, 1.2, 10)
    coast = coast_of(board, points, routes)
    for outlines, colour in zip(coast.shallows, SHALLOWS, strict=True):
        for outline in outlines:
            yield Outline(outline, colour)
    for outlines, colour in ((coast.land, LAND), (coast.lakes, SHALLOWS[-1])):
        for outline in outlines:
            yield Outline(outline, colour, COAST, 1.6)


def _note(board: Map) -> Iterator[Shape]:
    """Yield what must be said of the packaged map wherever it is shown."""
    if board.name == PACKAGED:
        yield Words(14, 22, "a reconstruction, not the published map", 10.5, FAINT_INK)


def _routes(
    board: Map, places: Sequence[tuple[float, float]], routes: Sequence[Sequence[Space]]
) -> Iterator[Shape]:
    for route, spaces in zip(board.routes, routes, strict=True):
        line = (places[route.first], *((one.x, one.y) for one in spaces), places[route.second])
        yield from _trail(line, bool(route.ferries))
    for route, spaces in zip(board.routes, routes, strict=True):
        middle = (len(spaces) - 1) / 2
        order = sorted(range(len(spaces)), key=lambda at: abs(at - middle))
        ferries = set(order[: route.ferries])
        for at, one in enumerate(spaces):
            yield from icons.space(one, route.colour, at in ferries)


def _trail(line: Points, ferry: bool) -> Iterator[Outline]:
    """Yield the line under the spaces of a route, in dashes over water."""
    if not ferry:
        yield Outline(line, None, TRAIL, 2, closed=False)
        return
    for start, end in pairwise(line):
        length = ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
        count = max(round(length / DASH), 1)
        for number in range(0, count, 2):
            ends = (number / count, min(number + 1, count) / count)
            points = tuple(
                (
                    round(start[0] + part * (end[0] - start[0]), 1),
                    round(start[1] + part * (end[1] - start[1]), 1),
                )
                for part in ends
            )
            yield Outline(points, None, SEAWAY, 2, closed=False)


def _places(places: Sequence[tuple[float, float]], labels: Sequence[Label]) -> Iterator[Shape]:
    for (x, y), label in zip(places, labels, strict=True):
        if label.far:
            end = (
                min(max(x, label.left), label.left + label.width),
                min(max(y, label.top), label.top + label.height),
            )
            yield Outline(((x, y), end), None, FAINT_INK, 1, closed=False)
    for (x, y), label in zip(places, labels, strict=True):
        yield from moved(icons.stop(), x, y)
        for number, line in enumerate(label.lines):
            base = label.top + label.size * (LINE * number + 0.88)
            middle = label.left + label.width / 2
            yield Words(round(middle, 1), round(base, 1), line, label.size, INK, "middle")
