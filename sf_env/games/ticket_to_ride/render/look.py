"""How *Ticket to Ride: San Francisco* is shown: what pictures, films and pages need of it."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from sf_env.games.ticket_to_ride.actions import NAMES
from sf_env.games.ticket_to_ride.render import icons
from sf_env.games.ticket_to_ride.render.events import events
from sf_env.games.ticket_to_ride.render.legend import PLACE, legend_svg
from sf_env.games.ticket_to_ride.render.places import spot_of
from sf_env.games.ticket_to_ride.render.scene import arrange, panels
from sf_env.games.ticket_to_ride.render.seen import View, view_of
from sf_env.games.ticket_to_ride.render.telling import offer, result, tell
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.render.look import Look, Points, Sign
from sf_env.render.shapes import Tile

PARTS = ("routes", "tickets", "tokens", "completed tickets", "total")
SIGNS = {
    "route": Sign(Tile(icons.tram(0, PLACE)), strokes=True),
    "ticket": Sign(Tile(icons.missing(0)), size=20, chart=0.8),
    "token": Sign(Tile(icons.token()), size=24, chart=0.6),
    "cards": Sign(Tile(icons.badge(6)), size=26),
    "last": Sign(Tile(icons.flag()), chart=0.6),
    "end": Sign(Tile(icons.winner())),
}
NOTE = (
    "Points are as if the game ended now: a ticket that is not completed counts against its "
    "player, one that is not known counts nothing. The number of completed tickets decides between "
    "equal points."
)


def compare(before: View, after: View) -> None:
    """Note the route that was claimed."""
    changed = zip(before["owner"], after["owner"], strict=True)
    claimed = [route for route, (old, new) in enumerate(changed) if old != new]
    after["last"] = claimed[0] if claimed else None


def points(view: View) -> Points:
    """Return the points of each seat by part, the total last."""
    return view["points"]


def level(state: np.void) -> Points:
    """Return the points by part; in this game they do not depend on whose turn it is."""
    states = np.array([state], state.dtype)
    return tuple(map(tuple, TICKET_TO_RIDE.parts_of_points(states)[0].tolist()))


def style() -> str:
    """Return the style sheet with the place of each panel."""
    return files(__package__).joinpath("page.css").read_text("utf-8")


LOOK = Look(
    name="Ticket to Ride: San Francisco",
    actions=NAMES,
    view=view_of,
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
    question="decision",
    note=NOTE,
)
