"""The board as text: cards, players with their routes and tickets, and the routes still free."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

import numpy as np

from sf_env.core.masks import members
from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.constants import KIND_NAMES
from sf_env.games.ticket_to_ride.engine.secrets import has_offer
from sf_env.games.ticket_to_ride.map.known import map_of
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.render.seen import held_by
from sf_env.games.ticket_to_ride.render.words import meaning, missing_text
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.games.ticket_to_ride.view import Snapshot, snapshot
from sf_env.render.words import count_text, seat_names

WIDTH = 80
TITLE = 11  # letters
LONGEST_NAME = 30  # letters in front of the routes of a location
NO_BREAK = "\N{NO-BREAK SPACE}"


def board(state: np.void, seat: int | None = None) -> str:
    """Return the whole table as lines of text, as a seat sees it; None sees everything."""
    decision = _decision(state, snapshot(state, seat), map_of(state), seat)
    return "\n".join([table(state, seat), "", *decision])


def table(state: np.void, seat: int | None = None, names: Sequence[str] | None = None) -> str:
    """Return the same without what there is to decide; ``names`` are those of the players."""
    shot, place = snapshot(state, seat), map_of(state)
    lines = [*_headline(shot, place), *_table(shot, place)]
    for one, name in enumerate(seat_names(names, shot["players"])):
        lines += ["", *_player(state, shot, place, one, name)]
    return "\n".join([*lines, "", *_free_routes(state, shot, place)])


def _line(title: str, text: str, width: int = TITLE) -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=f"{title:{width}}",
        subsequent_indent=" " * width,
        break_on_hyphens=False,
    )


def _list(title: str, items: Iterable[str], width: int = TITLE) -> str:
    """Return the items with commas between them; no line ends within one."""
    text = ", ".join(item.replace(" ", NO_BREAK) for item in items)
    return _line(title, text or "none", width).replace(NO_BREAK, " ")


# The table.


def _headline(shot: Snapshot, place: Map) -> list[str]:
    note = " (a reconstruction)" if place.name == "san_francisco" else ""
    return [
        f"TICKET TO RIDE: SAN FRANCISCO   {shot['players']} players{_ending(shot)}",
        _line("map", f"{place.name}{note}"),
    ]


def _ending(shot: Snapshot) -> str:
    left = shot["turns_left"]
    if left is None or shot["phase"] == "over":
        return ""
    return "   the last turn" if left == 1 else f"   the last {left} turns"


def _table(shot: Snapshot, place: Map) -> list[str]:
    decks = f"{count_text(shot['deck'], 'card')}, {count_text(len(shot['ticket_deck']), 'ticket')}"
    return [
        _line("face up", _kinds(shot["face_up"])),
        _line("discards", _kinds(shot["discards"])),
        _line("decks", decks),
        _list("tokens", _piles(shot, place)),
    ]


def _kinds(counts: Sequence[int]) -> str:
    """Return cards as "2 blue, 1 ferry"."""
    named = zip(counts, KIND_NAMES, strict=True)
    return ", ".join(f"{count} {name}" for count, name in named if count) or "none"


def _piles(shot: Snapshot, place: Map) -> Iterable[str]:
    for location, kind in enumerate(shot["pile_kind"]):
        if kind >= 0:
            name = place.location_name(location)
            yield f"{shot['pile_left'][location]} of kind {kind} at {name}"


# Players.


def _player(state: np.void, shot: Snapshot, place: Map, one: int, name: str) -> list[str]:
    mark = ">" if one == shot["to_move"] and shot["phase"] != "over" else " "
    tokens = [str(kind) for kind, held in enumerate(shot["tokens"][one]) if held]
    routes = [_route(place, route) for route in _claimed_by(shot, one)]
    return [
        f"{mark} {name}   {_points(state, shot, one)}",
        _line("  trams", f"{shot['trams'][one]} left"),
        _line("  hand", _hand(state, shot, one)),
        *_tickets(state, shot, place, one),
        _line("  tokens", f"of kind {', '.join(tokens)}" if tokens else "none"),
        _list("  routes", routes),
    ]


def _points(state: np.void, shot: Snapshot, one: int) -> str:
    """Return the points that are known: those for tickets only where tickets are."""
    if shot["tickets"][one] is None:
        return f"{count_text(shot['route_points'][one], 'point')} for routes"
    points = TICKET_TO_RIDE.parts_of_points(_array(state))[0, one].astype(int).tolist()
    routes, tickets, tokens, _, total = points
    sum_of = f"{routes} for routes, {tickets:+d} for tickets, {tokens} for tokens"
    return f"{count_text(total, 'point')}: {sum_of}"


def _array(state: np.void) -> Array:
    return np.array([state], state.dtype)


def _hand(state: np.void, shot: Snapshot, one: int) -> str:
    hand = shot["hands"][one]
    if hand is not None:
        return _kinds(hand)
    size = count_text(int(state["hand_size"][one]), "card")
    return f"{size}; known: {_kinds(shot['known'][one])}"


def _tickets(state: np.void, shot: Snapshot, place: Map, one: int) -> list[str]:
    """Return a line for each ticket that is seen, or how many there are."""
    tickets = shot["tickets"][one]
    if tickets is None:
        choice = ", and two to choose from" if has_offer(state, one) else ""
        return [_line("  tickets", f"{int(state['ticket_count'][one])}{choice}")]
    texts = [
        f"{place.ticket_name(ticket.number)}: {'offered, ' * ticket.offered}"
        f"{missing_text(ticket.missing)}"
        for ticket in held_by(state, one)
    ]
    first, *others = texts or ["none"]
    return [_line("  tickets", first), *(_line("", text) for text in others)]


def _claimed_by(shot: Snapshot, owner: int) -> list[int]:
    return [route for route, who in enumerate(shot["owner"]) if who == owner]


def _route(place: Map, route: int) -> str:
    return f"{route} {place.route_name(route)}"


# Routes that nobody has claimed.


def _free_routes(state: np.void, shot: Snapshot, place: Map) -> list[str]:
    """Return them by one of their ends; closed ones are open to no player."""
    free = {route for seat in range(shot["players"]) for route in _open_to(state, seat)}
    closed = [_route(place, route) for route in _claimed_by(shot, -1) if route not in free]
    names = [
        place.location_name(location)[:LONGEST_NAME] for location in range(len(place.locations))
    ]
    width = 4 + max(map(len, names))
    lines = ["free routes"]
    for number, name in enumerate(names):
        ends = [
            f"{route} {place.location_name(place.routes[route].second)} ({place.price(route)})"
            for route in sorted(free)
            if place.routes[route].first == number
        ]
        if ends:
            lines.append(_list(f"  {name}", ends, width))
    return [*lines, *([_list("closed", closed)] if closed else [])]


def _open_to(state: np.void, seat: int) -> Sequence[int]:
    return members(int(state["open_to"][seat]))


# The decision.


def _decision(state: np.void, shot: Snapshot, place: Map, seat: int | None) -> list[str]:
    if shot["phase"] == "over":
        return [_result(state) if seat is None else "The game is over."]
    lines = [f"player {shot['to_move']} decides: {shot['phase'].replace('_', ' ')}"]
    if shot["claiming"] is not None:
        lines.append(_line("claiming", _route(place, shot["claiming"])))
    choices = [_choice(action, shot, place) for action in shot["legal"] or []]
    return [*lines, *([_list("legal", choices)] if choices else [])]


def _result(state: np.void) -> str:
    """Return who has won, which those who do not see all tickets cannot know."""
    won = np.flatnonzero(TICKET_TO_RIDE.winners(_array(state))[0]).tolist()
    if len(won) > 1:
        return f"The game is over: players {' and '.join(map(str, won))} win."
    return f"The game is over: player {won[0]} wins."


def _choice(action: int, shot: Snapshot, place: Map) -> str:
    about = meaning(action, shot, place)
    return f"{action} {TICKET_TO_RIDE.actions[action]}" + (f": {about}" if about else "")
