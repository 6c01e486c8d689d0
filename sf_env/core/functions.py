"""Functions on arrays of states, for search and tools; every row is an independent game.

A state holds everything that determines its game, so these functions need nothing else, in any
process. Input arrays may be read-only or strided; arrays changed in place must be contiguous and
writable. All rows of one array have the same number of players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.arrays import (
    as_flags,
    as_seats,
    check_states,
    copy_states,
    observation_buffer,
    playable,
    players_of,
    readable,
)
from sf_env.core.compiled.rng import fork_each, fork_rows
from sf_env.core.errors import IllegalAction
from sf_env.core.masks import as_actions
from sf_env.core.rules import Array, Rules
from sf_env.core.seeds import check_seed

IMAGINED = 1  # the stream of a seed that worlds are drawn from; 0 deals the game


class Functions:
    """The functions of one game; the game's module exports each of them as a function."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def deal(self, players: int, seeds: Any, setup: Any = None, **own: Any) -> Array:
        """Return (n,) new states, one for each seed; ``setup`` also by the game's own word."""
        players = self._rules.check_players(players)
        words = np.array([check_seed(seed) for seed in np.atleast_1d(seeds).tolist()], np.uint64)
        states = np.zeros(len(words), self._rules.state)
        loaded = self._rules.take_setup(setup, own)
        self._rules.deal(states, np.arange(len(words)), words, players, loaded)
        return states

    def legal_mask(self, states: Array) -> Array:
        """Return the legal actions of each state: (n, actions) bool, all False if it is over."""
        states = readable(self._rules, states)
        masks = np.zeros((len(states), len(self._rules.actions)), np.bool_)
        self._rules.legal(states, np.arange(len(states)), masks)
        return masks

    def step_states(self, states: Array, actions: Any, active: Any = None) -> None:
        """Carry out one action in each state, in place.

        Rows that are over, or not ``active`` (n,) bool, are ignored. If an action is illegal,
        IllegalAction names the row, and no state is changed.
        """
        rules = self._rules
        states = playable(rules, states)
        actions = as_actions(actions, len(states))
        playing = ~rules.is_over(states)
        if active is not None:
            playing &= as_flags(active, len(states))
        rows = np.flatnonzero(playing)
        wrong = rules.first_illegal(states, rows, actions[rows])
        if wrong >= 0:
            row = int(rows[wrong])
            legal = rules.legal_actions(states[row : row + 1])
            raise IllegalAction(f"row {row}: action {actions[row]} is not legal; legal are {legal}")
        rules.step_states(states, rows, actions[rows])

    def observe(self, states: Array, seats: Any = None, out: Array | None = None) -> Array:
        """Return what the player on each seat sees: (n, observation_size(players)) int8.

        ``seats`` is (n,) or one seat for all; None means the player to move.
        """
        states = readable(self._rules, states)
        players = players_of(self._rules, states)
        size = self._rules.observation_size(players)
        result = observation_buffer(out, (len(states), size))
        chosen = as_seats(seats, len(states), players)
        self._rules.observe(states, np.arange(len(states)), chosen, result)
        return result

    def conceal(self, states: Array, seats: Any = None) -> Array:
        """Return a copy without what the seat (None: the player to move) cannot know."""
        players = check_states(self._rules, states)
        copy = copy_states(states)
        self._rules.conceal(copy, as_seats(seats, len(copy), players))
        return copy

    def imagine(self, states: Array, seed: Any, seats: Any = None) -> Array:
        """Return a copy in which everything that the seat cannot know is drawn at random.

        The result depends on the concealed state, on ``seed`` and on the row's number; or, if
        ``seed`` is (n,) integers, on the row's own entry.
        """
        players = check_states(self._rules, states)
        copy = copy_states(states)
        words = self.words(seed, len(copy))
        fork_each(words, IMAGINED)  # a game's own seed must not deal the same again
        chosen = as_seats(seats, len(copy), players)
        if self._rules.secrets:  # so that no game can use the true hands
            self._rules.conceal(copy, chosen)
        self._rules.imagine(copy, chosen, words)
        return copy

    @staticmethod
    def words(seed: Any, count: int) -> Array:
        """Return a word (count,) uint64 for each row: drawn from one seed, or one seed each."""
        seeds = np.asarray(seed)
        if seeds.ndim == 0:
            words = np.empty(count, np.uint64)
            fork_rows(np.uint64(check_seed(seed)), words)
            return words
        if seeds.shape != (count,) or not np.issubdtype(seeds.dtype, np.integer):
            raise ValueError(f"seed should be an integer or ({count},) integers")
        if count and (least := int(seeds.min())) < 0:
            raise ValueError(f"seeds are 0 or more, not {least}")
        return seeds.astype(np.uint64)

    def points(self, states: Array) -> Array:
        """Return points (n, players) float64; before the end, as if the game ended now."""
        return self._rules.points(readable(self._rules, states))

    def winners(self, states: Array) -> Array:
        """Return who has won (n, players) bool; all False while a game is being played."""
        return self._rules.winners(readable(self._rules, states))

    def is_over(self, states: Array) -> Array:
        """Return which games are over (n,) bool."""
        return self._rules.is_over(readable(self._rules, states))

    def random_playouts(self, states: Array, seed: int) -> int:
        """Play every game to its end in place, at random; return the number of decisions."""
        rules = self._rules
        if rules.play_randomly is None:
            raise ValueError(f"{rules.name} has no compiled playouts")
        states = playable(rules, states)
        return int(rules.play_randomly(states, np.uint64(check_seed(seed))))
