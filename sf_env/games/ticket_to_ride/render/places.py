"""Where on the board an action is: what a page frames, and what can be clicked."""

from __future__ import annotations

from sf_env.games.ticket_to_ride.actions import NAMES
from sf_env.games.ticket_to_ride.engine.actions import PAY_WITH
from sf_env.games.ticket_to_ride.render.seen import View


def spot_of(view: View, action: int) -> str:
    """Return the spot on the board that an action is about; "" if there is none."""
    kind, *rest = NAMES[action].split()
    number = rest[0].lower() if rest else ""
    seat = view["to_move"]
    if kind == "DRAW":
        return "deck"
    if kind == "TICKETS":
        return "tickets"
    if kind == "TAKE":
        return face_up_spot(int(number))
    if kind == "KEEP":
        return offer_spot(seat, number)
    if kind == "COLOUR":
        return hand_spot(seat, action - PAY_WITH)
    if kind == "PAY":
        return pay_spot(int(number))
    if kind == "TOKEN" and view["claiming"] is not None:
        return place_spot(view["board"].routes[view["claiming"]][int(number)])
    if kind == "PLACE":
        return place_spot(int(number))
    return route_spot(int(number)) if kind == "CLAIM" else ""


def face_up_spot(kind: int) -> str:
    """Return the spot of the face-up cards of a kind."""
    return f"face-up-{kind}"


def offer_spot(seat: int, which: str) -> str:
    """Return the spot of an offered ticket: "0" or "1", or "both"."""
    return f"offer-{seat}-{which}"


def hand_spot(seat: int, kind: int) -> str:
    """Return the spot of the cards of a kind in a hand."""
    return f"hand-{seat}-{kind}"


def pay_spot(ferries: int) -> str:
    """Return the spot of a price with this number of ferries."""
    return f"pay-{ferries}"


def place_spot(location: int) -> str:
    """Return the spot of a location."""
    return f"place-{location}"


def route_spot(route: int) -> str:
    """Return the spot of a route."""
    return f"route-{route}"
