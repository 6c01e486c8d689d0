"""The board as text: players, cards, routes by owner, tickets with what they still need."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.actions import CLAIM
from sf_env.games.ticket_to_ride.engine.constants import KIND_NAMES
from sf_env.games.ticket_to_ride.engine.layout import FAR
from sf_env.games.ticket_to_ride.engine.secrets import has_offer
from sf_env.games.ticket_to_ride.map.known import map_of
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.observation import observation_view
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.games.ticket_to_ride.view import Snapshot, snapshot
from sf_env.render.words import count_text

WIDTH = 100


def board(state: np.void, seat: int | None = None) -> str:
    """Return the whole table as lines of text, as a seat sees it; None sees everything."""
    shot, place = snapshot(state, seat), map_of(state)
    parts = [_headline(shot, place), *_cards(shot), ""]
    for one in range(shot["players"]):
        parts += _player(state, shot, place, one)
    parts += ["", *_routes(shot, place), *_piles(shot, place), "", *_decision(shot, place)]
    return "\n".join(parts)


def _headline(shot: Snapshot, place: Map) -> str:
    note = " (a reconstruction)" if place.name == "san_francisco" else ""
    return (
        f"TICKET TO RIDE: SAN FRANCISCO   {shot['players']} players   map {place.name}{note}"
        f"{_ending(shot)}"
    )


def _ending(shot: Snapshot) -> str:
    left = shot["turns_left"]
    return "" if left is None or shot["phase"] == "over" else f"   the last {left} turns"


def _cards(shot: Snapshot) -> list[str]:
    return [
        _line("face up", _kinds(shot["face_up"])),
        _line("discards", _kinds(shot["discards"])),
        _line("decks", f"{count_text(shot['deck'], 'card')}, {_tickets(shot['ticket_deck'])}"),
    ]


def _line(title: str, text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=f"{title:10}", subsequent_indent=" " * 10)


def _kinds(counts: Sequence[int]) -> str:
    """Return cards as "2 blue, 1 ferry"."""
    named = zip(counts, KIND_NAMES, strict=True)
    return ", ".join(f"{count} {name}" for count, name in named if count) or "none"


def _tickets(tickets: Sequence[Any]) -> str:
    return count_text(len(tickets), "ticket")


def _player(state: np.void, shot: Snapshot, place: Map, one: int) -> list[str]:
    mark = ">" if one == shot["to_move"] and shot["phase"] != "over" else " "
    tokens = [kind for kind, held in enumerate(shot["tokens"][one]) if held]
    kinds = f"tokens {', '.join(map(str, tokens))}" if tokens else "no tokens"
    points = _points(state, shot, one)
    lines = [f"{mark} player {one}   {count_text(shot['trams'][one], 'tram')}   {kinds}   {points}"]
    return [*lines, *_hand(state, shot, one), *_own_tickets(state, shot, place, one)]


def _points(state: np.void, shot: Snapshot, one: int) -> str:
    """Return the points that are known: those for tickets only where tickets are."""
    if shot["tickets"][one] is None:
        return f"{shot['route_points'][one]} points for routes"
    points = TICKET_TO_RIDE.parts_of_points(_array(state))[0, one].astype(int).tolist()
    routes, tickets, tokens, _, total = points
    return f"{total} points: {routes} for routes, {tickets:+d} for tickets, {tokens} for tokens"


def _array(state: np.void) -> Array:
    return np.array([state], state.dtype)


def _hand(state: np.void, shot: Snapshot, one: int) -> list[str]:
    hand, known = shot["hands"][one], shot["known"][one]
    if hand is not None:
        return [_line("", f"hand: {_kinds(hand)}")]
    size = count_text(int(state["hand_size"][one]), "card")
    return [_line("", f"hand: {size}, of which known: {_kinds(known)}")]


def _own_tickets(state: np.void, shot: Snapshot, place: Map, one: int) -> list[str]:
    tickets = shot["tickets"][one]
    if tickets is None:
        offered = ", two offered" if has_offer(state, one) else ""
        return [_line("", count_text(int(state["ticket_count"][one]), "ticket") + offered)]
    view = _seen(state, one)
    lines = [f"{place.ticket_name(ticket)}: {_missing(view, ticket)}" for ticket in tickets]
    lines += [
        f"{place.ticket_name(ticket)}: offered, {_missing(view, ticket)}"
        for ticket in state["offer"][one].tolist()
        if ticket >= 0
    ]
    return [_line("", line) for line in lines or ["no tickets"]]


def _seen(state: np.void, seat: int) -> dict[str, Array]:
    """Return what a seat sees, by name."""
    players = int(state["players"])
    vector = TICKET_TO_RIDE.observations(_array(state), np.array([seat]), players)[0]
    return observation_view(vector, players)


def _missing(view: dict[str, Array], ticket: int) -> str:
    if view["ticket_completed"][ticket]:
        return "completed"
    missing = int(view["ticket_missing"][ticket])
    return "out of reach" if missing == FAR else f"{count_text(missing, 'space')} to go"


def _routes(shot: Snapshot, place: Map) -> list[str]:
    """Return the routes by owner, two beside each other."""
    lines = []
    for owner in (*range(shot["players"]), -1):
        routes = [route for route, who in enumerate(shot["owner"]) if who == owner]
        title = "unclaimed routes" if owner < 0 else f"routes of player {owner}"
        names = [f"{route:2} {place.route_name(route)}" for route in routes]
        lines += [f"{title}:", *_columns(names or ["   none"])]
    return lines


def _columns(texts: Sequence[str]) -> Iterable[str]:
    width = max(map(len, texts[::2]))
    for at in range(0, len(texts), 2):
        yield "  ".join(f"{text:{width}}" for text in texts[at : at + 2]).rstrip()


def _piles(shot: Snapshot, place: Map) -> list[str]:
    piles = [
        f"{left} of kind {kind} at {place.locations[number].name}"
        for number, (kind, left) in enumerate(
            zip(shot["pile_kind"], shot["pile_left"], strict=True)
        )
        if kind >= 0
    ]
    return [_line("tokens", ", ".join(piles))]


def _decision(shot: Snapshot, place: Map) -> list[str]:
    if shot["phase"] == "over":
        return ["The game is over."]
    lines = [f"player {shot['to_move']} decides: {shot['phase'].replace('_', ' ')}"]
    if shot["claiming"] is not None:
        lines[0] += f", claiming {place.route_name(shot['claiming'])}"
    names = [_action(action) for action in shot["legal"]]
    return [*lines, *([_line("legal", ", ".join(names))] if names else [])]


def _action(action: int) -> str:
    name = TICKET_TO_RIDE.actions[action]
    return f"{action} {name}" if action < CLAIM else f"{action} {name.lower()}"
