"""Loops over the rows of an array of states, written once for every compiled game.

``loops(game)`` compiles them around the functions over one record that a game's module has; the
protocol `Kernels` lists these. ``rows`` says which games are meant, so that work can be restricted
to a few without copying. Every loop writes into arrays of the caller; arrays named in the plural
of what they hold (``actions``, ``seats``, ``seeds``) have one entry for each of ``rows``, all
others one for each of ``states``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numba import prange

from sf_env.core.compiled.jit import jit_for
from sf_env.core.compiled.prefetch import prefetch
from sf_env.core.compiled.rng import Word, advance, below, fork, mix
from sf_env.core.compiled.wide import wide


class Kernels(Protocol):
    """What a game's module has: compiled functions over one record."""

    def deal(self, state: np.void, seed: Word) -> None:
        """Start the game of a seed on a laid table."""

    def step(self, state: np.void, action: int) -> None:
        """Carry out a legal action."""

    def is_over(self, state: np.void) -> bool:
        """Return whether there is nothing left to decide."""

    def is_legal(self, state: np.void, action: int) -> bool:
        """Return whether an action is legal, for any integer."""

    def count_legal(self, state: np.void) -> int:
        """Return how many actions are legal."""

    def nth_legal(self, state: np.void, number: int) -> int:
        """Return the legal action that has ``number`` smaller ones."""

    def write_mask(self, state: np.void, mask: np.ndarray) -> None:
        """Write the legal actions as booleans."""

    def observe(self, state: np.void, seat: int, out: np.ndarray) -> None:
        """Write what a seat sees."""

    def points(self, state: np.void, seat: int) -> float:
        """Return a seat's points; before the end, as if the game ended now."""

    def points_from(self, state: np.void, seat: int, origin: int) -> float:
        """Return a seat's points of one origin."""

    def tally(self, state: np.void, seat: int, number: int) -> int:
        """Return what a game counts of a seat besides points, by the number of the tally."""

    def place(self, state: np.void, seat: int) -> int:
        """Return a seat's place in the ranking, from 1; equal ones share it."""

    def is_winner(self, state: np.void, seat: int) -> bool:
        """Return whether a seat has won a game that is over."""

    def conceal(self, state: np.void, seat: int) -> None:
        """Remove what a seat cannot know."""

    def imagine(self, state: np.void, seat: int, seed: Word) -> None:
        """Replace what a seat cannot know by chance."""


class Loops(NamedTuple):
    """The loops of one game, in the words of ``Rules``."""

    deal: Callable[..., None]
    step: Callable[..., None]
    parallel_step: Callable[..., None]
    settle: Callable[..., None]
    step_states: Callable[..., None]
    step_one: Callable[..., None]
    first_illegal: Callable[..., int]
    legal: Callable[..., None]
    observe: Callable[..., None]
    parallel_observe: Callable[..., None]
    over: Callable[..., None]
    points: Callable[..., None]
    parts: Callable[..., None]
    tally: Callable[..., None]
    places: Callable[..., None]
    winners: Callable[..., None]
    conceal: Callable[..., None]
    imagine: Callable[..., None]
    play_randomly: Callable[..., int]


game: Any = None  # in the loops that are compiled for a game, its module
SEVERAL = "parallel_"  # before the names of loops on several threads


def loops(module: Kernels) -> Loops:
    """Return the loops around the functions of a game's module."""
    names = {**globals(), "game": module}
    for helper in (settle_one, play_forced, observer):
        names[helper.__name__] = jit_for(module, helper, names)
    compiled: dict[str, Any] = {
        name: jit_for(
            module, globals()[name.removeprefix(SEVERAL)], names, name.startswith(SEVERAL)
        )
        for name in Loops._fields
    }
    return Loops(**compiled)


def deal(states: np.ndarray, rows: np.ndarray, seeds: np.ndarray, table: np.ndarray) -> None:
    """Start a game in each row from a laid table, as the seed says."""
    for number in range(rows.shape[0]):
        states[rows[number]] = table[0]
        game.deal(states[rows[number]], int(seeds[number]))


def step(
    states: np.ndarray,
    rows: np.ndarray,
    actions: np.ndarray,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Carry out a legal action in each row."""
    for number in prange(rows.shape[0]):
        row = rows[number]
        prefetch(states, rows[min(number + 1, rows.shape[0] - 1)])
        state = states[row]
        game.step(state, int(actions[number]))
        lengths[row] += 1
        settle_one(state, row, skip_forced, legal, lengths, over)


def settle(
    states: np.ndarray,
    rows: np.ndarray,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Bring everything beside the states of these rows up to date."""
    for number in range(rows.shape[0]):
        row = rows[number]
        settle_one(states[row], row, skip_forced, legal, lengths, over)


def settle_one(
    state: np.void,
    row: int,
    skip_forced: bool,
    legal: np.ndarray,
    lengths: np.ndarray,
    over: np.ndarray,
) -> None:
    """Make the forced decisions, if asked to; then write the mask, the length, the end."""
    if skip_forced:
        lengths[row] += play_forced(state)
    over[row] = game.is_over(state)
    game.write_mask(state, legal[row])


def play_forced(state: np.void) -> int:
    """Make decisions as long as there is a single legal action; return how many."""
    count = 0
    while game.count_legal(state) == 1:
        game.step(state, game.nth_legal(state, 0))
        count += 1
    return count


def step_states(states: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> None:
    """Carry out a legal action in each row, and nothing else."""
    for number in range(rows.shape[0]):
        game.step(states[rows[number]], int(actions[number]))


def step_one(states: np.ndarray, action: int) -> None:
    """Carry out a legal action in the first row."""
    game.step(states[0], action)


def first_illegal(states: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> int:
    """Return the number of the first illegal action, -1 if there is none."""
    for number in range(rows.shape[0]):
        if not game.is_legal(states[rows[number]], int(actions[number])):
            return number
    return -1


def legal(states: np.ndarray, rows: np.ndarray, masks: np.ndarray) -> None:
    """Write the masks of these rows."""
    for number in range(rows.shape[0]):
        game.write_mask(states[rows[number]], masks[number])


def observe(states: np.ndarray, rows: np.ndarray, seats: np.ndarray, out: np.ndarray) -> None:
    """Write what the player on each of ``seats`` (-1: the one to move) sees into ``out``."""
    for number in prange(rows.shape[0]):
        prefetch(states, rows[min(number + 1, rows.shape[0] - 1)])
        state = states[rows[number]]
        game.observe(state, observer(state, int(seats[number])), out[number])


def observer(state: np.void, seat: int) -> int:
    """Return the seat, or that of the player to move instead of -1."""
    return seat if seat >= 0 else wide(state["to_move"])


def over(states: np.ndarray, ended: np.ndarray) -> None:
    """Write which games are over."""
    for row in range(states.shape[0]):
        ended[row] = game.is_over(states[row])


def points(states: np.ndarray, out: np.ndarray) -> None:
    """Write the points of each seat."""
    for row in range(states.shape[0]):
        for seat in range(out.shape[1]):
            out[row, seat] = game.points(states[row], seat)


def parts(states: np.ndarray, out: np.ndarray) -> None:
    """Write where the points of each seat come from, and all of them behind that."""
    origins = out.shape[2] - 1
    for row in range(states.shape[0]):
        for seat in range(out.shape[1]):
            for origin in range(origins):
                out[row, seat, origin] = game.points_from(states[row], seat, origin)
            out[row, seat, origins] = game.points(states[row], seat)


def tally(states: np.ndarray, out: np.ndarray) -> None:
    """Write what the game counts of each seat besides points."""
    for row in range(states.shape[0]):
        for seat in range(out.shape[1]):
            for number in range(out.shape[2]):
                out[row, seat, number] = game.tally(states[row], seat, number)


def places(states: np.ndarray, out: np.ndarray) -> None:
    """Write each seat's place in the ranking."""
    for row in range(states.shape[0]):
        for seat in range(out.shape[1]):
            out[row, seat] = game.place(states[row], seat)


def winners(states: np.ndarray, out: np.ndarray) -> None:
    """Write which seats have won."""
    for row in range(states.shape[0]):
        for seat in range(out.shape[1]):
            out[row, seat] = game.is_winner(states[row], seat)


def conceal(states: np.ndarray, seats: np.ndarray) -> None:
    """Remove what the seats cannot know."""
    for row in range(states.shape[0]):
        game.conceal(states[row], observer(states[row], int(seats[row])))


def imagine(states: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
    """Replace what the seats cannot know by chance."""
    for row in range(states.shape[0]):
        game.imagine(states[row], observer(states[row], int(seats[row])), int(seeds[row]))


def play_randomly(states: np.ndarray, seed: Word) -> int:
    """Play each game to its end with random legal actions; return the number of decisions."""
    decisions = 0
    for row in range(states.shape[0]):
        state = states[row]
        word = fork(int(seed), row)
        count = game.count_legal(state)
        while count:
            word = advance(word)
            game.step(state, game.nth_legal(state, below(mix(word), count)))
            count = game.count_legal(state)
            decisions += 1
    return decisions
