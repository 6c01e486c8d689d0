"""What the signs in pictures mean: kinds of cards, routes, trams, tokens, each with its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sf_env.games.ticket_to_ride.engine.constants import FERRY, GREY, KIND_NAMES, KINDS, MAX_PLAYERS
from sf_env.games.ticket_to_ride.render import icons
from sf_env.games.ticket_to_ride.render.ways import Space
from sf_env.render.shapes import Item, Panel, Scene, Tile
from sf_env.render.svg import svg
from sf_env.render.tiles import words

ACROSS, STEP = 220, 34  # between two entries
PLACE = Space(0, 0, (1.0, 0.0), 27)
ROUTES = (
    ("any one colour", icons.space(PLACE, GREY, False)),
    ("wants a ferry", icons.space(PLACE, GREY, True)),
)
SEATS = ("first player", "second player", "third player", "fourth player")
OTHERS = (
    ("location", icons.stop()),
    ("tokens of kind 3", icons.pile(3, 2)),
    ("completed ticket", icons.missing(0)),
    ("4 spaces to go", icons.missing(4)),
    ("out of reach", icons.missing(None)),
)


def legend(across: int) -> Scene:
    """Return all signs, in this many columns."""
    entries = list(_entries())
    down = -(-len(entries) // across)
    items = []
    for number, (tile, text) in enumerate(entries):
        x, y = 30 + ACROSS * (number // down), 24 + STEP * (number % down)
        items += [Item(tile, x, y), Item(words(text, 14), x + 28, y + 5)]
    width, height = across * ACROSS + 10, down * STEP + 14
    names = ", ".join(text for _, text in entries)
    panel = Panel("legend", f"what the signs mean: {names}", width, height, tuple(items))
    return Scene(((panel, 0, 0),), width, height)


@cache
def legend_svg() -> str:
    """Return all signs, for pages: narrow enough for a phone, the style is theirs."""
    return svg(legend(across=2), style="")


def _entries() -> Iterator[tuple[Tile, str]]:
    """Yield each sign and its name."""
    for kind in range(KINDS):
        name = "ferry, for any card" if kind == FERRY else KIND_NAMES[kind]
        yield Tile(icons.badge(kind)), name
    for text, shapes in ROUTES:
        yield Tile(shapes), text
    for seat in range(MAX_PLAYERS):
        yield Tile(icons.tram(seat, PLACE)), f"tram, {SEATS[seat]}"
    for text, shapes in OTHERS:
        yield Tile(shapes), text
