"""Small drawings, each around (0, 0): signs of districts, symbols of cards, tokens."""

from __future__ import annotations

from collections.abc import Callable

from sf_env.games.san_francisco.render.palette import (
    BRICK,
    BY_COLOUR,
    GLASS,
    GOLD,
    LEAF,
    RAIL,
    SLEEPER,
    STEEL,
    STREET,
    TRAM,
    WATER,
)
from sf_env.render import signs
from sf_env.render.forms import Shapes, ring
from sf_env.render.palette import INK, SHEET, WHITE
from sf_env.render.shapes import Box, Disc, Outline, Words

STREET_WIDTH = 12  # of the ground under tracks, and between trams

# Signs of the districts, and of black cards ---------------------------------------------------


def sign(colour: str, radius: float = 6.0) -> Shapes:
    """Return the sign of a colour, for those who cannot distinguish colours."""
    return _SIGNS[colour](radius, BY_COLOUR[colour].strong)


_SIGNS: dict[str, Callable[[float, str], Shapes]] = {
    "blue": signs.wave,
    "grey": signs.square,
    "orange": signs.diamond,
    "yellow": signs.sun,
    "green": signs.hill,
    "black": signs.cross,
}


# Symbols of cards ------------------------------------------------------------------------------


def coast() -> Shapes:
    """Return waves on water."""
    water = Box(-11, -9, 22, 18, "#dcedf8", WATER, 1.2, 4)
    return (water, *signs.wave(8, WATER, rows=2))


def depot(size: float = 1.0) -> Shapes:
    """Return a shed with a gate and rails."""
    s = size
    roof = Outline(((-12 * s, -3 * s), (0, -11 * s), (12 * s, -3 * s)), BRICK)
    return (
        roof,
        Box(-10 * s, -3 * s, 20 * s, 13 * s, "#e7c9a5", BRICK, 1.2 * s),
        Box(-5.5 * s, 0, 11 * s, 10 * s, INK, None, 0, 3 * s),
    )


def plaza(awake: bool) -> Shapes:
    """Return a round place with a fountain; with water while a tram stops next to it."""
    paving = Disc(0, 0, 11, "#eadfca" if awake else "#e2e0dc", "#8b7a5a", 1.2)
    basin = Disc(0, 0, 6, GLASS if awake else "#c9c7c2", "#6b7d8a" if awake else "#8d8b86", 1.2)
    jet = Disc(0, 0, 2.2, WATER) if awake else Disc(0, 0, 1.5, "#8d8b86")
    return (paving, basin, jet)


def foundation() -> Shapes:
    """Return a building site: a crane over a pit."""
    return (
        Box(-12, -11, 24, 22, "#f3e6cf", BRICK, 1.2, 3),
        Box(-9, 5, 18, 4, BRICK),
        Box(-6, -8, 2.6, 13, STEEL),
        Box(-9, -8, 17, 2.6, STEEL),
        _line((6, -6), (6, -2), STEEL, 1.4),
        Box(3.5, -2, 5, 4, GOLD),
    )


def skyscraper() -> Shapes:
    """Return a tower with windows."""
    windows = tuple(
        Box(round(-4.6 + 3.6 * across, 2), -10 + 5 * up, 2.2, 3, GLASS)
        for across in range(3)
        for up in range(5)
    )
    return (
        _line((0, -19), (0, -12), STEEL, 1.6),
        Box(-7, -13, 14, 28, STEEL, INK, 1, 1.5),
        *windows,
    )


def bonus() -> Shapes:
    """Return a star."""
    return (Outline(ring(5, 10, 4.4), "#f5c542", "#7a5a00", 1.2),)


def tram() -> Shapes:
    """Return a tram car."""
    return (
        Box(-14, -8, 28, 14, TRAM, INK, 1, 4),
        Box(-11, -5, 6, 6, SHEET, None, 0, 1),
        Box(-3, -5, 6, 6, SHEET, None, 0, 1),
        Box(5, -5, 6, 6, SHEET, None, 0, 1),
        Disc(-7, 7, 2.6, INK),
        Disc(7, 7, 2.6, INK),
    )


def rails(width: float, height: float, x: float, y: float) -> Shapes:
    """Return streets with tracks that cross at (x, y) and lead to all four sides."""
    edge, half = 2, STREET_WIDTH / 2
    return (
        Box(x - half, edge, STREET_WIDTH, height - 2 * edge, STREET),
        Box(edge, y - half, width - 2 * edge, STREET_WIDTH, STREET),
        *(_line((at, y - 5), (at, y + 5), SLEEPER, 2) for at in range(4, int(width), 9)),
        *(_line((edge, y + by), (width - edge, y + by), RAIL, 1.4) for by in (-3, 3)),
        *(_line((x + by, edge), (x + by, height - edge), RAIL, 1.4) for by in (-3, 3)),
    )


def tram_line(end: tuple[float, float]) -> Shapes:
    """Return the line between a tram at (0, 0) and its neighbour."""
    return (_line((0, 0), end, STREET, STREET_WIDTH), _line((0, 0), end, TRAM, 5))


def _line(begin: tuple[float, float], end: tuple[float, float], ink: str, thick: float) -> Outline:
    return Outline((begin, end), None, ink, thick, closed=False)


# Tokens ---------------------------------------------------------------------------------------


def plus_two() -> Shapes:
    """Return the token that raises a value."""
    ground = Disc(0, 0, 10, BY_COLOUR["blue"].strong, WHITE, 1)
    return (ground, Words(0, 3.6, "+2", 10, WHITE, "middle", bold=True))


def contract() -> Shapes:
    """Return a sheet of paper with lines and a seal."""
    lines = tuple(Outline(((-4, y), (4, y)), None, "#8d8578", 1, closed=False) for y in (-5, -2, 1))
    return (Box(-6.5, -9, 13, 18, SHEET, INK, 1.1, 1.5), *lines, Disc(2.5, 5, 2.2, TRAM))


def medal() -> Shapes:
    """Return a medal on a ribbon."""
    ribbon = Outline(((-6, -10), (6, -10), (2, 1), (-2, 1)), TRAM)
    return (ribbon, Disc(0, 4, 6.5, "#f5c542", "#7a5a00", 1.2), Disc(0, 4, 3, "#fbe29a"))


def waiver() -> Shapes:
    """Return a contract that is struck out."""
    return (*contract(), Outline(((-9, 8), (9, -8)), None, TRAM, 2.4, closed=False))


def points_token() -> Shapes:
    """Return the token of one and a half points."""
    shades = BY_COLOUR["yellow"]
    return (
        Disc(0, 0, 11, shades.card, shades.strong, 1.4),
        Words(0, 3.3, "1½", 9, INK, "middle", bold=True),
    )


def wild_card() -> Shapes:
    """Return the bonus card of value 4."""
    shades = BY_COLOUR["grey"]
    return (
        Box(-9, -10, 18, 20, shades.card, shades.strong, 1.2, 3),
        Words(0, 5, "4", 14, INK, "middle", bold=True),
    )


def completed() -> Shapes:
    """Return the token for filling a district first."""
    tick = ((-4.5, 0), (-1.5, 3.5), (5, -4))
    return (Disc(0, 0, 9, LEAF, WHITE, 1), Outline(tick, None, WHITE, 2.4, closed=False))


def pile() -> Shapes:
    """Return the back of the deck, with room for how many cards there are."""
    return (
        Box(-23, -25, 50, 54, "#39506e", INK, 1, 6),
        Box(-26, -28, 50, 54, "#4a6a93", INK, 1, 6),
        Box(-22, -24, 42, 46, None, "#a9bcd4", 1.4, 4),
    )


def arrow() -> Shapes:
    """Return the arrow at the player to move."""
    return (Outline(((-5, -6), (6, 0), (-5, 6)), TRAM),)


def frame(width: float, height: float, ink: str) -> Shapes:
    """Return a frame that marks something."""
    return (Box(-1, -1, width + 2, height + 2, None, ink, 3, 8),)
