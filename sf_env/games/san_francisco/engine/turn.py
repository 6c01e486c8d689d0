"""A turn (RULES 3): drawing, finalizing, contracts, waivers, and who is next."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of, value_of
from sf_env.games.san_francisco.engine.constants import (
    BUILD,
    COLUMN,
    END,
    FOUNDATION,
    OVER,
    SYMBOLS,
    TURN,
)


@jit
def draw(state: np.void) -> None:
    """Turn up the top card of the deck."""
    left = wide(state["deck_left"]) - 1
    card = wide(state["deck"][left])
    state["deck"][left] = -1
    state["deck_left"] = left
    state["drawn"] = card
    count_undrawn(state, card, -1)
    state["phase"] = COLUMN


@jit
def count_undrawn(state: np.void, card: int, change: int) -> None:
    """Count a card that joins (+1) or leaves (-1) the undrawn ones."""
    attributes = wide(state["attributes"][card])
    state["undrawn_colours"][colour_of(attributes)] += change
    state["undrawn_values"][value_of(attributes)] += change
    for symbol in range(SYMBOLS):
        if attributes >> symbol & 1:
            state["undrawn_symbols"][symbol] += change


@jit
def put_in_column(state: np.void, column: int) -> None:
    """Put the drawn card in a column; a foundation takes a token, the last token ends the game."""
    card = wide(state["drawn"])
    count = wide(state["column_count"][column])
    state["columns"][column, count] = card
    state["column_count"][column] = count + 1
    state["drawn"] = -1
    if symbols_of(wide(state["attributes"][card])) & FOUNDATION:
        state["foundation_tokens"] -= 1
        if state["foundation_tokens"] == 0:
            end_game(state)
            return
    end_turn(state)


@jit
def finalize(state: np.void, column: int) -> None:
    """Take all cards of a column, and a contract."""
    count = wide(state["column_count"][column])
    for place in range(count):
        state["taken"][place] = state["columns"][column, place]
        state["columns"][column, place] = -1
    state["column_count"][column] = 0
    state["taken_count"] = count
    take_contract(state)
    state["phase"] = BUILD


@jit
def take_contract(state: np.void) -> None:
    """Take a contract; if now everybody has one, everybody discards one."""
    players = wide(state["players"])
    state["contracts"][state["to_move"]] += 1
    for seat in range(players):
        if state["contracts"][seat] == 0:
            return
    for seat in range(players):
        state["contracts"][seat] -= 1


@jit
def remove_current_card(state: np.void) -> int:
    """Remove the first of the taken cards and return it; the next may be deferred afresh."""
    card = wide(state["taken"][0])
    last = wide(state["taken_count"]) - 1
    for place in range(last):
        state["taken"][place] = state["taken"][place + 1]
    state["taken"][last] = -1
    state["taken_count"] = last
    state["defers"] = 0
    return card


@jit
def defer(state: np.void) -> None:
    """Move the current card behind the other taken cards."""
    card = state["taken"][0]
    last = wide(state["taken_count"]) - 1
    for place in range(last):
        state["taken"][place] = state["taken"][place + 1]
    state["taken"][last] = card
    state["defers"] += 1


@jit
def waive(state: np.void, count: int) -> None:
    """Return the waiver to discard contracts; this never makes the others discard."""
    seat = state["to_move"]
    state["waivers"][seat] = 0
    state["contracts"][seat] -= count


@jit
def end_turn(state: np.void) -> None:
    """End the turn, once a waiver that could still be used has had its chance."""
    seat = state["to_move"]
    if state["waivers"][seat] and state["contracts"][seat] > 0:
        state["phase"] = END
    else:
        pass_turn(state)


@jit
def pass_turn(state: np.void) -> None:
    """Pass the turn to the next player."""
    state["to_move"] = (wide(state["to_move"]) + 1) % wide(state["players"])
    state["phase"] = TURN


@jit
def end_game(state: np.void) -> None:
    """End the game at once; cards not yet built are lost (RULES 4.7 and 6)."""
    for place in range(wide(state["taken_count"])):
        state["taken"][place] = -1
    state["taken_count"] = 0
    state["ender"] = state["to_move"]
    state["phase"] = OVER
