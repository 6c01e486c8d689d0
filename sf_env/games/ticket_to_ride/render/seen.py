"""What a seat sees of a position: what pictures, pages and sentences are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sf_env.core.rules import Array
from sf_env.games.ticket_to_ride.engine.layout import FAR
from sf_env.games.ticket_to_ride.engine.secrets import has_offer
from sf_env.games.ticket_to_ride.map.known import map_of
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.observation import observation_view
from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from sf_env.games.ticket_to_ride.view import Snapshot, snapshot
from sf_env.render.look import Points
from sf_env.render.words import seat_names

OVER = "over"


class Held(NamedTuple):
    """A ticket that a player holds or is offered."""

    number: int
    points: int
    offered: bool
    completed: bool
    missing: int | None  # spaces still to claim, None if no way is left


class View(Snapshot):
    """What a snapshot does not say, or says in numbers; None is what the seat does not know."""

    seat: int | None  # whose view it is; None is the referee's
    names: list[str]  # of the players
    board: Map
    hand_sizes: list[int]
    held: list[list[Held] | None]  # tickets of each seat, those offered last
    ticket_counts: list[int]
    offers: list[bool]  # whether a seat has two tickets to choose from
    points: Points  # of each seat by origin, as far as they are known
    winners: list[int]
    last: int | None  # the route claimed last, if known


def view_of(state: np.void, names: Sequence[str] | None = None, seat: int | None = None) -> View:
    """Return what a seat sees of a position, or the referee (None).

    When the game is over, all tickets are shown, but not what is left in other hands.
    """
    shot = snapshot(state, seat)
    players, over = shot["players"], shot["phase"] == OVER
    states = np.array([state], state.dtype)
    if over:
        shot["tickets"] = snapshot(state)["tickets"]
    elif seat is not None:
        TICKET_TO_RIDE.conceal(states, np.array([seat]))
    points = TICKET_TO_RIDE.parts_of_points(states)[0].tolist()
    return {
        **shot,
        "legal": shot["legal"] or [],
        "seat": seat,
        "names": seat_names(names, players),
        "board": map_of(state),
        "hand_sizes": state["hand_size"][:players].tolist(),
        "held": [
            list(held_by(state, one)) if over or seat in (None, one) else None
            for one in range(players)
        ],
        "ticket_counts": state["ticket_count"][:players].tolist(),
        "offers": [bool(has_offer(state, one)) for one in range(players)],
        "points": tuple(map(tuple, points)),
        "winners": np.flatnonzero(TICKET_TO_RIDE.winners(states)[0]).tolist() if over else [],
        "last": None,
    }


def held_by(state: np.void, seat: int) -> Iterator[Held]:
    """Yield the tickets of a seat and those that it is offered, with what is missing."""
    seen = _observed(state, seat)
    offer = [ticket for ticket in state["offer"][seat].tolist() if ticket >= 0]
    kept = np.flatnonzero(seen["ticket_held"]).tolist()
    for number in [*kept, *offer]:
        missing = int(seen["ticket_missing"][number])
        yield Held(
            number,
            int(state["ticket_points"][number]),
            number in offer,
            bool(seen["ticket_completed"][number]),
            None if missing == FAR else missing,
        )


def _observed(state: np.void, seat: int) -> dict[str, Array]:
    """Return what a seat sees, by name."""
    players = int(state["players"])
    states = np.array([state], state.dtype)
    vector = TICKET_TO_RIDE.observations(states, np.array([seat]), players)[0]
    return observation_view(vector, players)
