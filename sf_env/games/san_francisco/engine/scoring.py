"""The end and the score (RULES 6), in half points."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.constants import (
    DISTRICT_ADVANTAGE,
    HALF_POINTS_COMPLETION,
    HALF_POINTS_MEDAL,
    HALF_POINTS_SKYSCRAPER,
    HALF_POINTS_TOKEN,
    MIN_PLAYERS,
    ROWS,
    SPACES,
    TRAM_ADVANTAGE,
)

# Where points come from, by number; every district is an origin of its own.
SKYSCRAPERS = 0
MEDAL = 1
COMPLETION = 2
TOKENS = 3
DISTRICT = 4  # the first one
TRAMS = DISTRICT + ROWS
ORIGINS = TRAMS + 1

DISTRICT_HALF_POINTS = np.array(DISTRICT_ADVANTAGE, dtype=np.int64)
TRAM_HALF_POINTS = np.array(TRAM_ADVANTAGE, dtype=np.int64)


@jit
def ender(state: np.void) -> int:
    """Who ended the game; before the end, as if it ended in the turn of the player to move."""
    return wide(state["ender"]) if state["ender"] >= 0 else wide(state["to_move"])


@jit
def before(state: np.void, seat: int, other: int) -> bool:
    """Whether a seat wins a tie that is still open: turn order from the ender."""
    players = wide(state["players"])
    first = ender(state)
    return (seat - first) % players < (other - first) % players


@jit
def leads_district(state: np.void, row: int, seat: int, other: int) -> bool:
    """Whether a seat ranks above another in a district.

    The row's sum decides, then its cards from the left, then those of the rows below and round,
    then turn order from the ender.
    """
    values = state["row_values"]
    if values[seat, row] != values[other, row]:
        return bool(values[seat, row] > values[other, row])
    for distance in range(ROWS):
        tied_row = (row + distance) % ROWS
        if values[seat, tied_row] == 0 and values[other, tied_row] == 0:
            continue  # no card of either has a value
        for space in range(SPACES):
            mine = state["values"][seat, tied_row, space]
            theirs = state["values"][other, tied_row, space]
            if mine != theirs:
                return bool(mine > theirs)
    return before(state, seat, other)


@jit
def leads_trams(state: np.void, seat: int, other: int) -> bool:
    """Whether a seat ranks above another in trams.

    Their number decides, then the number in each column of the city from the left, then turn
    order from the ender.
    """
    counts = state["tram_count"]
    if counts[seat] != counts[other]:
        return bool(counts[seat] > counts[other])
    for space in range(SPACES):
        mine = trams_in_column(state, seat, space)
        theirs = trams_in_column(state, other, space)
        if mine != theirs:
            return mine > theirs
    return before(state, seat, other)


@jit
def trams_in_column(state: np.void, seat: int, space: int) -> int:
    count = 0
    for row in range(ROWS):
        count += wide(state["trams"][seat, row, space])
    return count


@jit
def district_half_points(state: np.void, seat: int, row: int) -> int:
    """The advantage token a seat has in a district."""
    players = wide(state["players"])
    rank = 0
    for other in range(players):
        if other != seat and leads_district(state, row, other, seat):
            rank += 1
    return int(DISTRICT_HALF_POINTS[players - MIN_PLAYERS, rank])


@jit
def tram_half_points(state: np.void, seat: int) -> int:
    """The advantage token a seat has for its trams."""
    players = wide(state["players"])
    rank = 0
    for other in range(players):
        if other != seat and leads_trams(state, other, seat):
            rank += 1
    return int(TRAM_HALF_POINTS[players - MIN_PLAYERS, rank])


@jit
def completion_half_points(state: np.void, seat: int) -> int:
    """The completion tokens of a seat."""
    total = 0
    for row in range(ROWS):
        if state["completion"][row] == seat:
            total += HALF_POINTS_COMPLETION
    return total


@jit
def half_points_from(state: np.void, seat: int, origin: int) -> int:
    """The half points that a seat has from one origin."""
    if origin == SKYSCRAPERS:
        return HALF_POINTS_SKYSCRAPER * wide(state["skyscraper_count"][seat])
    if origin == MEDAL:
        return HALF_POINTS_MEDAL if state["medal"] == seat else 0
    if origin == COMPLETION:
        return completion_half_points(state, seat)
    if origin == TOKENS:
        return HALF_POINTS_TOKEN * wide(state["point_tokens"][seat])
    if origin < TRAMS:
        return district_half_points(state, seat, origin - DISTRICT)
    return tram_half_points(state, seat)


@jit
def city_half_points(state: np.void, seat: int) -> int:
    """What a seat's city is worth by itself: skyscrapers, medal, completion and point tokens."""
    total = 0
    for origin in range(DISTRICT):
        total += half_points_from(state, seat, origin)
    return total


@jit
def half_points(state: np.void, seat: int) -> int:
    """All half points of a seat."""
    total = 0
    for origin in range(ORIGINS):
        total += half_points_from(state, seat, origin)
    return total


@jit
def ranks_above(state: np.void, seat: int, points: int, other: int, theirs: int) -> bool:
    """Whether a seat finishes before another, given their points: these decide, then trams."""
    if points != theirs:
        return points > theirs
    return bool(state["tram_count"][seat] > state["tram_count"][other])


@jit
def place(state: np.void, seat: int) -> int:
    """The place of a seat in the final ranking, from 1; before the end, as if it ended now."""
    mine = half_points(state, seat)
    first = 1
    for other in range(wide(state["players"])):
        if ranks_above(state, other, half_points(state, other), seat, mine):
            first += 1
    return first


@jit
def is_winner(state: np.void, seat: int) -> bool:
    """Whether a seat wins the finished game: nobody finishes before it."""
    if state["ender"] < 0:
        return False
    mine = half_points(state, seat)
    for other in range(wide(state["players"])):
        if ranks_above(state, other, half_points(state, other), seat, mine):
            return False
    return True
