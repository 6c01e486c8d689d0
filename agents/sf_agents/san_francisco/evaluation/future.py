"""How many cards each player will still build: that is what may still change."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    CELLS,
    COLUMN,
    COLUMNS,
    FOUNDATION,
    ROWS,
)

FOUNDATION_SYMBOL = 3  # its number among the undrawn symbols


@jit
def draws_left(state: np.void) -> float:
    """Return how many cards will be drawn, on average, until the last foundation token goes."""
    tokens = wide(state["foundation_tokens"])
    draws = 0.0
    if state["phase"] == COLUMN:
        if symbols_of(wide(state["attributes"][state["drawn"]])) & FOUNDATION:
            tokens -= 1
        draws = 1.0
    foundations = wide(state["undrawn_symbols"][FOUNDATION_SYMBOL])
    return draws + tokens * (wide(state["deck_left"]) + 1) / (foundations + 1)


@jit
def foresee_cards(state: np.void, weights: np.void, view: np.void) -> None:
    """Write how many cards each player will still build, in all and in each district.

    Cards come from the table and the deck, black ones go anywhere; the fullest city ends it all.
    """
    players = wide(state["players"])
    draws = draws_left(state)
    left = max(1, wide(state["deck_left"]))
    rate = draws / left
    for row in range(ROWS):
        view["future"][row] = rate * wide(state["undrawn_colours"][row])
    black = rate * wide(state["undrawn_colours"][BLACK])
    total = draws
    for column in range(COLUMNS):
        count = wide(state["column_count"][column])
        total += count
        for place in range(count):
            colour = colour_of(wide(state["attributes"][state["columns"][column, place]]))
            if colour == BLACK:
                black += 1.0
            else:
                view["future"][colour] += 1.0
    fullest = 0
    for seat in range(players):
        fullest = max(fullest, wide(state["built"][seat]))
    share = weights["built_share"] / players
    view["cards"] = min(share * total, CELLS - fullest + 0.0)
    if total > 0.0:
        share = view["cards"] / total
    for row in range(ROWS):
        view["future"][row] = share * (view["future"][row] + black / ROWS)
