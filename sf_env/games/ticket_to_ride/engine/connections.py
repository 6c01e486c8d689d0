"""Which locations a seat's own routes connect (RULES 6).

``connected`` names each location's group by its first member: two locations are connected if
they are in the same group. Only a claim changes groups.
"""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit_inline
from sf_env.core.compiled.wide import wide


@jit_inline
def connect(state: np.void, seat: int, route: int) -> None:
    """Join the groups at the ends of a route."""
    one = wide(state["connected"][seat, state["ends"][route, 0]])
    other = wide(state["connected"][seat, state["ends"][route, 1]])
    into = min(one, other)
    joining = max(one, other)
    for location in range(wide(state["locations"])):
        if state["connected"][seat, location] == joining:
            state["connected"][seat, location] = into


@jit_inline
def is_completed(state: np.void, seat: int, ticket: int) -> bool:
    """Return whether a seat's routes connect the two locations of a ticket."""
    groups = state["connected"][seat]
    ends = state["ticket_ends"][ticket]
    return bool(groups[ends[0]] == groups[ends[1]])
