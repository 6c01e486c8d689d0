"""Lines along which a field of numbers has the value 0, as smooth closed outlines."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.render.shapes import Points

SMOOTHING = 2  # times that corners are cut

Field = np.ndarray[Any, Any]
Line = tuple[int, int, int, int]  # between two points of the field: row and column of both

# By the corners of a cell that are above 0 (1 above left, 2 above right, 4 below right, 8 below
# left): the side by which the outline enters, and the one by which it leaves (0 above, 1 right, 2
# below, 3 left).
SIDES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),),
    2: ((1, 0),),
    3: ((1, 3),),
    4: ((2, 1),),
    5: ((0, 1), (2, 3)),
    6: ((2, 0),),
    7: ((2, 3),),
    8: ((3, 2),),
    9: ((0, 2),),
    10: ((1, 2), (3, 0)),
    11: ((1, 2),),
    12: ((3, 1),),
    13: ((0, 1),),
    14: ((3, 0),),
}
ENDS = ((0, 0, 0, 1), (0, 1, 1, 1), (1, 0, 1, 1), (0, 0, 1, 0))  # of each side


def contours(field: Field, step: float) -> list[Points]:
    """Return the outlines of where a field (rows, columns) is above 0, of points ``step`` apart.

    The field should be below 0 along its edges. `area` is negative for the outlines of holes.
    """
    follows = _pieces(field)
    outlines = []
    while follows:
        start, line = follows.popitem()
        outline = [start]
        while line != start:
            outline.append(line)
            line = follows.pop(line)
        outlines.append(_smooth(np.array([_crossing(field, one, step) for one in outline])))
    return outlines


def area(outline: Points) -> float:
    """Return the area in an outline, below 0 if it goes round the other way."""
    following = (*outline[1:], outline[0])
    return sum(x * b - a * y for (x, y), (a, b) in zip(outline, following, strict=True)) / 2


def _pieces(field: Field) -> dict[Line, Line]:
    """Return the pieces of outlines in all cells: where each enters, and where it leaves."""
    high = field > 0
    codes = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1]
    return {
        _line(row, column, enters): _line(row, column, leaves)
        for row, column in np.argwhere((codes > 0) & (codes < 15)).tolist()
        for enters, leaves in SIDES[int(codes[row, column])]
    }


def _line(row: int, column: int, side: int) -> Line:
    """Return a side of a cell; its neighbour there has the same one."""
    down, right, further_down, further_right = ENDS[side]
    return row + down, column + right, row + further_down, column + further_right


def _crossing(field: Field, line: Line, step: float) -> tuple[float, float]:
    """Return where the field is 0 between two of its points."""
    row, column, below, right = line
    here, there = float(field[row, column]), float(field[below, right])
    part = here / (here - there)
    return step * (column + part * (right - column)), step * (row + part * (below - row))


def _smooth(corners: Field) -> Points:
    """Return an outline (n, 2) with its corners cut, by half of its points."""
    for _ in range(SMOOTHING):
        after = np.roll(corners, -1, axis=0)
        corners = (corners + after) / 2
    return tuple((round(x, 1), round(y, 1)) for x, y in corners[::2].tolist())
