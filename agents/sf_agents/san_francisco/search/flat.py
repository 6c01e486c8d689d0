"""Flat Monte Carlo: play each legal action to the end many times, take what wins most.

There is no tree and no evaluation: all players are assumed to continue with a quick policy. It is
the simplest search that needs only the rules, and a baseline for the others. All actions get the
same number of playouts, each with the undrawn cards in a new random order; ties are broken by the
margin of points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from sf_agents.san_francisco.evaluation.outlook import OUTLOOK
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.search.playouts import POLICIES, play_to_end
from sf_env.core.arrays import readable
from sf_env.core.compiled.bits import count_bits, lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.rng import Word, fork, shuffle
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.scoring import half_points, is_winner
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.step import step
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.contract import as_keys
from sf_env.opponents.parameters import Range, check_parameters

MARGIN = 1e-4  # what half a point of margin counts beside a win


class Scratch(NamedTuple):
    """Room for playouts, and the weights that the sharp policy looks at positions with."""

    trial: Array
    outlook: Array
    weights: Array


@dataclass(frozen=True)
class Flat:
    """Play every legal action to the end many times, and take the one that wins most often."""

    games = ("san_francisco",)

    simulations: Annotated[int, Range(1, 10_000_000, "playouts per decision, in total")] = 400
    playout: Annotated[
        Literal["light", "random", "sharp"], Range(text="policy that plays them to the end")
    ] = "light"

    def __post_init__(self) -> None:
        check_parameters(self)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the action (n,) that won most for each state, 0 where a game is over."""
        states = readable(SAN_FRANCISCO, states, legal)
        actions = np.zeros(len(states), np.int64)
        policy = POLICIES.index(self.playout)
        keys = as_keys(states, keys)
        if len(states):
            weights = WEIGHTS.load(int(states["players"][0]))
            scratch = Scratch(np.zeros(1, STATE), np.zeros(1, OUTLOOK), weights)
            _act(states, keys, scratch, self.simulations, policy, actions)
        return actions


@jit
def _act(
    states: Array, keys: Array, scratch: Scratch, simulations: int, policy: int, actions: Array
) -> None:
    for row in range(states.shape[0]):
        actions[row] = choose(states, row, int(keys[row]), scratch, simulations, policy)


@jit
def choose(
    states: Array, row: int, key: Word, scratch: Scratch, simulations: int, policy: int
) -> int:
    """Return the action after which playouts go best, 0 if there is none."""
    bits = wide(states[row]["legal"])
    if bits & (bits - 1) == 0:
        return lowest_bit(bits) if bits else 0
    seat = wide(states[row]["to_move"])
    playouts = max(1, simulations // count_bits(bits))
    best = -1e9
    chosen = 0
    while bits:
        action = lowest_bit(bits)
        bits &= bits - 1
        total = 0.0
        for number in range(playouts):
            # The same decks for all actions: their luck cancels.
            word = fork(key, number)
            scratch.trial[0] = states[row]
            state = scratch.trial[0]
            shuffle(state["deck"], wide(state["deck_left"]), word)
            step(state, action)
            play_to_end(state, policy, scratch.weights[0], scratch.outlook[0], fork(word, action))
            total += outcome(state, seat)
        if total > best:
            best = total
            chosen = action
    return chosen


@jit
def outcome(state: np.void, seat: int) -> float:
    """Return a seat's part of the win, and a little for its margin."""
    winners = 0
    rival = -(1 << 30)
    for other in range(wide(state["players"])):
        winners += 1 if is_winner(state, other) else 0
        if other != seat:
            rival = max(rival, half_points(state, other))
    won = 1.0 / winners if is_winner(state, seat) else 0.0
    return won + MARGIN * (half_points(state, seat) - rival)
