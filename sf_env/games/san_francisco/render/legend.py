"""What the signs in pictures mean: districts, symbols of cards and tokens, each with its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES
from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.cards import SIDE, Place, face, ground
from sf_env.render.shapes import Item, Panel, Scene, Tile
from sf_env.render.svg import svg
from sf_env.render.tiles import words

ACROSS, STEP = 220, 84  # between two entries
CARDS = (
    ("value", Card("grey", 3), Place(3)),
    ("tracks", Card("grey", 1, tracks=True), Place(1)),
    ("tracks with a tram", Card("grey", 1, tracks=True), Place(1, tram=True)),
    ("depot", Card("orange", 0, depot=True), Place(0, tram=True)),
    ("coast", Card("blue", 2, coast=True), Place(2)),
    ("plaza, no tram near", Card("yellow", 0, plaza=True), Place(0)),
    ("plaza by a tram: 4", Card("yellow", 0, plaza=True), Place(4)),
    ("bonus symbol", Card("green", 1, bonus=True), Place(1)),
    ("+2 token", Card("blue", 1, bonus=True), Place(3, plus2=True)),
    ("foundation: 5 of 7", Card("black", 0, foundation=True), Place(0, need="5/7")),
    ("its skyscraper", Card("black", 0, foundation=True), Place(0, skyscraper=True)),
)
TOKENS = (
    ("contract", icons.contract()),
    ("contract waiver", icons.waiver()),
    ("1½ points", icons.points_token()),
    ("medal", icons.medal()),
    ("filled first", icons.completed()),
    ("printed depot", icons.depot(0.6)),
)


def legend(across: int) -> Scene:
    """Return all signs, in this many columns."""
    entries = list(_entries())
    down = -(-len(entries) // across)
    items = []
    for number, (parts, text) in enumerate(entries):
        x, y = 10 + ACROSS * (number // down), 10 + STEP * (number % down)
        items += [Item(tile, x + right, y + under) for tile, right, under in parts]
        items.append(Item(words(text, 14), x + SIDE + 12, y + SIDE / 2 + 5))
    width, height = across * ACROSS + 10, down * STEP + 10
    names = ", ".join(text for _, text in entries)
    panel = Panel("legend", f"what the signs mean: {names}", width, height, tuple(items))
    return Scene(((panel, 0, 0),), width, height)


@cache
def legend_svg() -> str:
    """Return all signs, for pages: narrow enough for a phone, the style is theirs."""
    return svg(legend(across=2), style="")


def _entries() -> Iterator[tuple[list[tuple[Tile, float, float]], str]]:
    """Yield the tiles of each sign, with their places, and its name."""
    middle = SIDE / 2
    for colour in COLOUR_NAMES:
        sign = Tile(icons.sign(colour, 18))
        yield [(sign, middle, middle)], "any district" if colour == "black" else colour
    for text, card, place in CARDS:
        yield [(ground(card.colour, card.tracks), 0, 0), (face(card, place), 0, 0)], text
    for text, shapes in TOKENS:
        yield [(Tile(shapes), middle, middle)], text
