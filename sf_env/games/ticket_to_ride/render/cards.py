"""Tiles of transport cards and tickets. Cached: equal things are the same tile."""

from __future__ import annotations

from functools import cache

from sf_env.games.ticket_to_ride.engine.constants import KIND_NAMES
from sf_env.games.ticket_to_ride.render import icons, palette
from sf_env.games.ticket_to_ride.render.palette import BY_KIND
from sf_env.render.forms import moved
from sf_env.render.palette import ACCENT, RULE, WHITE
from sf_env.render.shapes import Box, Tile, Words

WIDTH, HEIGHT = 46, 64  # of a card on the table
SMALL_WIDTH, SMALL_HEIGHT = 30, 42  # of one in a hand


@cache
def card(kind: int) -> Tile:
    """Return a face-up card: its sign, and its name for those who know it by that."""
    shades = BY_KIND[kind]
    name = KIND_NAMES[kind]
    return Tile(
        (
            Box(0, 0, WIDTH, HEIGHT, shades.fill, shades.edge, 1.4, 6),
            Box(4, 4, WIDTH - 8, HEIGHT - 8, None, shades.sign, 0.8, 3),
            *moved(icons.sign(kind, 11), WIDTH / 2, 26),
            Words(WIDTH / 2, HEIGHT - 10, name, 10, shades.sign, "middle"),
        ),
        name,
    )


@cache
def small_card(kind: int, count: int) -> Tile:
    """Return cards of a kind in a hand, with their number."""
    shades = BY_KIND[kind]
    return Tile(
        (
            Box(0, 0, SMALL_WIDTH, SMALL_HEIGHT, shades.fill, shades.edge, 1.2, 4),
            *moved(icons.sign(kind, 6.2), SMALL_WIDTH / 2, 13),
            Words(SMALL_WIDTH / 2, 35, str(count), 14.5, shades.sign, "middle", bold=True),
        ),
        f"{count} {KIND_NAMES[kind]}",
    )


@cache
def hidden_cards(count: int) -> Tile:
    """Return cards of a hand of which only the number is known."""
    return Tile(
        (
            *_back(SMALL_WIDTH, SMALL_HEIGHT),
            Words(SMALL_WIDTH / 2, 26, str(count), 14.5, WHITE, "middle", bold=True),
        ),
        f"{count} unknown",
    )


@cache
def deck(count: int) -> Tile:
    """Return a deck of cards, face down, with their number."""
    return Tile(
        (
            *moved(_back(WIDTH, HEIGHT), 3, 3),
            *_back(WIDTH, HEIGHT),
            Words(WIDTH / 2, HEIGHT / 2 + 6, str(count), 17, WHITE, "middle", bold=True),
        ),
        "deck",
    )


def _back(width: float, height: float) -> tuple[Box, ...]:
    """Return the back of a card."""
    inner = Box(4, 4, width - 8, height - 8, None, "#a9bcd4", 0.9, 3)
    return Box(0, 0, width, height, palette.BACK, palette.BACK_EDGE, 1.2, 5), inner


@cache
def ticket_deck(count: int) -> Tile:
    """Return the deck of tickets with their number."""
    box = Box(0, 0, HEIGHT, WIDTH, palette.TICKET, palette.TICKET_EDGE, 1.3, 5)
    return Tile(
        (
            *moved((box,), 3, 3),
            box,
            *moved(icons.ticket(), 20, WIDTH / 2),
            Words(47, WIDTH / 2 + 6, str(count), 17, "#22262e", "middle", bold=True),
        ),
        "tickets",
    )


@cache
def area(width: float, height: float) -> Tile:
    """Return an invisible box: where something can be pointed at."""
    return Tile((Box(0, 0, width, height),))


@cache
def frame(width: float, height: float, chosen: bool) -> Tile:
    """Return a frame around something that is offered, with an accent if it is to be chosen now."""
    edge, thick = (ACCENT, 1.8) if chosen else (RULE, 1.2)
    return Tile((Box(0, 0, width, height, None, edge, thick, 5),))
