"""Functions on arrays of states, for search and tools: every row is a game of its own.

A state carries its deck, so these need nothing else, in any process. Arrays that are only read may
be read-only or strided; those changed in place must be contiguous and writable. All rows of one
array have the same number of players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.arrays import copy_states
from sf_env.core.errors import IllegalAction
from sf_env.core.masks import as_actions
from sf_env.core.rules import Array
from sf_env.core.seeds import check_seed
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine import batch
from sf_env.games.san_francisco.engine.constants import MAX_PLAYERS, MIN_PLAYERS
from sf_env.games.san_francisco.engine.layout import observation_size
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.rules import SAN_FRANCISCO as RULES


def deal(players: int, seeds: Any, deck: Any = "standard") -> Array:
    """Return (n,) fresh states, one for each seed."""
    players = RULES.check_players(players)
    words = np.array([check_seed(seed) for seed in np.atleast_1d(seeds).tolist()], np.uint64)
    states = np.zeros(len(words), STATE)
    RULES.deal(states, np.arange(len(words)), words, players, Deck.load(deck))
    return states


def legal_mask(states: Array) -> Array:
    """Return the legal actions of each state: (n, 44) bool, all False when a game is over."""
    states = _readable(states)
    mask = np.zeros((len(states), len(RULES.actions)), np.bool_)
    RULES.legal(states, np.arange(len(states)), mask)
    return mask


def step_states(states: Array, actions: Any, active: Any = None) -> None:
    """Carry out one action in each state, in place.

    Rows that are over, or not ``active`` (n,) bool, are ignored. If an action is illegal,
    IllegalAction names the row, and no state is changed.
    """
    states = _writable(states)
    actions = as_actions(actions, len(states))
    going_on = ~RULES.is_over(states)
    if active is not None:
        going_on &= _flags(active, len(states))
    rows = np.flatnonzero(going_on)
    _check(states, rows, actions[rows])
    batch.step_states(states, rows, actions[rows])


def observe(states: Array, seats: Any = None, out: Array | None = None) -> Array:
    """Return what the player on each seat sees: (n, observation_size(players)) int8.

    ``seats`` is (n,) or one seat for all; None means the player to move.
    """
    states = _readable(states)
    players = _players(states)
    result = observation_buffer(out, (len(states), observation_size(players)))
    chosen = as_seats(seats, len(states), players)
    RULES.observe(states, np.arange(len(states)), chosen, result)
    return result


def reshuffle(states: Array, seed: Any) -> None:
    """Put the undrawn cards of each state in a new random order, in place.

    The order depends on ``seed`` and the row's number; or, if ``seed`` is (n,) uint64, on the
    row's own entry. It does not depend on the order before.
    """
    states = _writable(states)
    seeds = np.asarray(seed)
    if seeds.ndim == 0:
        seeds = row_seeds(check_seed(seed), len(states))
    elif seeds.shape != (len(states),) or not np.issubdtype(seeds.dtype, np.integer):
        raise ValueError(f"seed should be an integer or ({len(states)},) integers")
    RULES.reshuffle(states, seeds.astype(np.uint64))


def conceal(states: Array) -> Array:
    """Return a copy whose undrawn cards stand in ascending order: nobody can read the deck."""
    copy = copy_states(_readable(states))
    RULES.conceal(copy)
    return copy


def points(states: Array) -> Array:
    """Return victory points (n, players) float64; before the end, as if the game ended now."""
    return RULES.points(_readable(states))


def winners(states: Array) -> Array:
    """Return who has won (n, players) bool; all False while a game goes on."""
    return RULES.winners(_readable(states))


def is_over(states: Array) -> Array:
    """Return which games are over (n,) bool."""
    return RULES.is_over(_readable(states))


def random_playouts(states: Array, seed: int) -> int:
    """Play every game to its end in place, uniformly at random; return the number of decisions."""
    states = _writable(states)
    return int(batch.play_randomly(states, np.uint64(check_seed(seed))))


def row_seeds(seed: int, count: int) -> Array:
    """Return a word for each row, drawn from one seed."""
    words = np.empty(count, np.uint64)
    batch.fork_rows(np.uint64(seed), words)
    return words


def observation_buffer(out: Any, shape: tuple[int, ...]) -> Array:
    """Return ``out`` if it can take observations of this shape, or a fresh array if it is None."""
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


def _check(states: Array, rows: Array, actions: Array) -> None:
    wrong = batch.first_illegal(states, rows, actions)
    if wrong >= 0:
        row = int(rows[wrong])
        legal = RULES.legal_actions(states[row : row + 1])
        raise IllegalAction(f"row {row}: action {actions[wrong]} is not legal; legal are {legal}")


def _flags(active: Any, count: int) -> Array:
    flags = np.asarray(active)
    if flags.dtype != np.bool_ or flags.shape != (count,):
        raise ValueError(f"active should be ({count},) booleans, not {flags.shape} {flags.dtype}")
    return flags


def _readable(states: Any) -> Array:
    """Return the states as the kernels want them: contiguous and writable, a copy if need be."""
    _check_kind(states)
    return np.require(states, requirements=("C", "W"))


def _writable(states: Any) -> Array:
    _check_kind(states)
    if not (states.flags.c_contiguous and states.flags.writeable):
        raise ValueError("states are changed in place: they should be contiguous and writable")
    changed: Array = states
    return changed


def _check_kind(states: Any) -> None:
    if not isinstance(states, np.ndarray) or states.dtype != STATE or states.ndim != 1:
        raise ValueError("states should be a one-dimensional array of dtype sf_env.STATE")
    _players(states)


def _players(states: Array) -> int:
    """Return the number of players of all rows; of no rows, the smallest."""
    players = states["players"]
    if len(players) == 0:
        return MIN_PLAYERS
    first = int(players[0])
    if not MIN_PLAYERS <= first <= MAX_PLAYERS:
        raise ValueError(f"row 0 has {first} players; states should come from deal or a game")
    if (players != first).any():
        row = int(np.flatnonzero(players != first)[0])
        raise ValueError(
            f"row 0 has {first} players and row {row} has {players[row]}; "
            f"all rows should have the same number"
        )
    return first
