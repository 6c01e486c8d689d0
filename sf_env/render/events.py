"""What a decision brought about beside what was decided: trams, skyscrapers, tokens, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sf_env.engine.constants import COLOUR_NAMES, ROWS, SPACES
from sf_env.render.numbers import count_text, points_text

View = dict[str, Any]
Cell = tuple[int, int]  # row and space


class Event(NamedTuple):
    """Something that happened in a city, and in which of its spaces, if in any."""

    kind: str  # tram, skyscraper, medal, district, contracts or end
    seat: int  # -1 if it concerns everybody
    text: str
    cells: tuple[Cell, ...] = ()


def events(before: View, after: View) -> tuple[Event, ...]:
    """Return what happened between two positions that are one decision apart."""
    seat = before["to_move"]
    found = [*_in_city(before, after, seat), *_for_all(before, after, seat)]
    if after["phase"] == "over":
        found.append(Event("end", seat, _end(after, seat)))
    return tuple(found)


def _in_city(before: View, after: View, seat: int) -> Iterator[Event]:
    name = after["names"][seat]
    trams = changed(before["trams"][seat], after["trams"][seat])
    if trams:
        yield Event("tram", seat, f"{name} gets {count_text(len(trams), 'tram')}", trams)
    towers = changed(before["skyscrapers"][seat], after["skyscrapers"][seat])
    if towers:
        what = "a skyscraper" if len(towers) == 1 else f"{len(towers)} skyscrapers"
        yield Event("skyscraper", seat, f"{name} erects {what}", towers)
    if after["medal"] != before["medal"]:
        yield Event("medal", seat, f"{name} takes the medal")
    for row in range(ROWS):
        if after["completion"][row] != before["completion"][row]:
            cells = tuple((row, space) for space in range(SPACES))
            text = f"{name} completes the {COLOUR_NAMES[row]} district first"
            yield Event("district", seat, text, cells)


def _for_all(before: View, after: View, seat: int) -> Iterator[Event]:
    """Only by everybody's discarding one do contracts of others become fewer."""
    others = (other for other in range(after["players"]) if other != seat)
    if any(after["contracts"][other] < before["contracts"][other] for other in others):
        yield Event("contracts", -1, "Every player discards a contract")


def _end(after: View, seat: int) -> str:
    """Say why the game ends, and how."""
    name = after["names"][seat]
    if after["foundation_tokens"] == 0:
        why = "the last foundation token is taken"
    else:
        why = f"{name}'s city is full"
    return f"The game ends: {why}. {result(after)}"


def result(told: View) -> str:
    """Return who has won a game that is over, and everybody's points, the most first."""
    names = " and ".join(told["names"][seat] for seat in told["winners"])
    verb = "win" if len(told["winners"]) > 1 else "wins"
    points = sorted((score["total"] for score in told["scores"]), reverse=True)
    return f"{names} {verb}, {' to '.join(map(points_text, points))}"


def changed(before: list[list[int]], after: list[list[int]]) -> tuple[Cell, ...]:
    """Return the spaces of a city in which two grids differ."""
    return tuple(
        (row, space)
        for row in range(ROWS)
        for space in range(SPACES)
        if before[row][space] != after[row][space]
    )
