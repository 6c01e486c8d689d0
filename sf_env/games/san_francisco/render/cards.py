"""Tiles of cards and spaces. Cached: equal things are the same tile."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.palette import BY_COLOUR
from sf_env.render.forms import moved
from sf_env.render.palette import INK, SHEET
from sf_env.render.shapes import Box, Shape, Tile, Words

SIDE = 70  # of a card
GAP = 2  # between two cards of a city
MIDDLE = SIDE / 2
RAIL_AT = 56  # how far down the rails run from left to right
ICON_AT = 36  # how far down the symbols are
LEFT, RIGHT = 19, 52  # where the symbols are


class Place(NamedTuple):
    """What there is to see of a card in a city besides what is printed on it."""

    value: int
    plus2: bool = False
    track_token: bool = False
    tram: bool = False
    skyscraper: bool = False
    need: str = ""  # of a foundation that waits: "5/7"


@cache
def space(colour: str) -> Tile:
    """Return an empty space of a district."""
    shades = BY_COLOUR[colour]
    edge = Box(1, 1, SIDE - 2, SIDE - 2, shades.light, shades.card, 1.2, 7)
    return Tile((edge, *moved(icons.sign(colour, 9), MIDDLE, MIDDLE)), f"empty {colour} space")


@cache
def ground(colour: str, tracks: bool) -> Tile:
    """Return what lies under the face of a card: its colour and its rails."""
    shades = BY_COLOUR[colour]
    shapes: tuple[Shape, ...] = (Box(1, 1, SIDE - 2, SIDE - 2, shades.card, shades.strong, 1.4, 7),)
    if tracks:
        shapes += icons.rails(SIDE, SIDE, MIDDLE, RAIL_AT)
    return Tile(shapes)


@lru_cache(maxsize=4096)
def face(card: Card, place: Place | None = None) -> Tile:
    """Return what is on a card: its value and symbols, and in a city its tokens."""
    value = card.value if place is None else place.value
    shapes: tuple[Shape, ...] = (Words(7, 21, str(value), 20, INK, "start", bold=True),)
    shapes += moved(icons.sign(card.colour, 6), SIDE - 13, 13)
    shapes += _symbols(card, place)
    if place is not None:
        shapes += _tokens(place)
    return Tile(shapes, describe(card, place))


def _symbols(card: Card, place: Place | None) -> tuple[Shape, ...]:
    """Return the symbols, the first on the left; tracks are on the ground already."""
    left = LEFT if card.bonus else MIDDLE
    shapes: tuple[Shape, ...] = ()
    if card.depot:
        shapes += moved(icons.depot(), left, ICON_AT)
    elif card.plaza:
        shapes += moved(icons.plaza(place is not None and place.value >= 4), left, ICON_AT)
    elif card.foundation and not (place and place.skyscraper):
        shapes += moved(icons.foundation(), left, ICON_AT - 1)
    elif card.coast:
        shapes += moved(icons.coast(), left, ICON_AT)
    if card.bonus:
        at = RIGHT if card.depot or card.plaza or card.foundation or card.coast else MIDDLE
        shapes += moved(icons.bonus(), at, ICON_AT)
    return shapes


def _tokens(place: Place) -> tuple[Shape, ...]:
    """Return what was put on a card in a city."""
    shapes: tuple[Shape, ...] = ()
    if place.skyscraper:
        shapes += moved(icons.skyscraper(), MIDDLE, ICON_AT - 2)
    if place.need:
        shapes += (Box(MIDDLE - 10.5, 6, 22, 15, SHEET, INK, 0.8, 5),)
        shapes += (Words(MIDDLE + 0.5, 17.2, place.need, 10, INK, "middle", bold=True),)
    if place.plus2:
        at = (LEFT - 6, ICON_AT) if place.need else (MIDDLE, 14)
        shapes += moved(icons.plus_two(), *at)
    if place.tram:
        shapes += moved(icons.tram(), MIDDLE, RAIL_AT)
    return shapes


def describe(card: Card, place: Place | None = None) -> str:
    """Return a card in words."""
    if place is None:
        return str(card)
    words = [card.colour, f"value {place.value}", *card.symbols]
    words += ["tram"] * place.tram + ["skyscraper"] * place.skyscraper
    words += ["+2 token"] * place.plus2 + ["tracks token"] * place.track_token
    words += [f"{place.need.replace('/', ' of ')} around it"] * bool(place.need)
    return ", ".join(words)


@cache
def link(across: bool) -> Tile:
    """Return the line between two neighbours with trams, from the hub of the left or upper one."""
    step = SIDE + GAP
    end = (step, 0) if across else (0, step)
    return Tile(icons.tram_line(end))


@cache
def frame(ink: str) -> Tile:
    """Return the frame that marks a card."""
    return Tile(icons.frame(SIDE, SIDE, ink))
