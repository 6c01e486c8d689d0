"""What a decision brought besides itself: trams, skyscrapers, tokens, the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, ROWS, SPACES
from sf_env.games.san_francisco.render.places import cell_spot
from sf_env.games.san_francisco.render.telling import ending, result
from sf_env.games.san_francisco.view import View
from sf_env.render.look import Event
from sf_env.render.words import count_text, does

Cell = tuple[int, int]  # row and space


def events(before: View, after: View) -> tuple[Event, ...]:
    """Return what happened between two positions that are one decision apart."""
    seat = before["to_move"]
    found = [*_in_city(before, after, seat), *_for_all(before, after, seat)]
    if after["phase"] == "over":
        found.append(Event("end", seat, f"The game ends: {ending(after)}. {result(after)}"))
    return tuple(found)


def _in_city(before: View, after: View, seat: int) -> Iterator[Event]:
    name = after["names"][seat]
    trams = changed(before["trams"][seat], after["trams"][seat])
    if trams:
        text = f"{does(name, 'get')} {count_text(len(trams), 'tram')}"
        yield Event("tram", seat, text, _spots(seat, trams))
    towers = changed(before["skyscrapers"][seat], after["skyscrapers"][seat])
    if towers:
        what = "a skyscraper" if len(towers) == 1 else f"{len(towers)} skyscrapers"
        yield Event("skyscraper", seat, f"{does(name, 'erect')} {what}", _spots(seat, towers))
    if after["medal"] != before["medal"]:
        yield Event("medal", seat, f"{does(name, 'take')} the medal")
    for row in range(ROWS):
        if after["completion"][row] != before["completion"][row]:
            cells = tuple((row, space) for space in range(SPACES))
            text = f"{does(name, 'fill')} the {COLOUR_NAMES[row]} row first"
            yield Event("district", seat, text, _spots(seat, cells))


def _for_all(before: View, after: View, seat: int) -> Iterator[Event]:
    """Others lose contracts only when everyone discards one."""
    others = (other for other in range(after["players"]) if other != seat)
    if any(after["contracts"][other] < before["contracts"][other] for other in others):
        yield Event("contracts", -1, "every player discards a contract")


def _spots(seat: int, cells: Iterable[Cell]) -> tuple[str, ...]:
    return tuple(cell_spot(seat, row, space) for row, space in cells)


def changed(before: list[list[int]], after: list[list[int]]) -> tuple[Cell, ...]:
    """Return the spaces of a city in which two grids differ."""
    return tuple(
        (row, space)
        for row in range(ROWS)
        for space in range(SPACES)
        if before[row][space] != after[row][space]
    )
