"""One city in the terminal: its player, what lies next to it, and its districts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from sf_agents.san_francisco.theatre.cell import TOWER, TRAM_MARK, Cell, flat_cell, tall_cell
from sf_agents.san_francisco.theatre.colours import style_of
from sf_agents.terminal.plain import FAINT
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, ROWS, SPACES
from sf_env.games.san_francisco.view import View
from sf_env.render.words import count_text, score_text

SHORT = 38  # letters of a line of a city in short
LABELS = ("blu", "gry", "org", "yel", "grn")  # of the districts
LEGEND = (
    "A district: the sum of its values, ▲ where it brings points now, ▼ where it costs one, ✓ for "
    "the player who filled it first.",
    "Trams start from any depot and from below the bottom row. ‣ marks what is new.",
)


class Shape(NamedTuple):
    """The layout of the cities: how many side by side, and the size of their cells."""

    across: int
    room: int  # letters of a cell
    tall: bool  # two lines for each


def width_of(room: int) -> int:
    """Return how wide a city is with cells of ``room`` letters."""
    return len(LABELS[0]) + SPACES * (room + 1) + 5


def city(view: View, seat: int, fresh: Collection[Cell], shape: Shape) -> list[Text]:
    """Return one city; ``fresh`` are the spaces that were built on lately."""
    width = width_of(shape.room)
    lines = [title(view, seat, width), _holdings(view, seat, width)]
    for row in range(ROWS):
        lines += _district(view, seat, row, fresh, shape)
    return lines


def numbered_city(view: View, numbers: Mapping[tuple[int, int], int], room: int) -> list[Text]:
    """Return the city of the player to move, with numbers on the cards to choose from."""
    lines = []
    for row in range(ROWS):
        line = Text.assemble(label(row))
        for space in range(SPACES):
            number = numbers.get((row, space))
            line.append(f"{'' if number is None else f'{number})':>4} ", "bold")
            line.append(flat_cell(view, (view["to_move"], row, space), room))
        lines.append(line)
    return lines


def title(view: View, seat: int, width: int) -> Text:
    """Return a line with the player and the points; the player to move and winners are marked."""
    over = view["phase"] == "over"
    wins, moves = seat in view["winners"], view["to_move"] == seat and not over
    score = score_text(view["scores"][seat]["total"])
    name = Text(view["names"][seat])
    name.truncate(width - 5 - len(score), overflow="ellipsis", pad=True)
    arrow = "▶ " if moves else "★ " if wins else "  "
    return Text.assemble((arrow, "red"), name, " ", score, style="bold" if moves or wins else "")


def _holdings(view: View, seat: int, width: int) -> Text:
    """Return what lies next to a city, in shorter words if there is no room for whole ones."""
    towers, tokens = towers_of(view, seat), view["point_tokens"][seat]
    held = [
        (count_text(view["contracts"][seat], "contract"), f"{view['contracts'][seat]} con"),
        (count_text(trams_of(view, seat), "tram"), f"{trams_of(view, seat)} tr"),
        *[(count_text(towers, "tower"), f"{towers} tow")] * bool(towers),
        *[("medal", "medal")] * (view["medal"] == seat),
        *[("waiver", "waiv")] * view["waivers"][seat],
        *[(f"{tokens} × 1½", f"{tokens}×1½")] * bool(tokens),
    ]
    long, short = (", ".join(words) for words in zip(*held, strict=True))
    line = Text(f"  {long if len(long) + 2 <= width else short}", FAINT)
    line.truncate(width, overflow="ellipsis")
    return line


def trams_of(view: View, seat: int) -> int:
    """Return how many trams a city has."""
    return sum(map(sum, view["trams"][seat]))


def towers_of(view: View, seat: int) -> int:
    """Return how many skyscrapers a city has."""
    return sum(map(sum, view["skyscrapers"][seat]))


def label(row: int) -> Text:
    """Return the name of a district in three letters."""
    return Text(LABELS[row], style_of(COLOUR_NAMES[row]))


def _district(view: View, seat: int, row: int, fresh: Collection[Cell], shape: Shape) -> list[Text]:
    """Return a row: its name, cards, value, and marks for being ahead and for filling it first."""
    lines = [Text.assemble(label(row)), Text(" " * len(LABELS[row]))][: 1 + shape.tall]
    for space in range(SPACES):
        cell = seat, row, space
        lines[0].append("‣" if cell in fresh else " ", "bold red")
        if not shape.tall:
            lines[0].append(flat_cell(view, cell, shape.room))
            continue
        above, below = tall_cell(view, cell, shape.room)
        lines[0].append(above)
        lines[1].append(" ").append(below)
    lines[0].append(sum_of(view, seat, row))
    return lines


def sum_of(view: View, seat: int, row: int) -> Text:
    """Return what a district is worth, and its marks; an empty one is not marked as leading."""
    points = view["scores"][seat]["districts"][row]
    total = sum(view["values"][seat][row])
    mark = "▲" if points > 0 and total else "▼" if points < 0 else " "
    first = "✓" if view["completion"][row] == seat else " "
    return Text.assemble(
        (f"{total:3}", "bold" if points > 0 else ""),
        (mark, "green" if points > 0 else "red"),
        (first, "bold green"),
    )


def in_short(view: View, seats: Sequence[int]) -> list[Text]:
    """Return cities in short, where there is no room: points, and what districts are worth."""
    head = Text("  ")
    for row in range(ROWS):
        head.append(label(row)).append("   ")
    lines = [head]
    for seat in seats:
        lines += [title(view, seat, SHORT), _worth(view, seat)]
    return lines


def _worth(view: View, seat: int) -> Text:
    """Return the sums of a city's districts, its trams and its skyscrapers."""
    line = Text("  ")
    for row in range(ROWS):
        line.append(sum_of(view, seat, row)).append(" ")
    held = f"{trams_of(view, seat)}{TRAM_MARK} {towers_of(view, seat)}{TOWER}"
    return line.append(held, FAINT)
