"""How far a ticket is from completion: the fewest spaces of open routes that would connect it.

Locations that a seat's routes connect count as one, which `connected` names by the first of them.
Sets of locations have 32 bits, so that a word holds two: those that a route of an odd length leads
to, and those that one of the next length leads to.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.sets import NO_MEMBERS, Set, first, only, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.compiled.words import read_word, write_word
from sf_env.games.ticket_to_ride.engine.constants import MAX_LENGTH, MAX_LOCATIONS
from sf_env.games.ticket_to_ride.engine.layout import FAR

WORD: Final = 8  # bytes
PAIRS: Final = MAX_LENGTH // 2  # of lengths
NEIGHBOURS: Final = WORD * PAIRS  # bytes for each location
ROOM: Final = NEIGHBOURS * MAX_LOCATIONS
HALF = np.uint64(32)


@jit_inline
def note_neighbours(state: np.void, seat: int, room: np.ndarray) -> None:
    """Write where the open routes of each length lead to from each location."""
    for at in range(0, NEIGHBOURS * wide(state["locations"]), WORD):
        write_word(room, at, int(NO_MEMBERS))
    groups = state["connected"][seat]
    left = int(state["open_to"][seat])
    while left != NO_MEMBERS:
        route = first(left)
        left = without_first(left)
        one = group_of(groups, state["ends"][route, 0])
        other = group_of(groups, state["ends"][route, 1])
        length = wide(state["length"][route])
        add_neighbour(room, one, other, length)
        add_neighbour(room, other, one, length)


@jit_inline
def group_of(groups: np.ndarray, location: np.int8) -> int:
    """Return the first location of a group; an unsigned index needs no check for negative ones."""
    return wide(groups[np.uint8(location)])


@jit_inline
def add_neighbour(room: np.ndarray, location: int, other: int, length: int) -> None:
    """Add a location to those that lie ``length`` spaces from another."""
    later = length - 1
    at = NEIGHBOURS * location + WORD * (later >> 1)
    write_word(room, at, read_word(room, at) | only(other + 32 * (later & 1)))


@jit_inline
def distance(state: np.void, seat: int, ticket: int, room: np.ndarray) -> int:
    """Return the spaces that a seat still has to claim for a ticket, FAR if there is no way.

    ``here`` are the locations at the present distance from one end; the pairs ``after_2``,
    ``after_4`` and ``after_6`` are those that routes from nearer ones reach 1 to 6 spaces later.
    """
    groups = state["connected"][seat]
    goal = only(group_of(groups, state["ticket_ends"][ticket, 1]))
    here = reached = only(group_of(groups, state["ticket_ends"][ticket, 0]))
    after_2 = after_4 = after_6 = int(NO_MEMBERS)
    spaces = 0
    while here & goal == NO_MEMBERS:
        if here != NO_MEMBERS:
            at = NEIGHBOURS * first(here)
            here = without_first(here)
            after_2 |= read_word(room, at)
            after_4 |= read_word(room, at + WORD)
            after_6 |= read_word(room, at + 2 * WORD)
        elif after_2 | after_4 | after_6 != NO_MEMBERS:
            here = nearer(after_2) & ~reached
            reached |= here
            after_2 = one_later(after_2, after_4)
            after_4 = one_later(after_4, after_6)
            after_6 = one_later(after_6, int(NO_MEMBERS))
            spaces += 1
        else:
            return FAR
    return min(spaces, FAR)


@jit_inline
def nearer(pair: Set) -> Set:
    """Return the set for the shorter of two lengths."""
    return int(np.uint64(np.uint64(pair) << HALF) >> HALF)


@jit_inline
def one_later(pair: Set, further: Set) -> Set:
    """Return the pair of the longer length and of the shorter one of a pair that follows."""
    return int((np.uint64(pair) >> HALF) | np.uint64(np.uint64(further) << HALF))
