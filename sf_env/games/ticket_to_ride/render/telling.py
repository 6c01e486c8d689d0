"""What players may do, what they do, and how a game ended, in words.

Every action has one phrase, as "claim Presidio – Fort Mason (3 red)". As a choice it is followed by
what helps to choose; as a move by what it brought, as far as the reader may know it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sf_env.games.ticket_to_ride.actions import NAMES
from sf_env.games.ticket_to_ride.engine.actions import (
    DRAW,
    KEEP_ONE,
    PAY_FERRIES,
    PAY_WITH,
    TICKETS,
)
from sf_env.games.ticket_to_ride.engine.constants import (
    FERRY,
    KIND_NAMES,
    ROUTE_POINTS,
)
from sf_env.games.ticket_to_ride.render.seen import OVER, View
from sf_env.games.ticket_to_ride.render.words import card_text, missing_text, price_text
from sf_env.render.look import HIDDEN
from sf_env.render.words import count_text, does, points_text, score_text, together

TO_DO = {  # what there is to decide, by the phase
    "keep_first": "keep one or both tickets",
    "place": "put {tokens} on the map",
    "turn": "draw cards or tickets, or claim a route",
    "second": "take a second card",
    "keep": "keep one or both tickets",
    "colour": "choose a colour for {route}",
    "pay": "pay for {route}",
    "token": "choose a token",
}
SINGLES = 2  # players who put single tokens on the map, not piles


class Phrase(NamedTuple):
    """An action in words, and what is said behind them before it is done."""

    verb: str
    what: str
    choosing: str = ""


def to_do(view: View) -> str:
    """Return what there is to decide."""
    return TO_DO[view["phase"]].format(tokens=_tokens(view), route=_route(view))


def offer(view: View, action: int) -> str:
    """Return a legal action as a choice, with what helps to choose."""
    phrase = _phrase(view, action)
    return f"{phrase.verb} {phrase.what}{phrase.choosing}"


def tell(before: View, action: int, after: View) -> str:
    """Return what a player has done in the position ``before``, as far as the reader knows it."""
    name = before["names"][before["to_move"]]
    if action == HIDDEN:  # which ticket is kept
        return f"{does(name, 'keep')} one ticket"
    phrase = _phrase(before, action)
    claimed = after["last"]
    if claimed is not None and after["owner"][claimed] != before["owner"][claimed]:
        return f"{does(name, 'claim')} {_route(before)} with {_paid(before, action)}"
    return f"{does(name, phrase.verb)} {phrase.what}{_brought(before, action, after)}"


def _brought(before: View, action: int, after: View) -> str:
    """Return the card or the ticket that was drawn, if the reader knows it."""
    seat = before["to_move"]
    old_hand, hand, held = before["hands"][seat], after["hands"][seat], after["held"][seat]
    if action == DRAW and hand is not None and old_hand is not None:
        kinds = zip(KIND_NAMES, old_hand, hand, strict=True)
        return "".join(f": {name}" for name, old, new in kinds if new > old)
    if action == TICKETS and held is not None:
        old = {one.number for one in before["held"][seat] or []}
        names = [after["board"].ticket_name(one.number) for one in held if one.number not in old]
        return f": {together(names)}"
    return ""


def _paid(before: View, action: int) -> str:
    """Return the cards that a claim was paid with."""
    assert before["claiming"] is not None  # noqa: S101  a route was claimed
    length = before["board"].routes[before["claiming"]].length
    if action == PAY_WITH + FERRY:
        return price_text(FERRY, 0, length)
    assert before["colour"] is not None  # noqa: S101  it was chosen
    ferries = action - PAY_FERRIES
    return price_text(before["colour"], length - ferries, ferries)


def _phrase(view: View, action: int) -> Phrase:
    kind, *rest = NAMES[action].split()
    return _WAYS[kind](view, rest[0] if rest else "", action)


def _draw(view: View, _number: str, _action: int) -> Phrase:
    return Phrase("draw", "a card", f", {view['deck']} in the deck")


def _take(_view: View, number: str, _action: int) -> Phrase:
    return Phrase("take", card_text(int(number)))


def _tickets(view: View, _number: str, _action: int) -> Phrase:
    return Phrase("draw", "tickets", f", {len(view['ticket_deck'])} in their deck")


def _keep(view: View, number: str, action: int) -> Phrase:
    offered = [one for one in view["held"][view["to_move"]] or [] if one.offered]
    if number != "BOTH":
        offered = [offered[action - KEEP_ONE]] if offered else []
    names = [view["board"].ticket_name(one.number) for one in offered]
    missing = [missing_text(one.missing) for one in offered]
    both = "both tickets" if number == "BOTH" else ""
    what = f"{both}{': ' if both and names else ''}{together(names)}"
    return Phrase("keep", what, f", {' and '.join(missing)}")


def _colour(_view: View, number: str, action: int) -> Phrase:
    if number == "ferry":
        return Phrase("pay", "with ferries alone")
    return Phrase("pay", f"with {KIND_NAMES[action - PAY_WITH]} cards")


def _pay(view: View, _number: str, action: int) -> Phrase:
    return Phrase("pay", _paid(view, action))


def _token(view: View, number: str, _action: int) -> Phrase:
    assert view["claiming"] is not None  # noqa: S101  a claim has led to the choice
    place = view["board"].routes[view["claiming"]][int(number)]
    kind = view["pile_kind"][place]
    return Phrase("take", f"the token of kind {kind} at {view['board'].location_name(place)}")


def _pass(_view: View, _number: str, _action: int) -> Phrase:
    return Phrase("pass", "as nothing is possible")


def _place(view: View, number: str, _action: int) -> Phrase:
    return Phrase("put", f"{_tokens(view)} on {view['board'].location_name(int(number))}")


def _claim(view: View, number: str, _action: int) -> Phrase:
    points = score_text(ROUTE_POINTS[view["board"].routes[int(number)].length])
    return Phrase("choose", f"to claim {_named(view, int(number))}", f": {points}")


def _named(view: View, route: int) -> str:
    """Return the name of a route; two of a double may have the same one but for this."""
    board = view["board"]
    name, twin = board.route_name(route), board.twins[route]
    if twin < 0 or board.price(twin) != board.price(route):
        return name
    return f"{name}, the {'first' if route < twin else 'second'} of two"


_WAYS: dict[str, Callable[[View, str, int], Phrase]] = {
    "DRAW": _draw,
    "TAKE": _take,
    "TICKETS": _tickets,
    "KEEP": _keep,
    "COLOUR": _colour,
    "PAY": _pay,
    "TOKEN": _token,
    "PASS": _pass,
    "PLACE": _place,
    "CLAIM": _claim,
}


def _tokens(view: View) -> str:
    """Return the tokens that are to be put on the map."""
    kind = 5 if 5 not in view["pile_kind"] else 6
    return f"{'the token' if view['players'] == SINGLES else 'the pile'} of kind {kind}"


def _route(view: View) -> str:
    """Return the route that is being claimed."""
    return "" if view["claiming"] is None else view["board"].route_name(view["claiming"])


# How a game ended


def result(view: View) -> str:
    """Return who has won a game that is over, and everybody's points, the most first."""
    points = sorted((parts[-1] for parts in view["points"]), reverse=True)
    names = [view["names"][seat] for seat in view["winners"]]
    win = f"{together(names)} win together" if len(names) > 1 else does(names[0], "win")
    return f"{win}, {' to '.join(map(points_text, points))}"


def ending(view: View) -> str:
    """Return why a game is over."""
    if view["turns_left"] is None:
        return "nobody could do anything"
    return "everybody has had the last turn"


def turns_text(view: View) -> str:
    """Return how many turns are left once the end is near, "" before."""
    left = view["turns_left"]
    if left is None or view["phase"] == OVER:
        return ""
    return "the last turn" if left == 1 else f"the last {count_text(left, 'turn')}"
