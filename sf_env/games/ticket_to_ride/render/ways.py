"""Where a map is drawn: places on the panel, and the spaces of routes along curves between them.

Routes bend where a straight line would pass another place or route too closely; the two of a
double run side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.map.map import Map

WIDTH, HEIGHT = 700, 600  # of the panel
MARGINS = (80, 36)  # left and right, above and below: labels need room
PLACE_RADIUS = 13.0  # around a location, which nothing else enters: tokens lie there
APART = 74.0  # between the centres of two locations, at least
NARROW = 4  # times longer than it is wide, so that a map is drawn as a ring

SPACE_WIDTH = 13.0
LONGEST_SPACE = 34.0
LONGEST_STEP = 46.0  # from space to space
BETWEEN_SPACES = 2.6
DOUBLE = SPACE_WIDTH / 2 + 1.2  # from the middle of a double to the middle of either route

BENDS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.46, -0.46)  # sideways, by the distance
BEND_COST = 320.0
CROWDED = 4.0  # what it costs to be near another route, by the square of what is lacking
SWEEPS = 4
SAMPLES = 16  # points of a curve that are compared with others
NEAR_END = 6.0  # beyond a place, where the spaces of a route begin
FINE = np.linspace(0, 1, 48)  # parts of its way by which its length is measured

Point = tuple[float, float]


class Space(NamedTuple):
    """A space of a route: its centre, its direction (of length 1), and how long it is."""

    x: float
    y: float
    along: Point
    length: float


# Places.


def placed(board: Map) -> Array:
    """Return where each location is on the panel: (locations, 2) float64."""
    given = np.array([(float(one.x), float(one.y)) for one in board.locations])
    extent = np.ptp(given, axis=0)
    if extent.min() * NARROW < extent.max() or extent.max() == 0:
        given = _ring(len(given))
        extent = np.ptp(given, axis=0)
    room = np.array([WIDTH, HEIGHT]) - 2 * np.array(MARGINS)
    middle = given.min(axis=0) + extent / 2
    fitted = (given - middle) * (room / extent).min() + np.array([WIDTH, HEIGHT]) / 2
    return _spread(fitted)


def _ring(count: int) -> Array:
    """Return points round a circle, for maps whose coordinates say nothing."""
    angles = 2 * np.pi * np.arange(count) / count
    return np.stack([np.sin(angles), -np.cos(angles)], axis=1)


def _spread(points: Array) -> Array:
    """Push locations apart that are too near to each other, within the margins."""
    low = np.array(MARGINS, float)
    high = np.array([WIDTH, HEIGHT]) - low
    # Of equal points each is pushed in a direction of its own.
    points = points + 1e-3 * _ring(len(points))
    for _ in range(200):
        between = points[:, None] - points[None]
        distance = np.linalg.norm(between, axis=2) + 1000 * np.eye(len(points))
        lacking = np.maximum(APART - distance, 0)
        if not lacking.any():
            break
        push = (between / distance[..., None] * lacking[..., None]).sum(axis=1)
        points = np.clip(points + 0.5 * push, low, high)
    return points


# Curves.


def bent(points: Array, pairs: Sequence[tuple[int, int]], widths: Sequence[float]) -> list[float]:
    """Return how far the curve of each pair bends, so that it keeps clear of places and others."""
    choices = [_curves(points[a], points[b]) for a, b in pairs]
    fixed = np.array(
        [
            _near_places(curves, points, pair, width)
            for curves, pair, width in zip(choices, pairs, widths, strict=True)
        ]
    )
    fixed += BEND_COST * np.abs(BENDS)
    chosen = np.zeros(len(pairs), np.int64)
    current = np.stack([curves[0] for curves in choices])
    breadth = np.array(widths)
    for _ in range(SWEEPS):
        for one, curves in enumerate(choices):
            cost = fixed[one] + _near_others(curves, current, breadth, one)
            chosen[one] = cost.argmin()
            current[one] = curves[chosen[one]]
    return [BENDS[choice] for choice in chosen]


def _curves(start: Array, end: Array) -> Array:
    """Return points of each curve that a route may take, where its spaces are: (n, samples, 2)."""
    ends = min((PLACE_RADIUS + NEAR_END) / float(np.hypot(*(end - start))), 0.4)
    parts = np.linspace(ends, 1 - ends, SAMPLES)
    return np.stack([_curve(start, end, bend, parts) for bend in BENDS])


def _curve(start: Array, end: Array, bend: float, parts: Array) -> Array:
    """Return points of a curve from place to place, at these parts (n,) of its way: (n, 2)."""
    across = np.array([start[1] - end[1], end[0] - start[0]])
    control = (start + end) / 2 + bend * across
    t = parts[:, None]
    curve: Array = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
    return curve


def _near_places(curves: Array, points: Array, pair: tuple[int, int], width: float) -> Array:
    """Return what it costs each curve (n, samples, 2) to pass other places, or leave the panel."""
    others = np.delete(points, pair, axis=0)
    distance = np.linalg.norm(curves[:, :, None] - others, axis=3)
    lacking = np.maximum(PLACE_RADIUS + width / 2 + 5 - distance, 0)
    edge = np.array([WIDTH, HEIGHT]) / 2
    beyond = np.maximum(np.abs(curves - edge) - edge + width, 0)
    cost: Array = (lacking**2).sum(axis=(1, 2)) + (beyond**2).sum(axis=(1, 2))
    return cost


def _near_others(curves: Array, current: Array, breadth: Array, one: int) -> Array:
    """Return what it costs each curve (n, samples, 2) to be near the others as they are now."""
    others = np.delete(current, one, axis=0)
    need = (breadth[one] + np.delete(breadth, one)) / 2 + 3
    distance = np.linalg.norm(curves[:, None, :, None] - others[None, :, None], axis=4)
    lacking = np.maximum(need[None, :, None, None] - distance, 0)
    cost: Array = CROWDED * (lacking**2).sum(axis=(1, 2, 3))
    return cost


# Spaces.


def spaces_of(board: Map, points: Array) -> list[list[Space]]:
    """Return the spaces of each route, from its first location to its second."""
    pairs = list(dict.fromkeys(_pair(route[:2]) for route in board.routes))
    doubled = {_pair(board.routes[one][:2]) for one in _twins(board)}
    widths = [SPACE_WIDTH + 2 * DOUBLE * (pair in doubled) for pair in pairs]
    bends = dict(zip(pairs, bent(points, pairs, widths), strict=True))
    found = []
    for number, route in enumerate(board.routes):
        pair = _pair(route[:2])
        twin = board.twins[number]
        side = 0.0 if twin < 0 else DOUBLE if number < twin else -DOUBLE
        curve = _shifted(_curve(points[pair[0]], points[pair[1]], bends[pair], FINE), side)
        spaces = list(_along(curve, route.length))
        found.append(spaces if pair == route[:2] else _reversed(spaces))
    return found


def _reversed(spaces: Sequence[Space]) -> list[Space]:
    return [one._replace(along=(-one.along[0], -one.along[1])) for one in reversed(spaces)]


def _pair(ends: Sequence[int]) -> tuple[int, int]:
    return min(ends), max(ends)


def _twins(board: Map) -> Iterator[int]:
    return (number for number, twin in enumerate(board.twins) if twin >= 0)


def _shifted(curve: Array, side: float) -> Array:
    """Return the curve that runs this far to the side of another."""
    along = np.gradient(curve, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    return curve + side * np.stack([-along[:, 1], along[:, 0]], axis=1)


def _along(curve: Array, count: int) -> Iterator[Space]:
    """Yield this many spaces along a curve, clear of the places at its ends."""
    steps = np.linalg.norm(np.diff(curve, axis=0), axis=1)
    reached = np.concatenate([[0], np.cumsum(steps)])
    whole = reached[-1]
    room = max(whole - 2 * (PLACE_RADIUS + 1), whole / 3)
    step = min(room / count, LONGEST_STEP)
    length = max(min(step - BETWEEN_SPACES, LONGEST_SPACE), step / 2)
    for number in range(count):
        at = whole / 2 + (number - (count - 1) / 2) * step
        x, y = (float(np.interp(at, reached, curve[:, axis])) for axis in (0, 1))
        before, after = (
            np.array([np.interp(at + shift, reached, curve[:, axis]) for axis in (0, 1)])
            for shift in (-1, 1)
        )
        dx, dy = (after - before) / np.linalg.norm(after - before)
        yield Space(x, y, (float(dx), float(dy)), length)
