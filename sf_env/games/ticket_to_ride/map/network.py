"""Where the places of generated maps are, and which of them routes join: planar networks.

Coordinates are whole numbers and nothing is rounded, so every machine finds the same network.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from sf_env.core.choices import Choices

Point = tuple[int, int]
Pair = tuple[int, int]  # ids of two places, the lower one first

WIDTH, HEIGHT = 1000, 915
SPACING = 95  # the least distance between two places
CLEARANCE = 45  # and between a place and the straight line of a route that passes it
LEFT_OUT = 8  # of that many lines that would fit, about one is left out
ISLAND_WAYS = 4  # at most
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Network(NamedTuple):
    """Places, the pairs of them that routes join, and the place that only ferries reach."""

    points: list[Point]
    pairs: list[Pair]
    island: int

    def square(self, pair: Pair) -> int:
        """Return the square of the distance between two places."""
        return square(self.points[pair[0]], self.points[pair[1]])


def make_network(choices: Choices, places: int, pairs: int) -> Network | None:
    """Return this many places and pairs; None if where the places are does not allow it."""
    points = scattered(choices, places)
    network = Network(points, joined(choices, points, pairs), outermost(choices, points))
    return network if len(network.pairs) == pairs and _well_joined(network) else None


def _well_joined(network: Network) -> bool:
    """Return whether all places are connected, and none is a dead end."""
    near: list[list[int]] = [[] for _ in network.points]
    for first, second in network.pairs:
        near[first].append(second)
        near[second].append(first)
    reached = {0}
    for _ in near:
        reached |= {other for place in reached for other in near[place]}
    ways = [len(others) for others in near]
    return len(reached) == len(near) and min(ways) >= 2 and ways[network.island] <= ISLAND_WAYS


def scattered(choices: Choices, count: int) -> list[Point]:
    """Return places that are not too near to each other."""
    points: list[Point] = []
    while len(points) < count:
        point = choices.below(WIDTH + 1), choices.below(HEIGHT + 1)
        if all(square(point, other) >= SPACING**2 for other in points):
            points.append(point)
    return points


def joined(choices: Choices, points: Sequence[Point], count: int) -> list[Pair]:
    """Return up to ``count`` pairs, the nearest first, whose lines do not cross."""
    every = combinations(range(len(points)), 2)
    pairs: list[Pair] = []
    for pair in sorted(every, key=lambda pair: square(points[pair[0]], points[pair[1]])):
        if len(pairs) < count and choices.below(LEFT_OUT) and fits(pair, pairs, points):
            pairs.append(pair)
    return pairs


def fits(pair: Pair, pairs: Iterable[Pair], points: Sequence[Point]) -> bool:
    """Return whether the line of a pair crosses no other and passes no place too closely."""
    start, end = points[pair[0]], points[pair[1]]
    crossed = any(
        crossing(start, end, points[first], points[second])
        for first, second in pairs
        if first not in pair and second not in pair
    )
    others = (point for place, point in enumerate(points) if place not in pair)
    return not crossed and not any(near(point, start, end) for point in others)


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the line from a to b crosses the one from c to d."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(a: Point, b: Point, c: Point) -> int:
    """Return twice the area of a triangle, negative if its corners go the other way round."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def outside(pair: Pair, points: Sequence[Point]) -> bool:
    """Return whether all other places are on one side of the line of a pair."""
    start, end = points[pair[0]], points[pair[1]]
    sides = {turn(start, end, point) > 0 for at, point in enumerate(points) if at not in pair}
    return len(sides) == 1


def near(point: Point, start: Point, end: Point) -> bool:
    """Return whether a point is too near to the line between two others."""
    whole = square(start, end)
    along = (point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (
        end[1] - start[1]
    )
    if not 0 <= along <= whole:
        return False  # beyond an end, from which it has its distance
    return turn(start, end, point) ** 2 < CLEARANCE**2 * whole


def square(a: Point, b: Point) -> int:
    """Return the square of the distance between two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def outermost(choices: Choices, points: Sequence[Point]) -> int:
    """Return the place that is farthest in one of eight directions."""
    east, south = choices.one(DIRECTIONS)
    return max(range(len(points)), key=lambda one: east * points[one][0] + south * points[one][1])


def spread(points: Sequence[Point], first: int, count: int) -> list[int]:
    """Return places far from each other: each next one as far as can be from those before."""
    chosen = [first]
    while len(chosen) < count:
        apart = [min(square(point, points[one]) for one in chosen) for point in points]
        chosen.append(apart.index(max(apart)))
    return chosen
