"""A second account of the observation: every piece from what a seat's snapshot says."""

from __future__ import annotations

from typing import Any

from sf_env.games.ticket_to_ride.map.map import Map

Snapshot = dict[str, Any]
COPIES = [6, 6, 6, 6, 6, 6, 8]
PHASES = ["keep_first", "place", "turn", "second", "keep", "colour", "pay", "token", "over"]
SLOTS, LOCATIONS, FERRY, GREY, FAR = 64, 32, 6, 6, 100


def pieces(shot: Snapshot, board: Map, seat: int, offer: list[int]) -> dict[str, Any]:
    """Return the pieces by name; ``offer`` is the seat's own, which waits until it is its turn."""
    return {
        **_seats(shot, seat),
        **_routes(shot, board, seat),
        **_tickets(shot, board, seat, offer),
        **_table(shot, board, seat),
    }


def _seats(shot: Snapshot, seat: int) -> dict[str, Any]:
    order = [(seat + turn) % shot["players"] for turn in range(shot["players"])]
    own = {name: [shot[name][one] for one in order] for name in ("trams", "known", "tokens")}
    points = [shot["route_points"][one] for one in order]
    return {**own, "to_move": [one == shot["to_move"] for one in order], "route_points": points}


def _routes(shot: Snapshot, board: Map, seat: int) -> dict[str, Any]:
    hand = shot["hands"][seat]
    routes = board.routes
    open_now = [
        is_open(shot, board, seat, route) and routes[route].length <= shot["trams"][seat]
        for route in range(len(routes))
    ]
    missing = [missing_cards(hand, route.length, route.colour, route.ferries) for route in routes]
    return {
        "route_ends": _filled([[r.first, r.second] for r in routes], SLOTS, [0, 0]),
        "route_length": _filled([r.length for r in routes], SLOTS),
        "route_colour": _filled([r.colour for r in routes], SLOTS),
        "route_ferries": _filled([r.ferries for r in routes], SLOTS),
        "route_owner": _filled([_turn(shot, seat, who) for who in shot["owner"]], SLOTS),
        "route_open": _filled(open_now, SLOTS),
        "route_affordable": _filled(
            [free and not cards for free, cards in zip(open_now, missing, strict=True)], SLOTS
        ),
        "route_missing": _filled(missing, SLOTS),
        "route_claiming": [number == shot["claiming"] for number in range(SLOTS)],
    }


def _turn(shot: Snapshot, seat: int, who: int) -> int:
    """Return 1 for the seat itself, 2 for the next one and so on, 0 for nobody."""
    return 0 if who < 0 else 1 + (who - seat) % shot["players"]


def is_open(shot: Snapshot, board: Map, seat: int, route: int) -> bool:
    """Return whether nobody has claimed a route, nor its twin in a way that closes it (4)."""
    twin = board.twins[route]
    closers = range(shot["players"]) if shot["players"] == 2 else [seat]
    return shot["owner"][route] < 0 and (twin < 0 or shot["owner"][twin] not in closers)


def missing_cards(hand: list[int], length: int, colour: int, ferries: int) -> int:
    """Return the fewest cards to draw until some payment is possible, by trying all of them."""
    colours = range(FERRY) if colour == GREY else [colour]
    prices = [(length - wild, wild, one) for one in colours for wild in range(ferries, length + 1)]
    return min(
        max(0, cards - hand[one]) + max(0, wild - hand[FERRY]) for cards, wild, one in prices
    )


def _tickets(shot: Snapshot, board: Map, seat: int, offer: list[int]) -> dict[str, Any]:
    tickets = board.tickets
    seen = {*shot["tickets"][seat], *offer}
    far = distances(shot, board, seat)
    spaces = [
        min(far[t.first][t.second], FAR) if n in seen else None for n, t in enumerate(tickets)
    ]
    deck = shot["ticket_deck"]
    return {
        "ticket_ends": _filled([[t.first, t.second] for t in tickets], SLOTS, [0, 0]),
        "ticket_points": _filled([t.points for t in tickets], SLOTS),
        "ticket_held": [number in shot["tickets"][seat] for number in range(SLOTS)],
        "ticket_offered": [1 + offer.index(n) if n in offer else 0 for n in range(SLOTS)],
        "ticket_completed": _filled([space == 0 for space in spaces], SLOTS),
        "ticket_missing": _filled([space or 0 for space in spaces], SLOTS),
        "ticket_place": [1 + deck.index(n) if n in deck else 0 for n in range(SLOTS)],
        "deck_by": _filled([_turn(shot, seat, who) for who in shot["ticket_by"]], SLOTS),
    }


def distances(shot: Snapshot, board: Map, seat: int) -> list[list[int]]:
    """Return the spaces still to be claimed between all locations (Floyd and Warshall)."""
    every = range(len(board.locations))
    far = [[0 if one == other else FAR for other in every] for one in every]
    for number, route in enumerate(board.routes):
        own = shot["owner"][number] == seat
        if own or is_open(shot, board, seat, number):
            length = 0 if own else route.length
            for one, other in ((route.first, route.second), (route.second, route.first)):
                far[one][other] = min(far[one][other], length)
    for by in every:
        for one in every:
            for other in every:
                far[one][other] = min(far[one][other], far[one][by] + far[by][other])
    return far


def _table(shot: Snapshot, board: Map, seat: int) -> dict[str, Any]:
    hand = shot["hands"][seat]
    known = [shot["known"][one] for one in range(shot["players"]) if one != seat]
    on_table = zip(shot["face_up"], shot["discards"], hand, *known, strict=True)
    return {
        "pile_kind": _filled([1 + kind for kind in shot["pile_kind"]], LOCATIONS),
        "pile_left": _filled(shot["pile_left"], LOCATIONS),
        "hand": hand,
        "face_up": shot["face_up"],
        "discards": shot["discards"],
        "unseen": [copies - sum(seen) for copies, seen in zip(COPIES, on_table, strict=True)],
        "phase": [shot["phase"] == name for name in PHASES],
        "colour": [number == shot["colour"] for number in range(FERRY)],
        "deck": shot["deck"],
        "tickets_left": len(shot["ticket_deck"]),
        "turns_left": -1 if shot["turns_left"] is None else shot["turns_left"],
        "passes": shot["passes"],
    }


def _filled(values: list[Any], count: int, nothing: Any = 0) -> list[Any]:
    return [*values, *[nothing] * (count - len(values))]
