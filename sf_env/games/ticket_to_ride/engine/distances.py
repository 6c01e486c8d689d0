"""How far a ticket is from completion: the fewest spaces of open routes that would connect it.

Locations that a seat's routes connect count as one, which `connected` names by the first of them.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.sets import NO_MEMBERS, first, only, without_first
from sf_env.core.compiled.wide import wide
from sf_env.core.compiled.words import read_word, write_word
from sf_env.games.ticket_to_ride.engine.constants import MAX_LENGTH, MAX_LOCATIONS
from sf_env.games.ticket_to_ride.engine.layout import FAR

WORD: int = 8  # bytes
WAVES: int = MAX_LENGTH + 1  # sets of locations: those at a distance, and up to 6 more than it
WAVES_AT: int = WORD * MAX_LOCATIONS  # in the room, behind the routes at each location
ROOM: int = WAVES_AT + WORD * WAVES  # bytes


@jit
def note_open_routes(state: np.void, seat: int, room: np.ndarray) -> None:
    """Write the open routes at each location as a set: what `distance` walks along."""
    groups = state["connected"][seat]
    for location in range(wide(state["locations"])):
        write_word(room, WORD * location, int(NO_MEMBERS))
    left = int(state["open_to"][seat])
    while left != NO_MEMBERS:
        route = first(left)
        left = without_first(left)
        one = WORD * wide(groups[state["ends"][route, 0]])
        other = WORD * wide(groups[state["ends"][route, 1]])
        if one != other:
            write_word(room, one, read_word(room, one) | only(route))
            write_word(room, other, read_word(room, other) | only(route))


@jit
def distance(state: np.void, seat: int, ticket: int, room: np.ndarray) -> int:
    """Return the spaces that a seat still has to claim for a ticket, FAR if there is no way.

    The locations at a distance are walked from before those further away; ``room`` holds the
    open routes (see `note_open_routes`) and a set of locations for this distance and the next.
    """
    groups = state["connected"][seat]
    start = wide(groups[state["ticket_ends"][ticket, 0]])
    goal = only(wide(groups[state["ticket_ends"][ticket, 1]]))
    for wave in range(WAVES):
        write_word(room, WAVES_AT + WORD * wave, int(NO_MEMBERS))
    write_word(room, WAVES_AT, only(start))
    reached = int(NO_MEMBERS)
    empty = 0  # waves one after the other
    now = 0
    for spaces in range(FAR):
        here = read_word(room, WAVES_AT + WORD * now) & ~reached
        write_word(room, WAVES_AT + WORD * now, int(NO_MEMBERS))
        if here & goal != NO_MEMBERS:
            return spaces
        empty = empty + 1 if here == NO_MEMBERS else 0
        if empty == WAVES:
            break
        reached |= here
        while here != NO_MEMBERS:
            walk(state, seat, first(here), now, room)
            here = without_first(here)
        now = 0 if now == MAX_LENGTH else now + 1
    return FAR


@jit
def walk(state: np.void, seat: int, location: int, now: int, room: np.ndarray) -> None:
    """Add the locations that a route from here leads to, to the wave of their distance."""
    groups = state["connected"][seat]
    left = read_word(room, WORD * location)
    while left != NO_MEMBERS:
        route = first(left)
        left = without_first(left)
        one = wide(groups[state["ends"][route, 0]])
        other = wide(groups[state["ends"][route, 1]])
        wave = now + wide(state["length"][route])
        at = WAVES_AT + WORD * (wave - WAVES if wave >= WAVES else wave)
        write_word(room, at, read_word(room, at) | only(one) | only(other))
