"""*Ticket to Ride: San Francisco* as the shells see it: the engine behind the table of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from sf_env.core.engine import Engine
from sf_env.core.game import Game
from sf_env.core.pieces import listed
from sf_env.core.rules import Array, Layout, Piece, Rules
from sf_env.games.ticket_to_ride.actions import NAMES
from sf_env.games.ticket_to_ride.chance import CHANCE, deal_in_order
from sf_env.games.ticket_to_ride.engine import kernels
from sf_env.games.ticket_to_ride.engine.actions import KEEP_ONE
from sf_env.games.ticket_to_ride.engine.constants import MAX_PLAYERS, MIN_PLAYERS
from sf_env.games.ticket_to_ride.engine.layout import SEAT_PIECES, TABLE_PIECES
from sf_env.games.ticket_to_ride.engine.scoring import ORIGINS
from sf_env.games.ticket_to_ride.engine.state import STATE
from sf_env.games.ticket_to_ride.engine.tallies import TALLIES
from sf_env.games.ticket_to_ride.map.map import Map
from sf_env.games.ticket_to_ride.tables import table_of
from sf_env.games.ticket_to_ride.view import legal_in

ENGINE = Engine(kernels, ORIGINS, len(TALLIES))
PARTS = ("routes", "tickets", "tokens", "completed", "total")
LISTED = ("routes", "tickets", "tokens", "total")


@cache
def pieces(players: int) -> list[Piece]:
    """Return name, shape, low and high of each piece of an observation, in order."""
    return listed(SEAT_PIECES, TABLE_PIECES, players)


def deal(states: Array, rows: Array, seeds: Array, players: int, board: Map) -> None:
    """Start the game of each seed."""
    ENGINE.loops.deal(states, rows, seeds, table_of(players, board))


def deal_order(states: Array, order: Any, players: int, board: Map) -> None:
    """Start a game in row 0 with the order of the tickets and of all cards that leave the deck."""
    deal_in_order(states, order, table_of(players, board))


def legal_actions(states: Array) -> list[int]:
    """Return the legal actions in row 0, ascending."""
    return legal_in(states["legal"].item(0), states["claims"].item(0))


def whole(states: Array) -> Array:
    """Return which states (n,) have all their cards and tickets."""
    in_deck = np.arange(states["ticket_deck"].shape[1]) < states["tickets_left"][:, None]
    known = states["ticket_deck"] >= 0
    held = (states["tickets_of"] == 0) == (states["ticket_count"] == 0)
    full = states["hands"].sum(axis=2) == states["hand_size"]
    deck = states["deck"].sum(axis=1) == states["deck_left"]
    complete: Array = deck & full.all(axis=1) & held.all(axis=1) & (known | ~in_deck).all(axis=1)
    return complete


def text(state: np.void, seat: int | None = None) -> str:
    """Return a readable board, as a seat sees it."""
    from sf_env.games.ticket_to_ride.render.text import board  # noqa: PLC0415

    return board(state, seat)


def picture(
    state: np.void, names: Sequence[str] | None = None, scale: float = 1.0, seat: int | None = None
) -> Array:
    """Return the board as a seat sees it, as pixels (height, width, 3) uint8; needs Pillow."""
    from sf_env.games.ticket_to_ride.render.scene import scene  # noqa: PLC0415
    from sf_env.render.picture import pixels  # noqa: PLC0415  an extra

    return pixels(scene(state, names, seat), scale)


def svg(state: np.void, width: int | None = None, seat: int | None = None) -> str:
    """Return the board as a seat sees it, as SVG."""
    from sf_env.games.ticket_to_ride.render.scene import scene  # noqa: PLC0415
    from sf_env.render.svg import svg as write  # noqa: PLC0415

    return write(scene(state, None, seat), width)


def snapshot(state: np.void, seat: int | None = None) -> dict[str, Any]:
    """Return the position as a dict that JSON can hold."""
    from sf_env.games.ticket_to_ride.view import snapshot as shot  # noqa: PLC0415

    return {**shot(state, seat)}


def game(state: Any = None, setup: Any = None, **start: Any) -> Game:
    """Return a game dealt from a seed or an order, or continuing from a state."""
    from sf_env.games.ticket_to_ride.game import Game as Friendly  # noqa: PLC0415  it needs this

    if state is not None:
        return Friendly.from_state(state)
    return Friendly(**{"map": "san_francisco" if setup is None else setup, **start})


TICKET_TO_RIDE = Rules(
    id="ticket_to_ride",
    name="Ticket to Ride: San Francisco",
    home="sf_env.ticket_to_ride:TICKET_TO_RIDE",
    players=tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
    state=STATE,
    actions=NAMES,
    load_setup=Map.load,
    setup_word="map",
    usual_setup="san_francisco",
    reconstructed=True,
    secrets=True,
    whole=whole,
    private_actions=frozenset({KEEP_ONE, KEEP_ONE + 1}),
    layout=Layout(pieces, ENGINE.loops.observe),
    deal=deal,
    deal_order=deal_order,
    legal_actions=legal_actions,
    **ENGINE.table(),
    theatre="sf_agents.ticket_to_ride.theatre.theatre:TicketToRideTheatre",
    training="sf_agents.ticket_to_ride.training:DEFAULTS",
    score_scale=20.0,
    parts=PARTS,
    listed=LISTED,
    tallies=TALLIES,
    agents={"greedy": "sf_env.games.ticket_to_ride.greedy:Greedy"},
    text=text,
    picture=picture,
    svg=svg,
    look="sf_env.games.ticket_to_ride.render.look:LOOK",
    snapshot=snapshot,
    game=game,
    ladder="sf_agents.ticket_to_ride.ladder:LINEUP",
    chance=CHANCE,
)
