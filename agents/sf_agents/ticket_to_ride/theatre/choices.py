"""Cards and tickets to choose from, drawn next to the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sf_agents.ticket_to_ride.theatre.way import way
from sf_env.games.ticket_to_ride.engine.actions import (
    KEEP_BOTH,
    KEEP_ONE,
    PAY_FERRIES,
)
from sf_env.games.ticket_to_ride.engine.constants import FERRY
from sf_env.games.ticket_to_ride.render import cards
from sf_env.games.ticket_to_ride.render.palette import TICKET, TICKET_EDGE
from sf_env.games.ticket_to_ride.render.places import hand_spot, pay_spot, route_spot, spot_of
from sf_env.games.ticket_to_ride.render.seen import Held, View
from sf_env.games.ticket_to_ride.render.words import missing_text, price_text
from sf_env.render.shapes import Box, Item, Panel, Tile
from sf_env.render.tiles import faint, words
from sf_env.render.widths import fitted

MARGIN = 4
FAN = 17  # from one card of a price to the next
TICKET_WIDTH, TICKET_HEIGHT = 292, 52
NAMES_WIDTH = 238


def hand(view: View) -> list[Panel]:
    """Return what the player to move chooses from: cards to pay with, or tickets."""
    phase = view["phase"]
    if phase == "colour":
        return list(_cards(view))
    if phase == "pay":
        return list(_prices(view))
    return list(_tickets(view)) if phase in ("keep_first", "keep") else []


def lit(view: View, action: int) -> tuple[str, ...]:
    """Return the spots of the routes that lead to a ticket which an action keeps."""
    if not KEEP_ONE <= action <= KEEP_BOTH:
        return ()
    offered = _offered(view)
    chosen = offered if action == KEEP_BOTH else offered[action - KEEP_ONE :][:1]
    seat = view["to_move"]
    routes = dict.fromkeys(route for one in chosen for route in way(view, seat, one.number))
    return tuple(map(route_spot, routes))


def _cards(view: View) -> Iterator[Panel]:
    """Yield the cards in hand, one for each kind."""
    seat = view["to_move"]
    for kind, count in enumerate(view["hands"][seat] or ()):
        if count:
            label = price_text(kind, count, count if kind == FERRY else 0)
            items = _row([kind] * count, hand_spot(seat, kind))
            yield _panel(f"{label} in hand", items)


def _prices(view: View) -> Iterator[Panel]:
    """Yield each set of cards that pays for the route."""
    assert view["claiming"] is not None  # noqa: S101  it is being paid for
    assert view["colour"] is not None  # noqa: S101
    length = view["board"].routes[view["claiming"]].length
    for action in view["legal"] or ():
        ferries = action - PAY_FERRIES
        kinds = [view["colour"]] * (length - ferries) + [FERRY] * ferries
        label = price_text(view["colour"], length - ferries, ferries)
        yield _panel(label, _row(kinds, pay_spot(ferries)))


def _row(kinds: Sequence[int], spot: str) -> list[Item]:
    """Return cards that lie over each other, and where all of them can be clicked."""
    width = cards.WIDTH + FAN * (len(kinds) - 1)
    shown = [Item(cards.card(kind), MARGIN + FAN * at, MARGIN) for at, kind in enumerate(kinds)]
    return [*shown, Item(cards.area(width, cards.HEIGHT), MARGIN, MARGIN, 1.0, spot)]


def _panel(label: str, items: Sequence[Item]) -> Panel:
    width = cards.WIDTH + FAN * (len(items) - 2) + 2 * MARGIN
    return Panel("choice", label, width, cards.HEIGHT + 2 * MARGIN, tuple(items))


# Tickets.


def _offered(view: View) -> list[Held]:
    return [one for one in view["held"][view["to_move"]] or () if one.offered]


def _tickets(view: View) -> Iterator[Panel]:
    """Yield the offered tickets, in the order in which actions name them."""
    board = view["board"]
    for number, one in enumerate(_offered(view)):
        first, second, _ = board.tickets[one.number]
        names = [
            fitted(board.location_name(end), 14, NAMES_WIDTH, bold=True) for end in (first, second)
        ]
        spot = spot_of(view, KEEP_ONE + number)
        missing = missing_text(one.missing)
        label = f"ticket {board.ticket_name(one.number)}, {missing}"
        items = (
            Item(_paper(), MARGIN, MARGIN, 1.0, spot),
            Item(words(names[0], 14, bold=True), MARGIN + 12, MARGIN + 21),
            Item(words(names[1], 14, bold=True), MARGIN + 12, MARGIN + 41),
            Item(
                words(str(one.points), 20, anchor="end", bold=True), TICKET_WIDTH - 8, MARGIN + 24
            ),
            Item(faint(missing, 12, "end"), TICKET_WIDTH - 8, MARGIN + 42),
        )
        width, height = TICKET_WIDTH + 2 * MARGIN, TICKET_HEIGHT + 2 * MARGIN
        yield Panel("choice", label, width, height, items)


@cache
def _paper() -> Tile:
    """Return the ground of a ticket."""
    return Tile((Box(0, 0, TICKET_WIDTH, TICKET_HEIGHT, TICKET, TICKET_EDGE, 1.3, 6),))
