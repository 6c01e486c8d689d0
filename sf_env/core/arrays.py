"""Arrays of states: memory copies, and checks of arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.masks import check_mask
from sf_env.core.rules import Array, Rules


def copy_states(states: Array) -> Array:
    """Return a writable, contiguous copy of an array of states."""
    if len(states) == 1:  # games by themselves: this way takes an eighth of the other's time
        return np.frombuffer(bytearray(states.tobytes()), states.dtype)
    return states.take(np.arange(len(states)))


def take_states(states: Array, rows: Array) -> Array:
    """Return a writable, contiguous copy of some rows."""
    return states.take(rows)


def observation_buffer(out: Any, shape: tuple[int, ...]) -> Array:
    """Return ``out`` if it can hold observations of this shape, or a new array if it is None."""
    if out is None:
        return np.empty(shape, np.int8)
    if not isinstance(out, np.ndarray) or out.dtype != np.int8 or out.shape != shape:
        raise ValueError(f"out should be an int8 array of shape {shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out should be contiguous and writable")
    return out


def as_seats(seats: Any, count: int, players: int) -> Array:
    """Return one seat for each row as (count,) int64; None becomes -1, the player to move."""
    if seats is None:
        return np.full(count, -1)
    given = np.asarray(seats)
    if not np.issubdtype(given.dtype, np.integer) or given.shape not in ((), (count,)):
        raise ValueError(f"seats should be one integer or ({count},) integers")
    if given.size and not (given.min() >= 0 and given.max() < players):
        raise ValueError(f"seats should be 0 to {players - 1}")
    return np.array(np.broadcast_to(given, (count,)), np.int64)


def as_integers(what: str, values: Any, shape: tuple[int, ...] | None = None) -> Array:
    """Return integers of this shape, or a list of any length; ValueError for anything else."""
    given = np.asarray(values)
    fits = given.ndim == 1 if shape is None else given.shape == shape
    if not fits or (given.size and given.dtype.kind not in "iu"):
        wanted = "(n,)" if shape is None else f"{shape}"
        raise ValueError(f"{what} should be {wanted} integers, not {given.shape} {given.dtype}")
    return given


def as_flags(active: Any, count: int) -> Array:
    """Return ``active`` as (count,) booleans, or raise ValueError."""
    flags = np.asarray(active)
    if flags.dtype != np.bool_ or flags.shape != (count,):
        raise ValueError(f"active should be ({count},) booleans, not {flags.shape} {flags.dtype}")
    return flags


def readable(rules: Rules, states: Any, legal: Any = None) -> Array:
    """Return the states as kernels need them, contiguous and writable; a copy if necessary.

    ``legal`` is their mask, of which only the shape is checked.
    """
    check_states(rules, states)
    if legal is not None:
        check_mask(legal, (len(states), len(rules.actions)))
    return states if states.flags.carray else copy_states(states)


def writable(rules: Rules, states: Any) -> Array:
    """Return the states if they can be changed in place, or raise ValueError."""
    check_states(rules, states)
    if not (states.flags.c_contiguous and states.flags.writeable):
        raise ValueError(
            "states are changed in place: they should be contiguous and writable; pass a copy, "
            "such as batch.states.copy()"
        )
    changed: Array = states
    return changed


def playable(rules: Rules, states: Any) -> Array:
    """Return the states if they can be played on in place, or raise ValueError."""
    changed = writable(rules, states)
    check_whole(rules, changed)
    return changed


def check_whole(rules: Rules, states: Array) -> None:
    """Raise ValueError if something has been concealed that playing needs."""
    if rules.whole is None or (whole := rules.whole(states)).all():
        return
    raise ValueError(
        f"row {int(whole.argmin())}: this state was concealed and cannot be played; imagine() "
        f"makes one that can"
    )


def check_states(rules: Rules, states: Any) -> int:
    """Return the number of players of states of this game; raise ValueError for anything else."""
    if not isinstance(states, np.ndarray) or states.dtype != rules.state or states.ndim != 1:
        raise ValueError(
            f"states should be a one-dimensional array of the dtype STATE of {rules.name}"
        )
    return players_of(rules, states)


def players_of(rules: Rules, states: Array) -> int:
    """Return the number of players of all rows; of no rows, the smallest."""
    players = states["players"]
    if len(players) == 0:
        return rules.players[0]
    first = int(players[0])
    if first not in rules.players:
        raise ValueError(f"row 0 has {first} players; states should come from deal or a game")
    if len(players) > 1 and (players != first).any():
        row = int(np.flatnonzero(players != first)[0])
        raise ValueError(
            f"row 0 has {first} players and row {row} has {players[row]}; "
            f"all rows should have the same number"
        )
    movers = states["to_move"]
    if len(movers) == 1:  # games by themselves, which are looked at often
        fine = 0 <= movers.item() < first
    else:
        fine = movers.view(f"u{movers.itemsize}").max() < first  # none is below 0, either
    if not fine:
        row = int(np.flatnonzero((movers < 0) | (movers >= first))[0])
        raise ValueError(
            f"row {row}: seat {movers[row]} is to move in a game of {first} players; states should "
            f"come from deal or a game"
        )
    return first
