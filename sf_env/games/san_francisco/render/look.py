"""How *San Francisco* is shown: what pictures, films and pages need to know of it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import numpy as np

from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES, OVER, ROWS
from sf_env.games.san_francisco.render import icons
from sf_env.games.san_francisco.render.events import changed, events
from sf_env.games.san_francisco.render.legend import legend_svg
from sf_env.games.san_francisco.render.places import spot_of
from sf_env.games.san_francisco.render.scene import arrange, panels
from sf_env.games.san_francisco.render.telling import offer, result, tell
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.games.san_francisco.view import View, flat, view_of
from sf_env.render.look import Look, Points, Sign
from sf_env.render.shapes import Tile

DISTRICTS = tuple(f"{colour} district" for colour in COLOUR_NAMES[:ROWS])
PARTS = ("skyscrapers", "medal", "completed", "tokens of 1½", *DISTRICTS, "trams", "total")
SIGNS = {
    "tram": Sign(Tile(icons.tram()), strokes=True),
    "skyscraper": Sign(Tile(icons.skyscraper()), size=40, chart=0.5),
    "medal": Sign(Tile(icons.medal()), chart=0.6),
    "district": Sign(Tile(icons.completed()), chart=0.6),
    "contracts": Sign(Tile(icons.contract())),
    "end": Sign(Tile(icons.bonus())),
}
NOTE = (
    "Points are as if the game ended now; ties go to the player whose turn it is. The chart shows "
    "the mean over everybody's turn, so that its lines do not jump with every turn."
)


def view(state: np.void, names: Sequence[str] | None, _seat: int | None) -> View:
    """Return what there is to see, which is the same from every seat."""
    return view_of(state, names)


def compare(before: View, after: View) -> None:
    """Note the space built on last and the card put in a column last."""
    after["last"] = _touched(before, after)
    after["put"] = _put(before, after)


def _put(before: View, after: View) -> int | None:
    """Return the card that has been put in a column."""
    lay, lie = ({card for cards in view["columns"] for card in cards} for view in (before, after))
    return next(iter(lie - lay), None)


def _touched(before: View, after: View) -> tuple[int, int, int] | None:
    """Return the space (seat, row, space) that got a card or a token."""
    seat = before["to_move"]
    for old, new in (
        (before["cities"], after["cities"]),
        (before["plus2"], after["plus2"]),
        (before["track_tokens"], after["track_tokens"]),
    ):
        for row, space in changed(old[seat], new[seat]):
            return seat, row, space
    return None


def points(view: View) -> Points:
    """Return the points of each seat by part, the total last."""
    return tuple(flat(score) for score in view["scores"])


def level(state: np.void) -> Points:
    """Return the points by part as their mean over whose turn it might be, until the game is over.

    Ties go to the player whose turn it is, so that early points jump with every turn; their mean
    does not.
    """
    states = np.repeat(np.array([state], state.dtype), int(state["players"]))
    if state["phase"] != OVER:
        states["to_move"] = np.arange(len(states))
    return tuple(map(tuple, SAN_FRANCISCO.parts_of_points(states).mean(axis=0).round(3).tolist()))


def style() -> str:
    """Return the style sheet with the place of each panel."""
    return files(__package__).joinpath("page.css").read_text("utf-8")


LOOK = Look(
    name="San Francisco",
    actions=NAMES,
    view=view,
    compare=compare,
    panels=panels,
    arrange=arrange,
    offer=offer,
    spot=spot_of,
    deed=tell,
    events=events,
    result=result,
    points=points,
    level=level,
    parts=PARTS,
    signs=SIGNS,
    legend=legend_svg,
    style=style,
    question="supply",
    chart_on_board=(4,),
    note=NOTE,
)
