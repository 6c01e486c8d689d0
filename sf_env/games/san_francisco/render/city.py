"""The panel of a city: whose it is, what it holds, its cards and the trams, its points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sf_env.games.san_francisco.deck.card import Card
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, ROWS, SPACES
from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.cards import (
    GAP,
    MIDDLE,
    RAIL_AT,
    SIDE,
    Place,
    face,
    frame,
    ground,
    link,
    space,
)
from sf_env.games.san_francisco.render.places import cell_spot
from sf_env.games.san_francisco.view import Score, View
from sf_env.render.palette import ACCENT
from sf_env.render.shapes import BETWEEN, Item, Panel, Tile
from sf_env.render.tiles import faint, sheet, words
from sf_env.render.words import count_text, cut, point_word, points_text, score_text

WIDTH, HEIGHT = 450, 474
STEP = SIDE + GAP
GRID_X, GRID_Y = 30, 60
GRID_END = GRID_X + SPACES * STEP
DEPOT_Y = GRID_Y + ROWS * STEP + 10
NAME_LENGTH = 26  # letters of a name for which there is room

Faces = list[list[tuple[int, Tile]]]  # by rows: on which space, and what is painted there


def city(view: View, seat: int) -> Panel:
    """Return the panel of a seat."""
    faces = _faces(view, seat)
    items = (
        Item(sheet(WIDTH, HEIGHT, view["to_move"] == seat and view["phase"] != "over"), 0, 0),
        *_title(view, seat),
        *_holdings(view, seat),
        *_grid(view, seat, faces),
        *_districts(view, seat),
        *(Item(_printed_depot(), GRID_X + MIDDLE + STEP * n, DEPOT_Y) for n in range(SPACES)),
        *_points(view, seat),
    )
    return Panel(f"city-{seat}", _in_words(view, seat, faces), WIDTH, HEIGHT, items)


def _in_words(view: View, seat: int, faces: Faces) -> str:
    """Return the city in words for screen readers: points, contracts, districts with all cards."""
    parts = [f"city of {view['names'][seat]}, {score_text(view['scores'][seat]['total'])}"]
    parts.append(count_text(view["contracts"][seat], "contract"))
    for row, colour in enumerate(COLOUR_NAMES[:ROWS]):
        built = " – ".join(tile.label for _, tile in faces[row])
        parts.append(f"{colour} district {sum(view['values'][seat][row])}: {built or 'empty'}")
    return BETWEEN.join(parts)


def _title(view: View, seat: int) -> Iterator[Item]:
    name = view["names"][seat]
    short = cut(name, NAME_LENGTH)
    winner = seat in view["winners"]
    if view["to_move"] == seat and view["phase"] != "over":
        yield Item(_icon("arrow"), 16, 19)
    elif winner:
        yield Item(_icon("bonus"), 16, 18)
    text = f"{short} won" if winner else short
    yield Item(words(text, 17, bold=True), 30, 25)
    total = points_text(view["scores"][seat]["total"])
    yield Item(words(total, 22, anchor="end", bold=True), WIDTH - 49, 27)
    yield Item(faint(point_word(view["scores"][seat]["total"]), 12, "end"), WIDTH - 8, 26)


def _holdings(view: View, seat: int) -> Iterator[Item]:
    """Place what belongs to the city: contracts, medal, kept tokens; and count its trams."""
    x = 40.0
    held = ["contract"] * min(view["contracts"][seat], 8)
    held += ["medal"] * (view["medal"] == seat)
    held += ["waiver"] * view["waivers"][seat] + ["points_token"] * view["point_tokens"][seat]
    for name in held:
        yield Item(_icon(name), x, 44, 0.85)
        x += 21
    contracts = view["contracts"][seat]
    trams = sum(map(sum, view["trams"][seat]))
    towers = sum(map(sum, view["skyscrapers"][seat]))
    text = ", ".join(
        (count_text(contracts, "contract"), count_text(trams, "tram"), count_text(towers, "tower"))
    )
    yield Item(faint(text, 13, "end"), WIDTH - 8, 48)


@cache
def _icon(name: str) -> Tile:
    shapes = getattr(icons, name)()
    return Tile(shapes, name.replace("_", " "))


def _faces(view: View, seat: int) -> Faces:
    """Return what is built in each row: the space, and what its card looks like there."""
    return [
        [
            (at, face(card, _place(view, card, seat, row, at)))
            for at in range(SPACES)
            if (card := _card(view, seat, row, at)) is not None
        ]
        for row in range(ROWS)
    ]


def _grid(view: View, seat: int, faces: Faces) -> Iterator[Item]:
    """Place the cards: first the ground, then the net of the trams, then the faces over it."""
    cells = [(row, at) for row in range(ROWS) for at in range(SPACES)]
    for row, at in cells:
        card = _card(view, seat, row, at)
        tile = space(COLOUR_NAMES[row])
        if card is not None:
            tracks = card.tracks or bool(view["track_tokens"][seat][row][at])
            tile = ground(card.colour, tracks)
        yield Item(tile, *_corner(row, at), 1.0, cell_spot(seat, row, at))
    yield from _net(view["trams"][seat])
    for row, built in enumerate(faces):
        for at, tile in built:
            yield Item(tile, *_corner(row, at))
    if view["last"] is not None and view["last"][0] == seat:
        yield Item(frame(ACCENT), *_corner(*view["last"][1:]))


def _card(view: View, seat: int, row: int, at: int) -> Card | None:
    card_id = view["cities"][seat][row][at]
    return view["cards"][card_id] if card_id >= 0 else None


def _corner(row: int, at: int) -> tuple[float, float]:
    return GRID_X + at * STEP, GRID_Y + row * STEP


def _place(view: View, card: Card, seat: int, row: int, at: int) -> Place:
    tower = bool(view["skyscrapers"][seat][row][at])
    waits = card.foundation and not tower
    need = f"{view['adjacent'][seat][row][at]}/{view['costs'][seat]}" if waits else ""
    return Place(
        view["values"][seat][row][at],
        bool(view["plus2"][seat][row][at]),
        bool(view["track_tokens"][seat][row][at]),
        bool(view["trams"][seat][row][at]),
        tower,
        need,
    )


def _net(trams: list[list[int]]) -> Iterator[Item]:
    """Place a line between each two neighbours that carry trams."""
    for row in range(ROWS):
        for at in range(SPACES):
            if not trams[row][at]:
                continue
            x, y = _corner(row, at)
            if at + 1 < SPACES and trams[row][at + 1]:
                yield Item(link(across=True), x + MIDDLE, y + RAIL_AT)
            if row + 1 < ROWS and trams[row + 1][at]:
                yield Item(link(across=False), x + MIDDLE, y + RAIL_AT)


@cache
def _printed_depot() -> Tile:
    return Tile(icons.depot(0.6), "printed depot")


def _districts(view: View, seat: int) -> Iterator[Item]:
    """Place each district's sign, its value, what its advantage is worth, and who filled it."""
    for row in range(ROWS):
        _, y = _corner(row, 0)
        yield Item(_sign(COLOUR_NAMES[row]), 16, y + MIDDLE)
        total = sum(view["values"][seat][row])
        yield Item(words(str(total), 19, anchor="end", bold=True), GRID_END + 26, y + 30)
        points = view["scores"][seat]["districts"][row]
        if points:
            yield Item(faint(f"{points_text(points, plus=True)} pt", 13), GRID_END + 7, y + 50)
        if view["completion"][row] == seat:
            yield Item(_icon("completed"), GRID_END + 43, y + 24)


@cache
def _sign(colour: str) -> Tile:
    return Tile(icons.sign(colour, 9), f"{colour} district")


def _points(view: View, seat: int) -> Iterator[Item]:
    """Place the parts of the score."""
    for number, (label, points) in enumerate(origins(view["scores"][seat]).items()):
        x = 44 + 72 * number
        yield Item(
            words(points_text(points), 15, anchor="middle", bold=bool(points)), x, HEIGHT - 21
        )
        yield Item(faint(label, 12.5, "middle"), x, HEIGHT - 7)


def origins(score: Score) -> dict[str, float]:
    """Return where the points of a seat come from, in short words."""
    return {
        "towers": score["skyscrapers"],
        "medal": score["medal"],
        "filled": score["completion"],
        "tokens": score["tokens"],
        "districts": sum(score["districts"]),
        "trams": score["trams"],
    }
