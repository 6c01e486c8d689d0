"""Signs around (0, 0), each of a form of its own, for those who cannot distinguish colours."""

from __future__ import annotations

from math import pi, sin

from sf_env.render.forms import Shapes, ring
from sf_env.render.shapes import Box, Disc, Outline


def wave(radius: float, ink: str, rows: int = 2) -> Shapes:
    """Return waves, one below the other."""
    lines = []
    for row in range(rows):
        y = (row - (rows - 1) / 2) * radius
        points = tuple(
            (radius * (step / 8 - 1), y + radius * 0.28 * sin(step * pi / 4)) for step in range(17)
        )
        lines.append(Outline(points, None, ink, radius * 0.3, closed=False))
    return tuple(lines)


def square(radius: float, ink: str) -> Shapes:
    """Return a square."""
    side = radius * 0.85
    return (Box(-side, -side, 2 * side, 2 * side, ink),)


def diamond(radius: float, ink: str) -> Shapes:
    """Return a square on its tip."""
    return (Outline(ring(4, radius * 1.1), ink),)


def sun(radius: float, ink: str) -> Shapes:
    """Return a star with eight rays."""
    rays = ring(8, radius * 1.15, radius * 0.72)
    return (Outline(rays, ink),)


def hill(radius: float, ink: str) -> Shapes:
    """Return a triangle."""
    points = ((0, -radius), (radius * 1.05, radius * 0.85), (-radius * 1.05, radius * 0.85))
    return (Outline(points, ink),)


def cross(radius: float, ink: str) -> Shapes:
    """Return a cross."""
    wide, thin = radius, radius * 0.33
    return (Box(-wide, -thin, 2 * wide, 2 * thin, ink), Box(-thin, -wide, 2 * thin, 2 * wide, ink))


def disc(radius: float, ink: str) -> Shapes:
    """Return a disc."""
    return (Disc(0, 0, radius * 0.9, ink),)


def star(radius: float, ink: str) -> Shapes:
    """Return a star with five rays."""
    return (Outline(ring(5, radius * 1.2, radius * 0.52), ink),)
