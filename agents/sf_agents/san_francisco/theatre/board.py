"""The table in the terminal: cities side by side, the columns, the card in hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.text import Text

from sf_agents.san_francisco.theatre.cell import Cell, built, length
from sf_agents.san_francisco.theatre.city import SHORT, Shape, city, in_short, width_of
from sf_agents.san_francisco.theatre.colours import style_of
from sf_agents.terminal.plain import FAINT
from sf_env.games.san_francisco.engine.constants import ROWS, SPACES
from sf_env.games.san_francisco.render.telling import SHORT_BONUSES
from sf_env.games.san_francisco.view import View
from sf_env.render.words import count_text

NARROW, WIDE = 5, 9  # letters of a cell
ROOM_BELOW = 13  # lines for what has happened and what there is to choose
GAP = 2  # between cities
INDENT = 10  # of the cards in columns


def board(
    view: View,
    fresh: Collection[Cell] = (),
    width: int = 80,
    height: int = 24,
    seat: int | None = None,
) -> list[Text]:
    """Return the lines of the whole table; ``fresh`` are the spaces that were built on lately.

    Where there is no room for all cities, only that of ``seat`` is whole, if one is given.
    """
    table = _table(view, width)
    room = height - len(table) - ROOM_BELOW
    shape = _shape(view, width, room)
    if seat is None or _fits(shape, view["players"], room):
        cities = [Text(), *_cities(view, fresh, shape)]
    else:
        cities = _one_city(view, fresh, shape, width, seat)
    return [*_headline(view, width), *cities, *table]


def room_of(view: View) -> int:
    """Return how many letters the cells of all cities need."""
    return max((length(view, cell) for cell in built(view)), default=NARROW)


def _headline(view: View, width: int) -> list[Text]:
    tokens = count_text(view["foundation_tokens"], "foundation token")
    cards = count_text(view["deck_left"], "card")
    facts = [Text(f"{tokens} left", FAINT), Text(f"{cards} in the deck", FAINT)]
    return _wrapped(Text("San Francisco   ", "bold"), facts, width, "   ")


def _shape(view: View, width: int, height: int) -> Shape:
    """Return the layout of the cities: evenly side by side, as large as there is room."""
    players = view["players"]
    least = max(NARROW, room_of(view))
    most = max(1, (width + GAP) // (width_of(least) + GAP))
    across = -(-players // -(-players // most))
    room = ((width + GAP) // across - GAP - width_of(0)) // SPACES
    shape = Shape(across, min(max(least, room), WIDE), tall=True)
    return shape._replace(tall=_fits(shape, players, height))


def _fits(shape: Shape, players: int, height: int) -> bool:
    """Whether there is room for the cities below each other, and for the line above them."""
    down = -(-players // shape.across)
    return height >= 2 + down * (3 + ROWS * (1 + shape.tall))


def _cities(view: View, fresh: Collection[Cell], shape: Shape) -> list[Text]:
    """Return the cities in their layout."""
    blocks = [city(view, seat, fresh, shape) for seat in range(view["players"])]
    lines: list[Text] = []
    for first in range(0, len(blocks), shape.across):
        lines += _side_by_side(blocks[first : first + shape.across], width_of(shape.room))
        lines.append(Text())
    return lines


def _one_city(
    view: View, fresh: Collection[Cell], shape: Shape, width: int, seat: int
) -> list[Text]:
    """Return one city in full and the others in short, next to it or below."""
    size = width_of(shape.room)
    mine = city(view, seat, fresh, shape)
    others = in_short(view, [other for other in range(view["players"]) if other != seat])
    if width < size + GAP + SHORT:
        return [*mine, *others, Text()]
    missing = [Text()] * (len(mine) - len(others))
    return [*_side_by_side([mine, [*others, *missing]], size), Text()]


def _side_by_side(blocks: list[list[Text]], size: int) -> Iterator[Text]:
    for parts in zip(*blocks, strict=True):
        for part in parts[:-1]:
            part.pad_right(size + GAP - part.cell_len)
        yield Text.assemble(*parts)


def _table(view: View, width: int) -> list[Text]:
    """Return the columns, what is in hand, and the bonuses that are left."""
    lines: list[Text] = []
    for number, cards in enumerate(view["columns"]):
        lines += _cards(view, f"column {number}", cards, width)
    if view["drawn"] is not None:
        lines += _cards(view, "drawn", [view["drawn"]], width)
    if view["taken"]:
        lines += _cards(view, "taken", view["taken"], width)
    bonuses = zip(SHORT_BONUSES, view["bonuses_left"], strict=True)
    left = [Text(f"{name} ×{count}", FAINT) for name, count in bonuses]
    return [*lines, *_wrapped(Text(f"{'bonuses':{INDENT}}", FAINT), left, width, "  ")]


def _cards(view: View, name: str, cards: list[int], width: int) -> list[Text]:
    """Return cards behind a name, over as many lines as they need."""
    shown = [view["cards"][card_id] for card_id in cards]
    tags = [Text(f"[{card}]", style_of(card.colour)) for card in shown]
    return _wrapped(Text(f"{name:{INDENT}}"), tags or [Text("empty", FAINT)], width, " ")


def _wrapped(first: Text, words: list[Text], width: int, gap: str) -> list[Text]:
    """Return words behind a first one, whole and below each other where there is no room."""
    lines = [first]
    indent = first.cell_len
    for number, word in enumerate(words):
        if number and lines[-1].cell_len + len(gap) + word.cell_len > width:
            lines.append(Text(" " * indent))
        elif number:
            lines[-1].append(gap)
        lines[-1].append(word)
    return lines
