"""Where the names of locations are on a map: next to their places, over nothing else.

Obstacles are circles: places, and spaces of routes as rows of circles. Every name has many possible
boxes; those that meet no obstacle are searched for a choice in which no two boxes meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.render.ways import (
    HEIGHT,
    PLACE_RADIUS,
    SPACE_WIDTH,
    WIDTH,
    Space,
)
from sf_env.render.widths import width_of

SIZES = (13.5, 12.5, 11.5)  # of letters
SMALLER = 45.0  # what it costs to take the next size
GOOD = 80.0  # of all costs: what need not be improved
LINE = 1.12  # height of a line, by the size
LONGEST = 24  # letters of a line
CLEAR = 1.5  # around a label
EDGE = 4  # of the panel, which labels keep clear of
DIRECTIONS = 24
DISTANCES = (2.0, 4.0, 8.0, 12.0, 18.0, 26.0, 36.0, 48.0, 62.0)
NEAR = 12.0  # a label that is farther from its place has a line to it
DOUBT = 9.0  # by which a label should be nearer to its place than to others
CROSSING = 40.0  # what it costs if the line to a label crosses a route
SWEEPS = 60
MEETING = 1000.0  # what it costs if two labels meet
BLOCKED = 300.0  # or if a label covers something


class Label(NamedTuple):
    """The name of a location: the corner and size of its box, and the lines of text in it."""

    left: float
    top: float
    width: float
    height: float
    lines: tuple[str, ...]
    size: float
    far: bool  # from its place


def labels_of(
    names: Sequence[str], points: Array, routes: Sequence[Sequence[Space]]
) -> list[Label]:
    """Return the label of each location, all in letters of the size that suits them best."""
    obstacles = np.concatenate([_circles(points), _rows_of_circles(routes)])
    tried = []
    for number, size in enumerate(SIZES):
        possible = [
            list(_possible(name, x, y, size))
            for name, (x, y) in zip(names, points.tolist(), strict=True)
        ]
        labels, cost = _chosen(possible, points, obstacles)
        tried.append((cost + SMALLER * number, number, labels))
        if cost < GOOD:
            break
    return min(tried)[2]


# Obstacles.


def _circles(points: Array) -> Array:
    """Return the places as circles (n, 3): x, y, radius."""
    return np.column_stack([points, np.full(len(points), PLACE_RADIUS)])


def _rows_of_circles(routes: Sequence[Sequence[Space]]) -> Array:
    """Return circles (n, 3) that cover all spaces."""
    radius = SPACE_WIDTH / 2 + 1.5
    return np.array(
        [
            (space.x + at * space.along[0], space.y + at * space.along[1], radius)
            for route in routes
            for space in route
            for at in np.linspace(-space.length / 2 + radius / 2, space.length / 2 - radius / 2, 4)
        ]
    )


# Boxes.


def _possible(name: str, x: float, y: float, size: float) -> Iterator[tuple[Label, float]]:
    """Yield the labels that a place may have, each with what it costs."""
    for lines in _ways_to_break(name):
        width = max(width_of(line, size) for line in lines)
        height = LINE * size * len(lines)
        for distance in DISTANCES:
            for number in range(DIRECTIONS):
                right, down = _around(number)
                reach = PLACE_RADIUS + distance
                left = x + right * (reach + width / 2) - width / 2
                top = y + down * (reach + height / 2) - height / 2
                label = Label(left, top, width, height, lines, size, distance > NEAR)
                yield label, distance + 2 * (len(lines) - 1) + 3 * abs(down)


def _around(number: int) -> tuple[float, float]:
    """Return one of the points on the edge of a square around (0, 0), whose sides are 2 long."""
    angle = 2 * np.pi * number / DIRECTIONS
    right, down = float(np.cos(angle)), float(np.sin(angle))
    largest = max(abs(right), abs(down))
    return right / largest, down / largest


def _ways_to_break(name: str) -> Iterator[tuple[str, ...]]:
    """Yield a name as one line, and as two of about the same length."""
    name = " ".join(name.split())
    if len(name) <= LONGEST:
        yield (name,)
    breaks = [at for at, letter in enumerate(name) if letter == " "]
    if breaks:
        middle = min(breaks, key=lambda at: abs(at - len(name) / 2))
        yield _cut(name[:middle]), _cut(name[middle + 1 :])
    elif len(name) > LONGEST:
        yield (_cut(name),)


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


# The search.


def _chosen(
    possible: Sequence[Sequence[tuple[Label, float]]], points: Array, obstacles: Array
) -> tuple[list[Label], float]:
    """Return a label for each place, and what they cost."""
    options = [_best(each, obstacles) for each in possible]
    boxes = [np.array([label[:4] for label, _ in each]) for each in options]
    costs = [
        np.array([cost for _, cost in each])
        + _doubts(box, points, one)
        + CROSSING * _crossed(box, points[one], obstacles[len(points) :])
        for one, (each, box) in enumerate(zip(options, boxes, strict=True))
    ]
    chosen = [int(cost.argmin()) for cost in costs]
    current = np.array([box[one] for box, one in zip(boxes, chosen, strict=True)])
    order = sorted(range(len(options)), key=lambda one: len(options[one]))
    weights = np.ones(len(options))  # of those that others keep meeting
    for _ in range(SWEEPS):
        for one in order:
            meets = _meeting(boxes[one], current)
            meets[:, one] = False
            total = costs[one] + MEETING * meets @ weights
            chosen[one] = int(total.argmin())
            current[one] = boxes[one][chosen[one]]
        clashes = _meeting(current, current) & ~np.eye(len(current), dtype=bool)
        if not clashes.any():
            break
        weights += clashes.any(axis=0)
    labels = [each[at][0] for each, at in zip(options, chosen, strict=True)]
    paid = sum(float(cost[at]) for cost, at in zip(costs, chosen, strict=True))
    return labels, paid + MEETING * float(clashes.sum())


def _best(each: Sequence[tuple[Label, float]], obstacles: Array) -> list[tuple[Label, float]]:
    """Return the labels that meet no obstacle, or all of them at a price if there are none."""
    boxes = np.array([label[:4] for label, _ in each])
    covers = _covers(boxes, obstacles) + _outside(boxes)
    free = [one for one, count in zip(each, covers, strict=True) if count == 0]
    return free or [
        (label, cost + BLOCKED * float(count))
        for (label, cost), count in zip(each, covers, strict=True)
    ]


def _doubts(boxes: Array, points: Array, own: int) -> Array:
    """Return what it costs each box (n, 4) to be as near to other places as to its own: (n,)."""
    apart = _apart(boxes, points)
    others = np.delete(apart, own, axis=1).min(axis=1)
    cost: Array = np.maximum(apart[:, own] + DOUBT - others, 0)
    return cost


def _crossed(boxes: Array, place: Array, circles: Array) -> Array:
    """Return whether the line from a place to each box (n, 4) crosses circles (m, 3): (n,)."""
    nearest = np.clip(place, boxes[:, :2], boxes[:, :2] + boxes[:, 2:])
    crossed: Array = np.linalg.norm(nearest - place, axis=1) > PLACE_RADIUS + NEAR
    parts = np.linspace(0, 1, 12)[None, :, None]
    line = place + parts * (nearest[crossed] - place)[:, None]
    apart = np.linalg.norm(line[:, :, None] - circles[None, None, :, :2], axis=3)
    crossed[crossed] = (apart < circles[:, 2]).any(axis=(1, 2))
    return crossed


def _apart(boxes: Array, points: Array) -> Array:
    """Return how far each of some points (m, 2) is from each box (n, 4): (n, m)."""
    low, high = boxes[:, None, :2], boxes[:, None, :2] + boxes[:, None, 2:]
    beyond = np.maximum(np.maximum(low - points, points - high), 0)
    apart: Array = np.hypot(beyond[..., 0], beyond[..., 1])
    return apart


def _covers(boxes: Array, circles: Array) -> Array:
    """Return how many circles (m, 3) each box (n, 4) meets: (n,)."""
    count: Array = (_apart(boxes, circles[:, :2]) < circles[:, 2]).sum(axis=1)
    return count


def _outside(boxes: Array) -> Array:
    """Return on how many sides each box (n, 4) leaves the panel, with a weight: (n,)."""
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    count: Array = 10 * ((low < EDGE) | (high > np.array([WIDTH, HEIGHT]) - EDGE)).sum(axis=1)
    return count


def _meeting(boxes: Array, others: Array) -> Array:
    """Return which boxes (n, 4) meet which others (m, 4): (n, m) bool."""
    low, high = boxes[:, None, :2] - CLEAR, boxes[:, None, :2] + boxes[:, None, 2:] + CLEAR
    far, near = others[None, :, :2] + others[None, :, 2:], others[None, :, :2]
    meeting: Array = np.all((low < far) & (near < high), axis=2)
    return meeting
