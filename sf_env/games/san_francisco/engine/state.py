"""The state of a game: one numpy record that holds everything which decides it (RULES 1).

Unused parts are always -1 (cards, owners) or 0, so that equal positions are equal bytes. What
could be recomputed from the rest is marked *derived*; the engine keeps it up to date because it is
needed at every decision.
"""

from __future__ import annotations

import numpy as np

from sf_env.games.san_francisco.engine.constants import (
    BONUSES,
    COLOURS,
    COLUMNS,
    MAX_CARDS,
    MAX_PLAYERS,
    ROWS,
    SPACES,
    SYMBOLS,
    VALUES,
)

SEATS = MAX_PLAYERS  # unused seats are zero
DISTRICTS = (SEATS, ROWS)
GRID = (SEATS, ROWS, SPACES)

STATE = np.dtype(
    [
        ("legal", np.int64),  # derived: bit a is set if action a is legal now
        # whose decision it is
        ("players", np.int8),
        ("to_move", np.int8),  # stays with the ender when the game is over
        ("phase", np.int8),
        ("ender", np.int8),  # -1 while the game goes on
        # the table
        ("foundation_tokens", np.int8),
        ("medal", np.int8),  # its holder, -1 at first
        ("completion", np.int8, ROWS),  # owner of each district's token, -1 at first
        ("bonuses_left", np.int8, BONUSES),
        # the decision at hand
        ("drawn", np.int8),  # the card turned up, -1 if none
        ("bonus", np.int8),  # the row's own bonus (choice), the one being placed (target), or -1
        ("defers", np.int8),  # deferrals since a card was last built or discarded
        ("taken_count", np.int8),
        ("taken", np.int8, MAX_CARDS),  # the current card first
        ("column_count", np.int8, COLUMNS),
        ("columns", np.int8, (COLUMNS, MAX_CARDS)),
        # the deck; card ids run from 0 to deck_size - 1, then come the two bonus cards
        ("deck_size", np.int8),
        ("deck_left", np.int8),
        ("deck", np.int8, MAX_CARDS),  # undrawn cards, the top card last
        ("undrawn_colours", np.int8, COLOURS),  # derived
        ("undrawn_values", np.int8, VALUES),  # derived
        ("undrawn_symbols", np.int8, SYMBOLS),  # derived
        ("attributes", np.int16, MAX_CARDS + 2),  # of each card id, see cards.py
        # the players
        ("contracts", np.int8, SEATS),
        ("waivers", np.int8, SEATS),
        ("point_tokens", np.int8, SEATS),
        ("built", np.int8, SEATS),  # derived: cards in the city
        ("coasts", np.int8, SEATS),  # derived: coast cards in the city
        ("tram_count", np.int8, SEATS),  # derived
        ("skyscraper_count", np.int8, SEATS),  # derived
        ("filled", np.int8, DISTRICTS),  # derived: cards in the row
        ("row_values", np.int8, DISTRICTS),  # derived: sum of the present values
        ("bonus_symbols", np.int8, DISTRICTS),  # derived
        # the cities
        ("cards", np.int8, GRID),  # card ids, -1 where empty
        ("symbols", np.uint8, GRID),  # of the card and its tokens, one bit each
        ("values", np.int8, GRID),  # derived: present values
        ("adjacent", np.int8, GRID),  # derived: sum of the values of the neighbours
        ("trams", np.int8, GRID),
        ("skyscrapers", np.int8, GRID),
    ]
)
