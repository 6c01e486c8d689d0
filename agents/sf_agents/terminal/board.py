"""The table in the terminal: cities beside each other, the columns, the card in hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.text import Text

from sf_agents.terminal.cell import FAINT, Cell, View, built, length
from sf_agents.terminal.city import Shape, city, width_of
from sf_agents.terminal.colours import style_of
from sf_env.engine.constants import ROWS, SPACES
from sf_env.render.numbers import count_text
from sf_env.render.telling import SHORT_BONUSES

NARROW, WIDE = 5, 9  # letters of a cell
ROOM_BELOW = 12  # lines for what has happened and what there is to choose
GAP = 2  # between cities


def board(
    told: View, fresh: Collection[Cell] = (), width: int = 80, height: int = 24
) -> list[Text]:
    """Return the lines of the whole table; ``fresh`` are the spaces that were built on lately."""
    table = _table(told, width)
    shape = _shape(told, width, height - len(table) - ROOM_BELOW)
    return [_headline(told), Text(), *_cities(told, fresh, shape), *table]


def room_of(told: View) -> int:
    """Return how many letters the cells of all cities need."""
    return max((length(told, cell) for cell in built(told)), default=NARROW)


def _headline(told: View) -> Text:
    line = Text.assemble(("San Francisco", "bold"))
    tokens = count_text(told["foundation_tokens"], "foundation token")
    return line.append(
        f"   {tokens} left   {count_text(told['deck_left'], 'card')} in the deck", FAINT
    )


def _shape(told: View, width: int, height: int) -> Shape:
    """Return how the cities stand: evenly beside each other, as large as there is room."""
    players = told["players"]
    least = max(NARROW, room_of(told))
    most = max(1, (width + GAP) // (width_of(least) + GAP))
    across = -(-players // -(-players // most))
    down = -(-players // across)
    room = ((width + GAP) // across - GAP - width_of(0)) // SPACES
    tall = height >= 2 + down * (3 + 2 * ROWS)
    return Shape(across, min(max(least, room), WIDE), tall)


def _cities(told: View, fresh: Collection[Cell], shape: Shape) -> list[Text]:
    """Return the cities, as many beside each other as it was decided."""
    blocks = [city(told, seat, fresh, shape) for seat in range(told["players"])]
    lines: list[Text] = []
    for first in range(0, len(blocks), shape.across):
        lines += _beside(blocks[first : first + shape.across], width_of(shape.room))
        lines.append(Text())
    return lines


def _beside(blocks: list[list[Text]], size: int) -> Iterator[Text]:
    for parts in zip(*blocks, strict=True):
        for part in parts[:-1]:
            part.pad_right(size + GAP - part.cell_len)
        yield Text.assemble(*parts)


def _table(told: View, width: int) -> list[Text]:
    """Return the columns, what is in hand, and the bonuses that are left."""
    lines: list[Text] = []
    for number, cards in enumerate(told["columns"]):
        lines += _cards(told, f"column {number}", cards, width)
    if told["drawn"] is not None:
        lines += _cards(told, "drawn", [told["drawn"]], width)
    if told["taken"]:
        lines += _cards(told, "taken", told["taken"], width)
    left = zip(SHORT_BONUSES, told["bonuses_left"], strict=True)
    text = "  ".join(f"{name} ×{count}" for name, count in left)
    return [*lines, Text(f"bonuses   {text}", FAINT)]


def _cards(told: View, title: str, cards: list[int], width: int) -> list[Text]:
    """Return cards behind a title, over as many lines as they need."""
    lines = [Text(f"{title:10}")]
    for number, card_id in enumerate(cards):
        card = told["cards"][card_id]
        tag = Text(f"[{card}]", style_of(card.colour))
        if number and lines[-1].cell_len + 1 + tag.cell_len > width:
            lines.append(Text(" " * 10))
        elif number:
            lines[-1].append(" ")
        lines[-1].append(tag)
    if not cards:
        lines[-1].append("empty", FAINT)
    return lines
