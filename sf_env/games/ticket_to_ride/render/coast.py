"""Land and water of a map, which hint at a coast: land lies around routes that need no ferry.

The land is where a field of distances is above 0: near locations and routes on land and between
them, but not where ferries go.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.render.ways import HEIGHT, WIDTH, Space
from sf_env.render.contours import area, contours
from sf_env.render.shapes import Points

STEP = 6.0  # between two points of the field
REACH = 34.0  # of land around what lies on it
SHORE = 19.0  # of land that remains next to a ferry
ISLAND = 24.0
WATERWAY = 15.0  # on either side of a ferry
FAR_APART = 190.0  # locations between which land is not filled in
SHALLOWS = (-20.0, -9.0)  # how far from the coast the water changes its colour


class Coast(NamedTuple):
    """The outlines of land, of lakes on it, and of the water along the coast, outer ones first."""

    land: list[Points]
    lakes: list[Points]
    shallows: list[list[Points]]


def coast_of(board: Map, points: Array, routes: Sequence[Sequence[Space]]) -> Coast:
    """Return land and water of a map; there are lakes only where ferries need them."""
    field = _field(board, points, routes)
    ferries = [
        (one.x, one.y)
        for route, spaces in zip(board.routes, routes, strict=True)
        if route.ferries
        for one in spaces
    ]
    outlines = contours(field, STEP)
    lakes = [one for one in outlines if area(one) < 0 and any(_around(one, at) for at in ferries)]
    shallows = [
        [one for one in contours(field - level, STEP) if area(one) > 0] for level in SHALLOWS
    ]
    return Coast([one for one in outlines if area(one) > 0], lakes, shallows)


def _around(outline: Points, point: tuple[float, float]) -> bool:
    """Return whether a point lies within the rectangle around an outline."""
    across, down = zip(*outline, strict=True)
    return bool(min(across) <= point[0] <= max(across) and min(down) <= point[1] <= max(down))


def _field(board: Map, points: Array, routes: Sequence[Sequence[Space]]) -> Array:
    """Return how far each point of a grid lies inside the land."""
    axes = np.arange(0, WIDTH + STEP, STEP), np.arange(0, HEIGHT + STEP, STEP)
    grid = np.stack(np.meshgrid(*axes), axis=-1)
    mainland = points[sorted({end for one in board.routes if not one.ferries for end in one[:2]})]
    trails = [
        _to_trail(grid, points[list(route[:2])], spaces)
        for route, spaces in zip(board.routes, routes, strict=True)
    ]
    ground = [one for one, route in zip(trails, board.routes, strict=True) if not route.ferries]
    ferries = [one for one, route in zip(trails, board.routes, strict=True) if route.ferries]
    places, far = _distance(grid, points), np.full(grid.shape[:2], np.inf)
    land = np.minimum.reduce([far, _to_mainland(grid, mainland), *ground])
    dry = SHORE - np.minimum.reduce([places, *ground])
    water = np.minimum.reduce([far, *ferries]) - WATERWAY
    shore = np.maximum(REACH - land, ISLAND - places)
    field: Array = _soft(np.minimum(shore, np.maximum(water, dry)))
    field[[0, -1]] = field[:, [0, -1]] = SHALLOWS[0] - 1  # outlines are closed
    return field


def _distance(grid: Array, points: Array) -> Array:
    """Return how far the nearest of some points is from each point of a grid."""
    nearest = np.full(grid.shape[:2], np.inf)
    for point in points:
        np.minimum(nearest, np.hypot(*np.moveaxis(grid - point, -1, 0)), out=nearest)
    return nearest


def _to_mainland(grid: Array, corners: Array) -> Array:
    """Return how far the triangles between near locations are from each point of a grid."""
    nearest = _distance(grid, corners)
    near = {
        (one, other)
        for one, other in combinations(range(len(corners)), 2)
        if np.hypot(*(corners[one] - corners[other])) < FAR_APART
    }
    for a, b, c in combinations(range(len(corners)), 3):
        if {(a, b), (a, c), (b, c)} <= near:
            nearest[_within(grid, corners[[a, b, c]])] = 0
    for one, other in near:
        np.minimum(nearest, _to_line(grid, corners[one], corners[other]), out=nearest)
    return nearest


def _to_trail(grid: Array, ends: Array, spaces: Sequence[Space]) -> Array:
    """Return how far a route between two places is from each point of a grid."""
    line = [ends[0], *(np.array([one.x, one.y]) for one in spaces), ends[1]]
    distance: Array = np.min([_to_line(grid, *piece) for piece in pairwise(line)], axis=0)
    return distance


def _within(grid: Array, corners: Array) -> Array:
    """Return which points of a grid are in a triangle (3, 2)."""
    sides = np.roll(corners, -1, axis=0) - corners
    turns = [
        side[0] * (grid[..., 1] - corner[1]) - side[1] * (grid[..., 0] - corner[0])
        for corner, side in zip(corners, sides, strict=True)
    ]
    low, high = np.minimum.reduce(turns), np.maximum.reduce(turns)
    inside: Array = (low >= 0) | (high <= 0)
    return inside


def _to_line(grid: Array, start: Array, end: Array) -> Array:
    """Return how far a line from one point to another is from each point of a grid."""
    whole = end - start
    part = np.clip(((grid - start) @ whole) / (whole @ whole), 0, 1)
    distance: Array = np.hypot(*np.moveaxis(grid - start - part[..., None] * whole, -1, 0))
    return distance


def _soft(field: Array) -> Array:
    """Return a field with each point in the mean with those around it."""
    for axis in (0, 1, 0, 1):
        before, after = np.roll(field, 1, axis), np.roll(field, -1, axis)
        field = 0.5 * field + 0.25 * (before + after)
    return field
