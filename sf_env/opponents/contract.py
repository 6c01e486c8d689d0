"""The interface of agents: what they receive, and how they are called."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from sf_env.core.arrays import as_integers, check_states, copy_states
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, below, fork, mix
from sf_env.core.errors import IllegalAction, UnknownAgent
from sf_env.core.masks import first_illegal
from sf_env.core.rules import Array, Rules, rules_of


class Agent(Protocol):
    """Any object that acts in many games at once; the signature may omit ``keys``."""

    def act(self, states: Array, legal: Array, keys: Array | None = None) -> Array:
        """Return a legal action (n,) int64 for each state; n may be 0."""


Act = Callable[[Array, Array, Array], Array]
LONGEST_NAME = 80  # letters of a repr


def act_of(agent: Any) -> Act:
    """Return the agent's ``act`` as a function of states, masks and keys."""
    if isinstance(agent, str):
        raise TypeError(f"{agent!r} is a name: load it with sf_env.opponents.load({agent!r}, game)")
    act = getattr(agent, "act", None)
    if not callable(act) or isinstance(agent, type):
        raise TypeError(
            f"{agent!r} is not an agent: it has no method act(states, legal, keys=None)"
        )
    if _takes_keys(act):
        return lambda states, legal, keys: act(states, legal, keys=keys)
    return lambda states, legal, _: act(states, legal)


def name_of(agent: Any) -> str:
    """Return a name unchanged; of an object its repr, or its class if that says no more."""
    if isinstance(agent, str):
        return agent
    text = repr(agent)
    plain = re.search(r" at 0x|\n", text) is None and len(text) <= LONGEST_NAME
    return text if plain else type(agent).__name__


def check_suits(agent: Any, rules: Rules, players: int, name: str | None = None) -> None:
    """Raise if an agent does not play this game, or not with this many players.

    ``name`` is what the user has called it.

    Its ``games`` are the names of the games it plays; without them it plays any game. Its
    ``check_players`` raises ValueError, because networks are trained for one number of players.
    """
    games = getattr(agent, "games", None)
    if games is not None and rules.id not in games:
        raise UnknownAgent(
            f"agent {name or name_of(agent)!r} does not play {rules.name}; it plays: "
            f"{', '.join(games)}"
        )
    check = getattr(agent, "check_players", None)
    if check is not None:
        check(players)


class Question(NamedTuple):
    """What an agent receives."""

    states: Array  # (n,) without anything that the players to move cannot know
    legal: Array  # (n, actions) bool
    keys: Array  # (n,) uint64


def question(
    rules: Rules, states: Array, seeds: Array, lengths: Array, legal: Array | None = None
) -> Question:
    """Return what the agents of the players to move receive.

    ``states`` are copies, from which this removes what these players cannot know; ``seeds`` (n,)
    and ``lengths`` (n,), the decisions made so far, belong to the games.
    """
    if legal is None:
        legal = np.zeros((len(states), len(rules.actions)), np.bool_)
        rules.legal(states, np.arange(len(states)), legal)
    seats = states["to_move"].astype(np.int64)
    rules.conceal(states, seats)
    return Question(states, legal, _keys(seeds, seats, lengths))


def answer(agent: Any, act: Act, asked: Question) -> Array:
    """Return the actions (n,) int64 of an agent; errors for wrong results name it.

    The agent may change the arrays it receives: its mask is a copy of the one that is checked.
    """
    count = len(asked.legal)
    given = np.asarray(act(asked.states, asked.legal.copy(), asked.keys))
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ValueError(
            f"agent {agent!r} should return ({count},) integers, not {given.shape} {given.dtype}"
        )
    chosen = np.array(given, np.int64)
    wrong = first_illegal(asked.legal, np.arange(count), chosen)
    if wrong >= 0:
        raise IllegalAction(f"agent {agent!r} chose {chosen[wrong]}: not legal there")
    return chosen


def ask(
    rules: str | Rules, agent: Any, states: Array, seeds: ArrayLike, lengths: ArrayLike
) -> Array:
    """Return the actions (n,) of an agent for the players to move in true states.

    It receives copies without what these players cannot know, their masks, and keys derived from
    ``seeds`` (n,) of the games and ``lengths`` (n,), the decisions made so far.
    """
    table = rules_of(rules)
    check_states(table, states)
    of_games = as_integers("seeds", seeds, states.shape)
    so_far = as_integers("lengths", lengths, states.shape)
    asked = question(table, copy_states(states), of_games, so_far)
    return answer(agent, act_of(agent), asked)


def _takes_keys(act: Callable[..., Any]) -> bool:
    parameters = inspect.signature(act).parameters
    return "keys" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def decision_keys(seeds: ArrayLike, seats: ArrayLike, numbers: ArrayLike) -> Array:
    """Return a key (n,) uint64 for each decision, from game seed, seat and decision number."""
    if not (np.ndim(seeds) == 1 and np.shape(seeds) == np.shape(seats) == np.shape(numbers)):
        raise ValueError("seeds, seats and numbers should be (n,) integers, as many of each")
    return _keys(seeds, np.array(seats, np.int64), numbers)


def _keys(seeds: ArrayLike, seats: Array, numbers: ArrayLike) -> Array:
    words = np.array(seeds, np.uint64)
    keys = np.empty(len(words), np.uint64)
    _fill_keys(words, seats, np.array(numbers, np.int64), keys)
    return keys


def learner_seats(seeds: Array, players: int) -> Array:
    """Return the seat (n,) of a learner with ``seat="random"`` in the game of each seed."""
    seats = np.empty(len(seeds), np.int64)
    _draw_seats(np.array(seeds, np.uint64), players, seats)
    return seats


def row_keys(states: Array) -> Array:
    """Return a key (n,) uint64 for each state, a hash of its bytes, if no keys are given."""
    states = np.require(states, requirements=("C", "W"))
    keys = np.empty(len(states), np.uint64)
    if len(states):
        _hash_rows(states.view(np.uint8).reshape(len(states), -1), keys)
    return keys


def as_keys(states: Array, keys: Any) -> Array:
    """Return the given keys as a contiguous, writable array, or those of the rows."""
    if keys is None:
        return row_keys(states)
    given = np.array(keys, np.uint64)
    if given.shape != (len(states),):
        raise ValueError(f"keys should have shape ({len(states)},), not {given.shape}")
    return given


# Streams of a game's seed: 0 draws the learner's seat, 1 + seat gives the keys of that seat, and
# the next one after those of all seats draws from mixtures of agents.
MIXTURE_STREAM = 16


@jit
def _draw_seats(seeds: Array, players: int, seats: Array) -> None:
    for row in range(seats.shape[0]):
        seats[row] = below(fork(int(seeds[row]), 0), players)


@jit
def _fill_keys(seeds: Array, seats: Array, numbers: Array, keys: Array) -> None:
    for row in range(keys.shape[0]):
        keys[row] = decision_key(seeds[row], int(seats[row]), int(numbers[row]))


@jit
def decision_key(seed: Word, seat: int, number: int) -> Word:
    """Return the key of one decision."""
    return fork(fork(int(seed), 1 + seat), number)


@jit
def _hash_rows(rows: Array, keys: Array) -> None:
    for row in range(keys.shape[0]):
        word = int(np.uint64(rows.shape[1]))
        for at in range(0, rows.shape[1], 8):
            eight = int(np.uint64(0))
            for byte in range(min(8, rows.shape[1] - at)):
                eight |= int(np.uint64(rows[row, at + byte])) << (8 * byte)
            word = mix(word ^ eight)
        keys[row] = word
