"""Small drawings, each around (0, 0): signs of the kinds of cards, spaces, trams, tokens."""

from __future__ import annotations

from collections.abc import Callable

from sf_env.games.ticket_to_ride.engine.constants import FERRY, GREY
from sf_env.games.ticket_to_ride.render import palette
from sf_env.games.ticket_to_ride.render.palette import BY_KIND, SEATS, Shades
from sf_env.games.ticket_to_ride.render.ways import SPACE_WIDTH, Space
from sf_env.render import signs
from sf_env.render.forms import Shapes, moved, ring, rounded, turned
from sf_env.render.palette import INK, WHITE
from sf_env.render.shapes import Box, Disc, Outline, Points, Words

FORMS: tuple[Callable[[float, str], Shapes], ...] = (
    signs.disc,
    signs.hill,
    signs.square,
    signs.diamond,
    signs.cross,
    signs.star,
    signs.wave,
)
SMALL = 3.3  # radius of a sign on a space
TRAM_WIDTH = 10.5
LONGEST_TRAM = 25.0


def sign(kind: int, radius: float, ink: str | None = None) -> Shapes:
    """Return the sign of a kind of cards."""
    return FORMS[kind](radius, BY_KIND[kind].sign if ink is None else ink)


def badge(kind: int) -> Shapes:
    """Return a small card of a kind."""
    shades = BY_KIND[kind]
    return (Box(-8, -10, 16, 20, shades.fill, shades.edge, 1.1, 3), *sign(kind, 4.8))


# Spaces -----------------------------------------------------------------------------------------


def shades_of(colour: int) -> Shades:
    """Return the shades of a route's colour."""
    return palette.GREY if colour == GREY else BY_KIND[colour]


def space(place: Space, colour: int, ferry: bool) -> Shapes:
    """Return a space of a route where it lies on the map, with a sign of what it asks for."""
    shades = shades_of(colour)
    corners = turned(rounded(place.length, SPACE_WIDTH, 3.2), place.along, place.x, place.y)
    shapes: Shapes = (Outline(corners, shades.fill, shades.edge, 1.2),)
    if ferry:
        plate = Disc(place.x, place.y, SPACE_WIDTH / 2 - 1.2, WHITE)
        return (*shapes, plate, *moved(sign(FERRY, 3.6), place.x, place.y))
    if colour == GREY:
        return shapes
    return (*shapes, *moved(sign(colour, SMALL), place.x, place.y))


# Trams ------------------------------------------------------------------------------------------


def tram(seat: int, place: Space) -> Shapes:
    """Return a tram of a seat on a space: a body of its own form, and as many lights as its number.

    The lights count from one for seat 0.
    """
    length, width = min(place.length - 1, LONGEST_TRAM), TRAM_WIDTH
    body = turned(_bodies(length, width)[seat], place.along, place.x, place.y)
    lights = [
        turned(((at, 0),), place.along, place.x, place.y)[0] for at in _lights(seat + 1, length)
    ]
    return (
        Outline(body, SEATS[seat], WHITE, 3.2),
        Outline(body, SEATS[seat], INK, 1.1),
        *(Disc(x, y, 1.55, WHITE) for x, y in lights),
    )


def _bodies(length: float, width: float) -> tuple[Points, ...]:
    """Return the outline of a tram for each seat: round, pointed, square, and slanted."""
    end, side = length / 2, width / 2
    tip = min(side, end / 2)
    pointed = (
        (-end, 0.0),
        (-end + tip, -side),
        (end - tip, -side),
        (end, 0.0),
        (end - tip, side),
        (-end + tip, side),
    )
    slanted = ((-end + tip, -side), (end, -side), (end - tip, side), (-end, side))
    return (
        rounded(length, width, min(side, end) - 0.1, 3),
        pointed,
        rounded(length, width, 0.1, 1),
        slanted,
    )


def _lights(count: int, length: float) -> list[float]:
    """Return where lights are along a tram."""
    step = min(4.6, (length - 5) / max(count, 1))
    return [step * (number - (count - 1) / 2) for number in range(count)]


# Tokens, cards, tickets ---------------------------------------------------------------------------


def token(kind: int | None = None, radius: float = 9.0) -> Shapes:
    """Return a tourist token, of any kind if none is given."""
    coin = (
        Disc(0, 0, radius, palette.COIN, palette.COIN_EDGE, 1.3),
        Disc(0, 0, radius * 0.76, None, palette.COIN_EDGE, 0.6),
    )
    if kind is None:
        return coin
    return (
        *coin,
        Words(0, radius * 0.46, str(kind), radius * 1.3, "#4a3000", "middle", bold=True),
    )


def pile(kind: int, count: int) -> Shapes:
    """Return a pile of tokens, one over the other."""
    shapes: Shapes = ()
    for number in range(count):
        shift = 2.6 * (number - (count - 1) / 2)
        shapes += moved(token(kind, 9.5), shift * 0.6, -shift)
    return shapes


def stop() -> Shapes:
    """Return the mark of a location."""
    return (Disc(0, 0, 7, WHITE, INK, 2), Disc(0, 0, 2.6, INK))


def missing(spaces: int | None) -> Shapes:
    """Return how many spaces a ticket lacks, a tick for none, a bar for those out of reach."""
    if spaces == 0:
        line = ((-3.3, 0), (-1, 2.6), (3.7, -2.9))
        return (Disc(0, 0, 7, palette.DONE), Outline(line, None, WHITE, 1.9, closed=False))
    ring_around = Disc(0, 0, 7, palette.TICKET, palette.TICKET_EDGE, 1.2)
    if spaces is None:
        return (ring_around, Box(-4, -1, 8, 2, "#b3261e"))
    return (ring_around, Words(0, 3.6, str(spaces), 10, INK, "middle", bold=True))


def ticket() -> Shapes:
    """Return a ticket."""
    return (
        Box(-12, -8, 24, 16, palette.TICKET, palette.TICKET_EDGE, 1.2, 3),
        Disc(-6, 3, 1.8, INK),
        Outline(((-6, 3), (5, -3)), None, INK, 1.2, closed=False),
        Disc(5, -3, 1.8, INK),
    )


def flag() -> Shapes:
    """Return the flag of a finish."""
    return (
        Box(-8, -10, 2, 20, INK),
        Outline(((-6, -9), (9, -4.5), (-6, 0)), "#b3261e"),
    )


def arrow() -> Shapes:
    """Return the arrow at the player to move."""
    return (Outline(((-5, -6), (6, 0), (-5, 6)), "#b3261e"),)


def winner() -> Shapes:
    """Return a star."""
    return (Outline(ring(5, 10, 4.4), "#f5c542", "#7a5a00", 1.2),)
