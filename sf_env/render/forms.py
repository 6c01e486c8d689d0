"""Forms that drawings are made of: polygons and stars, moved and turned."""

from __future__ import annotations

from math import cos, pi, sin

from sf_env.render.shapes import Outline, Points, Shape

Shapes = tuple[Shape, ...]


def ring(corners: int, radius: float, inner: float | None = None) -> Points:
    """Return the corners of a polygon, its tip on top; of a star if there is an inner radius."""
    steps = corners if inner is None else 2 * corners
    points = []
    for step in range(steps):
        size = radius if inner is None or step % 2 == 0 else inner
        angle = 2 * pi * step / steps - pi / 2
        points.append((round(size * cos(angle), 2), round(size * sin(angle), 2)))
    return tuple(points)


def moved(shapes: Shapes, x: float, y: float) -> Shapes:
    """Return the shapes at another place."""
    return tuple(_moved(shape, x, y) for shape in shapes)


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Outline):
        return shape._replace(points=tuple((a + x, b + y) for a, b in shape.points))
    return shape._replace(x=shape.x + x, y=shape.y + y)


def turned(points: Points, along: tuple[float, float], x: float, y: float) -> Points:
    """Return points that lie around (0, 0) around (x, y), with their x axis in a direction."""
    right, down = along
    return tuple(
        (round(x + a * right - b * down, 1), round(y + a * down + b * right, 1)) for a, b in points
    )


def rounded(width: float, height: float, radius: float, steps: int = 2) -> Points:
    """Return the corners of a rectangle around (0, 0) with round corners."""
    points = []
    for quarter, (right, down) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(steps + 1):
            angle = pi / 2 * (quarter + step / steps)
            x = right * (width / 2 - radius) + radius * cos(angle)
            y = down * (height / 2 - radius) + radius * sin(angle)
            points.append((round(x, 2), round(y, 2)))
    return tuple(points)
