"""What a decision brought besides itself: points, tickets, tokens, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from sf_env.games.ticket_to_ride.engine.constants import ROUTE_POINTS, TOKEN_KINDS
from sf_env.games.ticket_to_ride.render.places import place_spot, route_spot
from sf_env.games.ticket_to_ride.render.seen import OVER, Held, View
from sf_env.games.ticket_to_ride.render.telling import ending, result
from sf_env.render.look import Event
from sf_env.render.words import count_text, does, points_text, score_text, whose


def events(before: View, after: View) -> tuple[Event, ...]:
    """Return what happened between two positions that are one decision apart."""
    seat = before["to_move"]
    found = [*_claimed(after, seat), *_gained(before, after, seat), *_for_all(before, after, seat)]
    if after["phase"] == OVER:
        found += _revealed(before, after)
        text = f"The game ends: {ending(after)}. {result(after)}"
        found.append(Event("end", seat, text))
    return tuple(found)


def _claimed(after: View, seat: int) -> Iterator[Event]:
    route = after["last"]
    if route is not None:
        points = ROUTE_POINTS[after["board"].routes[route].length]
        text = f"{does(after['names'][seat], 'get')} {score_text(points)}"
        yield Event("route", seat, text, (route_spot(route),))


def _gained(before: View, after: View, seat: int) -> Iterator[Event]:
    """Yield the token of the player to move, and the tickets that the reader sees completed."""
    name, board = after["names"][seat], after["board"]
    for kind in range(TOKEN_KINDS):
        if after["tokens"][seat][kind] > before["tokens"][seat][kind]:
            place = before["pile_kind"].index(kind)
            text = f"{does(name, 'take')} a token of kind {kind} at {board.location_name(place)}"
            yield Event("token", seat, text, (place_spot(place),))
    if before["held"][seat] is None:
        return
    completed = {one.number for one in before["held"][seat] or [] if one.completed}
    for one in after["held"][seat] or []:
        if one.completed and not one.offered and one.number not in completed:
            text = f"{does(name, 'complete')} {board.ticket_name(one.number)}"
            yield Event("ticket", seat, text, _ends(after, one))


def _ends(view: View, one: Held) -> tuple[str, ...]:
    ticket = view["board"].tickets[one.number]
    return place_spot(ticket.first), place_spot(ticket.second)


def _for_all(before: View, after: View, seat: int) -> Iterator[Event]:
    """Yield what happened on the table: discarded rows, a new deck, the end that comes near."""
    paid = 0 if after["last"] is None else after["board"].routes[after["last"]].length
    discarded = sum(after["discards"]) - sum(before["discards"]) - paid
    if discarded > 0:
        text = f"three ferries were face up: {count_text(discarded, 'card')} are discarded"
        yield Event("cards", -1, text)
    if discarded < 0 or after["deck"] > before["deck"]:
        yield Event("cards", -1, "the discards are shuffled and become the deck")
    if before["turns_left"] is None and after["turns_left"] is not None:
        left = f"{whose(after['names'][seat])} trams run out: {after['trams'][seat]} left"
        text = f"{left}, everybody has one more turn"
        yield Event("last", seat, text)


def _revealed(before: View, after: View) -> Iterator[Event]:
    """Yield the tickets that the reader sees for the first time, when the game is over."""
    for seat, held in enumerate(after["held"]):
        if before["held"][seat] is None and held:
            completed = sum(one.completed for one in held)
            points = points_text(after["points"][seat][1], plus=True)
            text = f"{after['names'][seat]} had completed {completed} of {len(held)} tickets"
            yield Event("ticket", seat, f"{text}: {points}")
