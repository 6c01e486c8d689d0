"""*San Francisco* as the shells see it: the engine's kernels behind the table of a game."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from sf_env.core.engine import Engine
from sf_env.core.game import Game
from sf_env.core.masks import members
from sf_env.core.pieces import listed
from sf_env.core.rules import Array, Layout, Rules
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.chance import CHANCE
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine import kernels
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS, MIN_PLAYERS, ROWS
from sf_env.games.san_francisco.engine.layout import SEAT_PIECES, TABLE_PIECES
from sf_env.games.san_francisco.engine.scoring import ORIGINS
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.tallies import TALLIES
from sf_env.games.san_francisco.tables import sorted_table, table_of

ENGINE = Engine(kernels, ORIGINS, len(TALLIES))
PARTS = ("skyscrapers", "medal", "completion", "tokens", *("districts",) * ROWS, "trams", "total")
LISTED = ("districts", "trams", "skyscrapers", "medal", "completion", "tokens", "total")


@cache
def pieces(players: int) -> list[tuple[str, tuple[int, ...], int, int]]:
    """Return name, shape, low and high of each piece of an observation, in order."""
    return listed(SEAT_PIECES, TABLE_PIECES, players)


def deal(states: Array, rows: Array, seeds: Array, players: int, deck: Deck) -> None:
    """Start the game of each seed."""
    ENGINE.loops.deal(states, rows, seeds, sorted_table(players, deck))


def deal_order(states: Array, order: Iterable[int], players: int, deck: Deck) -> None:
    """Start a game in row 0 with the deck in this order."""
    try:
        cards = [operator.index(card) for card in order]
    except TypeError as error:
        raise ValueError(f"order should hold card ids, integers: {error}") from None
    if sorted(cards) != list(range(len(deck))):
        raise ValueError(
            f"order should hold each card id from 0 to {len(deck) - 1} once; {_fault(cards, deck)}"
        )
    kernels.deal_order(states, np.array(cards, np.int64), table_of(players, deck))


def _fault(cards: list[int], deck: Deck) -> str:
    """Say what is wrong with an order."""
    if len(cards) != len(deck):
        return f"it has {len(cards)} cards"
    strange = [card for card in cards if not 0 <= card < len(deck)]
    if strange:
        return f"{strange[0]} is not a card of the deck"
    return f"{next(card for card in cards if cards.count(card) > 1)} occurs twice"


def legal_actions(states: Array) -> list[int]:
    """Return the legal actions in row 0, ascending."""
    return list(members(states["legal"].item(0)))


def text(state: np.void, seat: int | None = None) -> str:
    """Return a readable board."""
    from sf_env.games.san_francisco.render.text import board  # noqa: PLC0415

    return board(state)


def picture(
    state: np.void, names: Sequence[str] | None = None, scale: float = 1.0, seat: int | None = None
) -> Array:
    """Return the board as pixels (height, width, 3) uint8; needs Pillow."""
    from sf_env.games.san_francisco.render.scene import scene  # noqa: PLC0415
    from sf_env.render.picture import pixels  # noqa: PLC0415  an extra

    return pixels(scene(state, names), scale)


def svg(state: np.void, width: int | None = None, seat: int | None = None) -> str:
    """Return the board as SVG."""
    from sf_env.games.san_francisco.render.scene import scene  # noqa: PLC0415
    from sf_env.render.svg import svg as write  # noqa: PLC0415

    return write(scene(state), width)


def snapshot(state: np.void, seat: int | None = None) -> dict[str, Any]:
    """Return the position as a dict that JSON can hold."""
    from sf_env.games.san_francisco.view import snapshot as shot  # noqa: PLC0415  it needs this

    return {**shot(state)}


def game(state: Any = None, setup: Any = None, **start: Any) -> Game:
    """Return a game dealt from a seed or an order, or continuing from a state."""
    from sf_env.games.san_francisco.game import Game as Friendly  # noqa: PLC0415  it needs this

    if state is not None:
        return Friendly.from_state(state)
    return Friendly(**{"deck": "standard" if setup is None else setup, **start})


SAN_FRANCISCO = Rules(
    id="san_francisco",
    name="San Francisco",
    home="sf_env.san_francisco:SAN_FRANCISCO",
    players=tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
    state=STATE,
    actions=NAMES,
    load_setup=Deck.load,
    setup_word="deck",
    reconstructed=True,
    layout=Layout(pieces, ENGINE.loops.observe),
    deal=deal,
    deal_order=deal_order,
    legal_actions=legal_actions,
    **ENGINE.table(),
    score_scale=10.0,
    parts=PARTS,
    listed=LISTED,
    tallies=TALLIES,
    agents={"greedy": "sf_env.games.san_francisco.greedy:Greedy"},
    text=text,
    picture=picture,
    svg=svg,
    look="sf_env.games.san_francisco.render.look:LOOK",
    theatre="sf_agents.san_francisco.theatre.theatre:SanFranciscoTheatre",
    snapshot=snapshot,
    game=game,
    training="sf_agents.san_francisco.training:DEFAULTS",
    ladder="sf_agents.san_francisco.ladder:LINEUP",
    chance=CHANCE,
)
