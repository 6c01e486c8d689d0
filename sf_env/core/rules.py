"""What the shells know of a game: one small table of its state, its actions and its functions.

Nothing in an environment, a batch or an agent's protocol names anything of the game; they call
these functions. All of them work on arrays of states, change or fill arrays of the caller, and
take ``rows``, the numbers of the games that are meant, where that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sf_env.core.game import Play

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Rules:
    """A game. The states' dtype has at least the fields ``players`` and ``to_move``."""

    name: str
    home: str  # "module:attribute" of this table, by which it is pickled
    players: tuple[int, ...]  # the numbers of players it can be played by
    state: np.dtype[Any]
    actions: tuple[str, ...]  # names by number
    load_deck: Callable[[Any], Any]  # from what a ``deck=`` argument takes
    pieces: Callable[[int], Sequence[tuple[str, tuple[int, ...], int, int]]]
    """players -> (name, shape, low, high) of each part of an observation, in order"""
    deal: Callable[[Array, Array, Array, int, Any], None]
    """(states, rows, seeds, players, deck): start the game of each seed"""
    deal_order: Callable[[Array, Any, int, Any], None]
    """(states, order, players, deck): start a game in row 0 with a given order of the deck"""
    step: Callable[[Array, Array, Array, bool, Array, Array, Array], None]
    """(states, rows, actions, skip_forced, legal, lengths, over): carry out legal actions"""
    settle: Callable[[Array, Array, bool, Array, Array, Array], None]
    """(states, rows, skip_forced, legal, lengths, over): the same, without an action"""
    step_one: Callable[[Array, int], None]
    """(states, action): carry out a legal action in row 0"""
    legal_actions: Callable[[Array], list[int]]
    """(states): the legal actions in row 0, ascending"""
    legal: Callable[[Array, Array, Array], None]
    """(states, rows, out): masks"""
    observe: Callable[[Array, Array, Array, Array], None]
    """(states, rows, seats, out): observations; seat -1 is the player to move"""
    is_over: Callable[[Array], Array]
    """(states) -> bool"""
    points: Callable[[Array], Array]
    """(states) -> (n, players) float64"""
    winners: Callable[[Array], Array]
    """(states) -> (n, players) bool, all False while the game goes on"""
    conceal: Callable[[Array], None]
    """(states): hide the order of what is still to come"""
    reshuffle: Callable[[Array, Array], None]
    """(states, seeds): make it a new random order"""
    text: Callable[[np.void], str]
    """(state): a readable board"""
    picture: Callable[[np.void, Sequence[str] | None, float], Array] | None = None
    """(state, names, scale): the board as pixels (height, width, 3) uint8; needs an extra"""
    svg: Callable[[np.void, int | None], str] | None = None
    """(state, width): the board as SVG, for notebooks"""
    parallel_step: Callable[..., None] | None = None
    """``step`` on several threads, to be called inside ``numba_threads``"""
    parallel_observe: Callable[..., None] | None = None
    """``observe`` on several threads, likewise"""
    look: str | None = None
    """ "module:attribute" of a ``Look``: how pictures, films and pages show it"""
    game: Callable[..., Any] | None = None
    """(players=, seed=, deck=, order=) or (state=): a Play with more to say"""

    def new_game(self, **start: Any) -> Play:
        """Return a game dealt from players, deck and seed or order, or going on from a state."""
        from sf_env.core.game import Play  # noqa: PLC0415  it needs this module

        return self.game(**start) if self.game else Play(self, **start)

    def observations(self, states: Array, seats: Array, players: int) -> Array:
        """Return a fresh array of what the player on each seat sees, one for each state."""
        out = np.zeros((len(states), self.observation_size(players)), np.int8)
        self.observe(states, np.arange(len(states)), seats, out)
        return out

    def check_players(self, players: Any) -> int:
        """Return the number of players, or raise ValueError."""
        if isinstance(players, int | np.integer) and players in self.players:
            return int(players)
        allowed = ", ".join(map(str, self.players))
        raise ValueError(f"players={players!r} is not allowed; allowed: {allowed}")

    def __reduce__(self) -> tuple[Any, ...]:
        return resolve_name, (self.home,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self  # nothing in it changes

    def observation_size(self, players: int) -> int:
        """Return the length of an observation."""
        return _observation_size(self, players)


@cache
def _observation_size(rules: Rules, players: int) -> int:
    return sum(prod(shape) for _, shape, _, _ in rules.pieces(players))
