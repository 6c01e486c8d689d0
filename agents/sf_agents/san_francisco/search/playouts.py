"""Policies that play a game to its end in microseconds, for Monte Carlo search.

``random`` takes any legal action. ``light`` has some sense: it takes a column that holds enough,
builds what fits and leaves the rest to chance, much as a hasty player would. ``sharp`` knows what
the cards on the table are worth to whom: see ``sharp.py``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_agents.san_francisco.search.sharp import play_sharply
from sf_env.core.compiled.bits import count_bits, nth_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, advance, below, mix
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import DISCARD, DRAW, FINALIZE, ROWS_TO_BUILD
from sf_env.games.san_francisco.engine.cards import colour_of, symbols_of, value_of
from sf_env.games.san_francisco.engine.constants import (
    BLACK,
    BONUS,
    BUILD,
    COAST,
    COLUMNS,
    DEPOT,
    FOUNDATION,
    OVER,
    PLAZA,
    SPACES,
    TRACKS,
    TURN,
)
from sf_env.games.san_francisco.engine.step import step

POLICIES: Final = ("random", "light", "sharp")
RANDOM, LIGHT, SHARP = range(len(POLICIES))

# What a column's cards should promise before it is taken lies between these two, by chance.
LEAST = 8
MOST = 28


@jit
def play_to_end(state: np.void, policy: int, weights: np.void, view: np.void, word: Word) -> None:
    """Play a game to its end; the deck should be shuffled."""
    if policy == SHARP:
        play_sharply(state, weights, view, word)
        return
    while state["phase"] != OVER:
        word = advance(word)
        if policy == LIGHT:
            step(state, light_action(state, mix(word)))
        else:
            step(state, any_action(wide(state["legal"]), mix(word)))


@jit
def any_action(legal: int, random: Word) -> int:
    """Return one of a set of actions."""
    return nth_bit(legal, below(random, count_bits(legal)))


@jit
def light_action(state: np.void, random: Word) -> int:
    """Return what a hasty player does."""
    legal = wide(state["legal"])
    if state["phase"] == TURN:
        return take_or_draw(state, legal, LEAST + below(random, MOST - LEAST))
    if state["phase"] == BUILD:
        rows = legal & ROWS_TO_BUILD
        return any_action(rows, random) if rows else DISCARD
    return any_action(legal, random)


@jit
def take_or_draw(state: np.void, legal: int, least: int) -> int:
    """Take the column that promises most, if it promises enough, or draw."""
    action = DRAW
    for column in range(COLUMNS):
        if legal >> (FINALIZE + column) & 1:
            promise = 0
            for place in range(wide(state["column_count"][column])):
                promise += promise_of(state, wide(state["columns"][column, place]))
            if promise > least:
                least = promise
                action = FINALIZE + column
    return action


@jit
def promise_of(state: np.void, card: int) -> int:
    """Return roughly what a card is worth to the player to move, 0 if there is no space for it."""
    attributes = wide(state["attributes"][card])
    colour = colour_of(attributes)
    if colour != BLACK and state["filled"][state["to_move"], colour] == SPACES:
        return 0
    symbols = symbols_of(attributes)
    promise = 3 + 6 * value_of(attributes)
    if symbols & (TRACKS | DEPOT):
        promise += 6
    if symbols & PLAZA:
        promise += 9
    if symbols & (FOUNDATION | COAST):
        promise += 5
    if symbols & BONUS:
        promise += 4
    return promise
