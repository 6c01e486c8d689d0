"""Taking a bonus and placing it (RULES 4.6 and 5)."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.building import add_trams, build, meets_network, raise_value
from sf_env.games.san_francisco.engine.cards import symbols_of
from sf_env.games.san_francisco.engine.constants import (
    BONUS,
    PLUS2,
    PLUS2_TOKEN,
    POINT_TOKEN,
    SPACES,
    TRACK_TOKEN,
    TRACKS,
    WAIVER,
    WILD4,
)
from sf_env.games.san_francisco.engine.legal import bonus_actions


@jit
def earns_bonus(state: np.void, seat: int, row: int, card: int) -> bool:
    """Whether the card just built in a row is its second bonus symbol, and a bonus can be taken."""
    if not symbols_of(wide(state["attributes"][card])) & BONUS:
        return False
    return state["bonus_symbols"][seat, row] == 2 and bonus_actions(state, row) != 0


@jit
def keep_bonus(state: np.void, seat: int, bonus: int) -> bool:
    """Give a bonus that is kept; return whether it is of that kind."""
    if bonus == POINT_TOKEN:
        state["point_tokens"][seat] += 1
        return True
    if bonus == WAIVER:
        state["waivers"][seat] += 1
        return True
    return False


@jit
def place_bonus_card(state: np.void, seat: int, bonus: int, row: int) -> None:
    """Build the wild 4 or the depot card in a row."""
    first = wide(state["deck_size"])
    build(state, seat, row, first + (0 if bonus == WILD4 else 1))


@jit
def place_token(state: np.void, seat: int, bonus: int, cell: int) -> None:
    """Put the +2 or the tracks on a card of the city."""
    row = cell // SPACES
    space = cell % SPACES
    if bonus == PLUS2:
        state["symbols"][seat, row, space] |= PLUS2_TOKEN
        raise_value(state, seat, row, space, 2)
        return
    state["symbols"][seat, row, space] |= TRACKS | TRACK_TOKEN
    if meets_network(state, seat, row, space):
        add_trams(state, seat, row, space)
