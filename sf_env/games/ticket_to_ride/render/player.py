"""The panel of a player: points, trams left, cards in hand, tokens, and tickets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sf_env.games.ticket_to_ride.engine.constants import KIND_NAMES, KINDS, TOKEN_KINDS
from sf_env.games.ticket_to_ride.render import cards, icons, table, ways
from sf_env.games.ticket_to_ride.render.places import hand_spot, offer_spot
from sf_env.games.ticket_to_ride.render.seen import OVER, Held, View
from sf_env.games.ticket_to_ride.render.words import missing_text
from sf_env.render.palette import INK
from sf_env.render.shapes import BETWEEN, MARGIN, Item, Panel, Tile, Words
from sf_env.render.tiles import faint, sheet, words
from sf_env.render.widths import fitted, fitted_pair
from sf_env.render.words import (
    count_text,
    point_word,
    points_text,
    score_text,
    together,
)

WIDTH = 400
COLUMN = (
    ways.HEIGHT + table.DECISION_HEIGHT + table.TABLE_HEIGHT + 2 * MARGIN
)  # all panels of players and the space between them
NAME_WIDTH = 250
HAND_Y = 60
LARGER = {2: 1.4, 3: 1.15, 4: 1.0}  # cards and tokens, by the number of players
ROW = {2: 25, 3: 22, 4: 19}  # height of the line of a ticket
TOKEN_STEP = 17
SIZE = 12.5  # of the letters of tickets
POINTS_WIDTH = 36  # with the dash between the locations
MISSING_WIDTH = 82
BOTH_WIDTH = 38
PARTS = ("routes", "tickets", "tokens")


def height(players: int) -> int:
    """Return the height of the panel of a player: all of them fill the column."""
    return (COLUMN - MARGIN * (players - 1)) // players


def player(view: View, seat: int) -> Panel:
    """Return the panel of a seat."""
    tall = height(view["players"])
    moves = view["to_move"] == seat and view["phase"] != OVER
    items = (
        Item(sheet(WIDTH, tall, moves), 0, 0),
        *_title(view, seat, moves),
        *_hand(view, seat),
        *_tokens(view, seat),
        *_tickets(view, seat, tall),
    )
    return Panel(f"player-{seat}", _in_words(view, seat), WIDTH, tall, items)


def _title(view: View, seat: int, moves: bool) -> Iterator[Item]:
    winner = seat in view["winners"]
    if moves:
        yield Item(_arrow(), 16, 19)
    elif winner:
        yield Item(_star(), 16, 18)
    name = fitted(view["names"][seat], 17, NAME_WIDTH, bold=True)
    yield Item(words(f"{name} won" if winner else name, 17, bold=True), 30, 25)
    *parts, _, total = view["points"][seat]
    yield Item(words(points_text(total), 22, anchor="end", bold=True), WIDTH - 52, 27)
    yield Item(faint(point_word(total), 12, "end"), WIDTH - 10, 26)
    known = view["held"][seat] is not None
    told = [
        f"{name} {points_text(points)}"
        for name, points in zip(PARTS, parts, strict=True)
        if known or name != "tickets"
    ]
    yield Item(faint(", ".join(told), 12, "end"), WIDTH - 10, 46)
    yield Item(_tram(seat), 44, 44)
    yield Item(words(f"×{view['trams'][seat]}", 13, bold=True), 62, 49)


@cache
def _arrow() -> Tile:
    return Tile(icons.arrow())


@cache
def _star() -> Tile:
    return Tile(icons.winner(), "won")


@cache
def _tram(seat: int) -> Tile:
    return Tile(icons.tram(seat, ways.Space(0, 0, (1.0, 0.0), 27)), "trams left")


# Cards.


def _hand(view: View, seat: int) -> Iterator[Item]:
    """Place the cards by kind; of a hand that is hidden, those that all know of, and the rest."""
    hand, larger = view["hands"][seat], LARGER[view["players"]]
    shown = view["known"][seat] if hand is None else hand
    step = (cards.SMALL_WIDTH + 5) * larger
    x = 14.0
    for kind in range(KINDS):
        if shown[kind]:
            tile = cards.small_card(kind, shown[kind])
            yield Item(tile, x, HAND_Y, larger, hand_spot(seat, kind))
            x += step
    hidden = view["hand_sizes"][seat] - sum(shown)
    if hidden:
        yield Item(cards.hidden_cards(hidden), x, HAND_Y, larger)
    if not view["hand_sizes"][seat]:
        yield Item(faint("no cards in hand", 13), x, HAND_Y + 26)


def _tokens(view: View, seat: int) -> Iterator[Item]:
    """Place the tokens next to the cards, one over the other."""
    larger = LARGER[view["players"]]
    held = [kind for kind in range(TOKEN_KINDS) if view["tokens"][seat][kind]]
    y = HAND_Y + larger * cards.SMALL_HEIGHT / 2
    for number, kind in enumerate(reversed(held)):
        yield Item(_token(kind), WIDTH - 22 - TOKEN_STEP * number, y)


@cache
def _token(kind: int) -> Tile:
    return Tile(icons.token(kind, 10), f"token of kind {kind}")


# Tickets.


def _tickets(view: View, seat: int, tall: int) -> Iterator[Item]:
    """Place the tickets in one column, or two if there are many; those offered come first."""
    players, held = view["players"], view["held"][seat]
    top = HAND_Y + LARGER[players] * cards.SMALL_HEIGHT + 22
    if held is None or not held:
        text = "no tickets" if held is not None else _hidden_tickets(view, seat)
        yield Item(faint(text, 13), 14, top + 5)
        return
    grid = _Grid(top, ROW[players], int((tall - top + 10) // ROW[players]), len(held))
    shown = _ordered(held)
    if len(shown) > grid.room:
        x, y = grid.corner(grid.room - 1)
        yield Item(faint(f"and {len(shown) - grid.room + 1} more", 12.5), x + 18, y + 4.5)
        shown = shown[: grid.room - 1]
    for number, one in enumerate(shown):
        width = grid.width - (BOTH_WIDTH + 10) * (one.offered and grid.columns == 1)
        yield from _ticket(view, one, *grid.corner(number), width)
        if one.offered:
            yield from _offer(view, seat, number, grid, width)


class _Grid:
    """The places of tickets, from above, in one column or two."""

    def __init__(self, top: float, row: float, rows: int, tickets: int) -> None:
        self.row = row
        self.columns = 1 if tickets <= rows else 2
        self.room = rows * self.columns
        self.width = WIDTH / self.columns - 24
        self._top = top
        self._rows = rows

    def corner(self, number: int) -> tuple[float, float]:
        """Return where the line of a ticket begins."""
        column, row = divmod(number, self._rows)
        return 14 + column * (WIDTH / self.columns - 6), self._top + self.row * row


def _offer(view: View, seat: int, number: int, grid: _Grid, width: float) -> Iterator[Item]:
    """Place the frame of an offered ticket, and after the first one that of both."""
    x, y = grid.corner(number)
    chosen = view["to_move"] == seat
    frame = cards.frame(width + 12, grid.row - 3, chosen)
    above = (grid.row - 3) / 2
    yield Item(frame, x - 6, y - above, 1.0, offer_spot(seat, str(number)))
    if number == 0 and grid.columns == 1:
        both = _both(2 * grid.row - 3, chosen)
        yield Item(both, WIDTH - BOTH_WIDTH - 8, y - above, 1.0, offer_spot(seat, "both"))


def _ordered(held: Sequence[Held]) -> list[Held]:
    """Return offered tickets as they were offered, then the others, completed ones last."""
    offered = [one for one in held if one.offered]
    kept = [one for one in held if not one.offered]
    return offered + sorted(kept, key=lambda one: (one.completed, -one.points, one.number))


def _ticket(view: View, one: Held, x: float, y: float, width: float) -> Iterator[Item]:
    """Place a ticket: what is missing, its locations, and its points."""
    wide = width > WIDTH / 2
    ticket = view["board"].tickets[one.number]
    room = width - 19 - POINTS_WIDTH - MISSING_WIDTH * wide
    first, second = (view["board"].location_name(end) for end in ticket[:2])
    names = fitted_pair(first, second, SIZE, room)
    yield Item(_missing(one.missing), x + 7, y)
    yield Item(words(" – ".join(names), SIZE), x + 19, y + 4.5)
    right = x + width
    if wide:
        yield Item(faint(_short(one.missing), 12, "end"), right, y + 4.5)
        right -= MISSING_WIDTH
    yield Item(words(str(one.points), 13, anchor="end", bold=True), right, y + 4.5)


def _short(missing: int | None) -> str:
    """Return how far a ticket is from completion, in as few words as there is room for."""
    return f"{missing} to go" if missing else missing_text(missing)


@cache
def _missing(spaces: int | None) -> Tile:
    """Return a sign with the spaces that are missing, or a tick."""
    return Tile(icons.missing(spaces), missing_text(spaces))


@cache
def _both(tall: float, chosen: bool) -> Tile:
    """Return what stands for both offered tickets."""
    label = Words(BOTH_WIDTH / 2, tall / 2 + 4, "both", 12, INK, "middle", bold=True)
    return Tile((*cards.frame(BOTH_WIDTH, tall, chosen).shapes, label))


def _hidden_tickets(view: View, seat: int) -> str:
    count = view["ticket_counts"][seat]
    kept = count_text(count, "ticket") if count or not view["offers"][seat] else "no ticket yet"
    return f"{kept}, two to choose from" if view["offers"][seat] else kept


# Words.


def _in_words(view: View, seat: int) -> str:
    """Return all of a player for screen readers."""
    hand, held = view["hands"][seat], view["held"][seat]
    shown = view["known"][seat] if hand is None else hand
    named = [f"{count} {KIND_NAMES[kind]}" for kind, count in enumerate(shown) if count]
    unknown = view["hand_sizes"][seat] - sum(shown)
    named += [f"{unknown} unknown"] if unknown else []
    tokens = [str(kind) for kind in range(TOKEN_KINDS) if view["tokens"][seat][kind]]
    parts = [
        f"{view['names'][seat]}, {score_text(view['points'][seat][-1])}",
        f"{count_text(view['trams'][seat], 'tram')} left",
        f"hand: {', '.join(named) or 'empty'}",
        f"tokens: {f'of kind {together(tokens)}' if tokens else 'none'}",
    ]
    if held is None:
        return BETWEEN.join([*parts, _hidden_tickets(view, seat)])
    return BETWEEN.join([*parts, *(_ticket_in_words(view, one) for one in held)])


def _ticket_in_words(view: View, one: Held) -> str:
    name = view["board"].ticket_name(one.number)
    return f"{'offered' if one.offered else 'ticket'} {name}, {missing_text(one.missing)}"
