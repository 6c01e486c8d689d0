"""How a game is shown: what pictures, films and pages need to know of it.

Each game with pictures has a ``Look`` in its own folder; its table of rules says where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, NamedTuple, TypedDict

import numpy as np

from sf_env.core.errors import Error
from sf_env.core.rules import Rules
from sf_env.render.shapes import Panel, Scene, Tile

HIDDEN = -1  # an action that a seat does not see, see ``Rules.private_actions``

Points = tuple[tuple[float, ...], ...]  # of each seat by part, the total last


class View(TypedDict):
    """What every view of a position has; each game adds its own."""

    players: int
    to_move: int
    legal: list[int]
    names: list[str]


class Event(NamedTuple):
    """Something that a decision brought about, and the spots on the board that it concerns."""

    kind: str
    seat: int  # -1 if it concerns everybody
    text: str
    spots: tuple[str, ...] = ()


class Sign(NamedTuple):
    """How a page shows a kind of event."""

    tile: Tile
    size: int = 30  # of the square that it needs
    chart: float = 0.0  # its scale in the chart; 0 leaves it out
    strokes: bool = False  # in the chart it is a stroke, taller for more spots


@dataclass(frozen=True)
class Look:
    """How a game is shown. Views are the game's own; they have at least what `View` has.

    Until a game is over, states hold only what the seat knows (`Rules.conceal`).
    """

    name: str
    actions: tuple[str, ...]  # names by number
    view: Callable[[np.void, Sequence[str] | None, int | None], Any]
    """(state, names, seat): what a seat sees; None is the referee, who sees everything"""
    compare: Callable[[Any, Any], None]
    """(before, after): mark in a view what the last decision changed"""
    panels: Callable[[Any], list[Panel]]
    """(view): the parts of the table"""
    arrange: Callable[[Sequence[Panel]], Scene]
    """(panels): the whole table"""
    offer: Callable[[Any, int], str]
    """(view, action): a legal action in words, with information for the choice"""
    spot: Callable[[Any, int], str]
    """(view, action): the spot on the board that it concerns, or "" """
    deed: Callable[[Any, int, Any], str]
    """(before, action, after): what was done, in a sentence; the action may be ``HIDDEN``"""
    events: Callable[[Any, Any], tuple[Event, ...]]
    """(before, after): what else happened"""
    result: Callable[[Any], str]
    """(view): how the game ended"""
    points: Callable[[Any], Points]
    """(view): if the game ended now"""
    level: Callable[[np.void], Points]
    """(state): points for a chart, independent of whose turn it is"""
    parts: tuple[str, ...]  # sources of points in words, the total last
    signs: Mapping[str, Sign]  # by kind of event
    legend: Callable[[], str]
    """(): what the symbols on the board mean, as SVG"""
    style: Callable[[], str]
    """(): the style sheet that gives each panel its place on a page"""
    question: str  # the panel whose label says what there is to decide
    chart_on_board: tuple[int, ...] = ()  # numbers of players that leave room for it there
    note: str = ""  # about points, for the help of a page


def look_of(rules: Rules) -> Look:
    """Return how a game is shown, or raise Error if it has no pictures."""
    if rules.look is None:
        raise Error(f"{rules.name} has no pictures, films or pages")
    look: Look = resolve_name(rules.look)
    return look
