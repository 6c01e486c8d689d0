"""The panel of the map: trams on claimed routes, and tokens, over a ground that never changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from sf_env.games.ticket_to_ride.render import icons
from sf_env.games.ticket_to_ride.render.drawing import Drawing, drawing_of
from sf_env.games.ticket_to_ride.render.palette import CLOSED, CLOSED_EDGE
from sf_env.games.ticket_to_ride.render.places import place_spot, route_spot
from sf_env.games.ticket_to_ride.render.seen import View
from sf_env.games.ticket_to_ride.render.ways import HEIGHT, PLACE_RADIUS, SPACE_WIDTH, WIDTH, Space
from sf_env.render.forms import rounded, turned
from sf_env.render.palette import ACCENT
from sf_env.render.shapes import BETWEEN, Disc, Item, Outline, Panel, Points, Tile
from sf_env.render.words import count_text

MOST = 16384  # tiles of routes
Spaces = tuple[Space, ...]
AROUND = 2.5  # by which the spot of a route is larger than its spaces


def map_panel(view: View) -> Panel:
    """Return the panel of the map."""
    drawing = drawing_of(view["board"])
    items = (
        Item(drawing.ground, 0, 0),
        *_routes(view, drawing),
        *_places(view, drawing),
    )
    return Panel("map", _in_words(view), WIDTH, HEIGHT, items)


def _routes(view: View, drawing: Drawing) -> Iterator[Item]:
    for route, (owner, spaces) in enumerate(zip(view["owner"], drawing.routes, strict=True)):
        yield Item(_spot(spaces), 0, 0, 1.0, route_spot(route))
        if owner >= 0:
            yield Item(_trams(spaces, owner), 0, 0)
        elif _is_closed(view, route):
            yield Item(_closed(spaces), 0, 0)
    for marked in {view["claiming"], view["last"]}:
        if marked is not None:
            yield Item(_marked(drawing.routes[marked]), 0, 0)


def _is_closed(view: View, route: int) -> bool:
    """Return whether nobody may claim a free route: with 2 players, if its twin is claimed."""
    twin = view["board"].twins[route]
    return view["players"] == 2 and twin >= 0 and view["owner"][twin] >= 0


def _places(view: View, drawing: Drawing) -> Iterator[Item]:
    for number, (x, y) in enumerate(drawing.places):
        kind, left = view["pile_kind"][number], view["pile_left"][number]
        yield Item(_pile(kind, left) if left else _stop(), x, y, 1.0, place_spot(number))


@lru_cache(maxsize=MOST)
def _spot(spaces: Spaces) -> Tile:
    """Return where a route can be pointed at, invisible."""
    return Tile((Outline(_around(spaces)),))


@lru_cache(maxsize=MOST)
def _marked(spaces: Spaces) -> Tile:
    """Return a frame around a route."""
    return Tile((Outline(_around(spaces), None, ACCENT, 2.4),))


@lru_cache(maxsize=MOST)
def _trams(spaces: Spaces, seat: int) -> Tile:
    """Return the trams of a seat on a route."""
    shapes = (shape for one in spaces for shape in icons.tram(seat, one))
    return Tile(tuple(shapes))


@lru_cache(maxsize=MOST)
def _closed(spaces: Spaces) -> Tile:
    """Return what covers a route that nobody may claim any more."""
    corners = (
        turned(rounded(one.length, SPACE_WIDTH, 3.2), one.along, one.x, one.y) for one in spaces
    )
    return Tile(tuple(Outline(each, CLOSED, CLOSED_EDGE, 1.2) for each in corners))


@cache
def _pile(kind: int, count: int) -> Tile:
    return Tile(icons.pile(kind, count), f"{count_text(count, 'token')} of kind {kind}")


@cache
def _stop() -> Tile:
    """Return an invisible disc: where a location can be pointed at."""
    return Tile((Disc(0, 0, PLACE_RADIUS),))


def _around(spaces: Spaces) -> Points:
    """Return the outline of a band around spaces."""
    first, last = spaces[0], spaces[-1]
    begin, end = (
        _shifted(first, -first.length / 2 - AROUND),
        _shifted(last, last.length / 2 + AROUND),
    )
    sides = [
        [turned(((0, side),), one.along, one.x, one.y)[0] for one in (begin, *spaces, end)]
        for side in (SPACE_WIDTH / 2 + AROUND, -SPACE_WIDTH / 2 - AROUND)
    ]
    return (*sides[0], *reversed(sides[1]))


def _shifted(space: Space, by: float) -> Space:
    """Return a space that lies further along its route."""
    right, down = space.along
    return space._replace(x=space.x + by * right, y=space.y + by * down)


def _in_words(view: View) -> str:
    """Return the map in words for screen readers: who has claimed which routes, and the tokens."""
    board = view["board"]
    parts = []
    for seat, name in enumerate(view["names"]):
        routes = [board.route_name(one) for one, who in enumerate(view["owner"]) if who == seat]
        parts.append(f"routes of {name}: {', '.join(routes) or 'none'}")
    piles = [
        f"{view['pile_left'][place]} of kind {kind} at {board.location_name(place)}"
        for place, kind in enumerate(view["pile_kind"])
        if view["pile_left"][place]
    ]
    return BETWEEN.join([*parts, f"tokens: {', '.join(piles) or 'none'}"])
