"""A whole turn ahead: compare drawing with every column it may take, built in the best way.

At the beginning of a turn the planner simulates each possible turn to its end. For a column it may
take, it searches for the best order, rows, discards and bonuses (``turn_search.py``). For drawing,
it takes the mean over the cards that may come up, each put where it helps most or hurts least.
Waivers are tried at both moments. ``evaluation.py`` evaluates the position at the end of a turn;
the planner chooses the turn with the best one. It knows neither the order of the deck nor the
others' plans: the evaluation accounts for what they may take.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from sf_agents.san_francisco.evaluation.evaluation import evaluate
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.search.turn_search import Desk, finish_turn, new_desk
from sf_env.core.arrays import readable
from sf_env.core.compiled.bits import lowest_bit
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.core.rules import Array
from sf_env.games.san_francisco.engine.actions import DRAW, FINALIZE, PUT, WAIVE
from sf_env.games.san_francisco.engine.constants import COLUMN, COLUMNS, END, TURN
from sf_env.games.san_francisco.engine.state import STATE
from sf_env.games.san_francisco.engine.step import step
from sf_env.games.san_francisco.rules import SAN_FRANCISCO
from sf_env.opponents.parameters import Range, check_parameters


@dataclass(frozen=True)
class Planner:
    """Search the whole turn with a tuned evaluation: what to take and how to build it."""

    games = ("san_francisco",)

    width: Annotated[int, Range(1, 4096, "beam width of the search")] = 32
    weights: Annotated[str | None, Range(text="weights file from scripts/tune.py")] = None

    def __post_init__(self) -> None:
        check_parameters(self)
        WEIGHTS.check(self.weights)

    def act(self, states: Array, legal: Any = None, keys: Any = None) -> Array:
        """Return the first action (n,) of the best turn for each state, 0 where a game is over."""
        states = readable(SAN_FRANCISCO, states, legal)
        actions = np.zeros(len(states), np.int64)
        if len(states):
            weights = WEIGHTS.load(int(states["players"][0]), self.weights)
            _act(states, weights, new_desk(self.width), np.zeros(4, STATE), actions)
        return actions


@jit
def _act(states: Array, weights: Array, desk: Desk, trials: Array, actions: Array) -> None:
    for row in range(states.shape[0]):
        actions[row] = decide(states[row], weights, desk, trials)


@jit
def decide(state: np.void, weights: Array, desk: Desk, trials: Array) -> int:
    """Return the first action of the best turn; ``trials`` (4,) are positions to try things on."""
    bits = wide(state["legal"])
    if bits & (bits - 1) == 0:
        return lowest_bit(bits) if bits else 0
    if state["phase"] == TURN:
        return best_beginning(state, weights, desk, trials)
    if state["phase"] == COLUMN:
        worth_of_putting(state, wide(state["to_move"]), weights, desk, trials)
    else:
        finish_turn(state, weights, desk)
    return int(desk.first[0])


@jit
def best_beginning(state: np.void, weights: Array, desk: Desk, trials: Array) -> int:
    """Return how to begin a turn: draw, take a column, or use the waiver before either."""
    best = worth_of_turn(state, weights, desk, trials)
    first = int(desk.first[0])
    for count in (1, 2):
        if wide(state["legal"]) >> (WAIVE + count) & 1:
            trials[3] = state
            step(trials[3], WAIVE + count)
            worth = worth_of_turn(trials[3], weights, desk, trials)
            if worth > best:
                best = worth
                first = WAIVE + count
    return first


@jit
def worth_of_turn(state: np.void, weights: Array, desk: Desk, trials: Array) -> float:
    """Return the worth of drawing or taking a column, whichever is better, and note which."""
    best = worth_of_drawing(state, weights, desk, trials)
    first = DRAW
    for column in range(COLUMNS):
        if wide(state["legal"]) >> (FINALIZE + column) & 1:
            trials[2] = state
            step(trials[2], FINALIZE + column)
            worth = finish_turn(trials[2], weights, desk)
            if worth > best:
                best = worth
                first = FINALIZE + column
    desk.first[0] = first
    return best


@jit
def worth_of_drawing(state: np.void, weights: Array, desk: Desk, trials: Array) -> float:
    """Return the worth of drawing: the mean over the kinds of cards that may come up."""
    seat = wide(state["to_move"])
    left = wide(state["deck_left"])
    last = left - 1
    kind = -1
    worth = 0.0
    total = 0.0
    # The undrawn cards stand in the order of their ids, so cards of a kind are neighbours.
    for place in range(left):
        card = state["deck"][place]
        if state["attributes"][card] != kind:
            kind = wide(state["attributes"][card])
            trials[1] = state
            trials[1]["deck"][place] = state["deck"][last]
            trials[1]["deck"][last] = card
            step(trials[1], DRAW)
            worth = worth_of_putting(trials[1], seat, weights, desk, trials)
        total += worth
    return total / left


@jit
def worth_of_putting(state: np.void, seat: int, weights: Array, desk: Desk, trials: Array) -> float:
    """Return the worth of putting the drawn card in the best column, and note which it is."""
    best = -1.0
    chosen = PUT
    for column in range(COLUMNS):
        trials[0] = state
        step(trials[0], PUT + column)
        if trials[0]["phase"] == END:
            worth = finish_turn(trials[0], weights, desk)
        else:
            worth = evaluate(trials[0], seat, weights[0], desk.outlook[0])
        if worth > best:
            best = worth
            chosen = PUT + column
    desk.first[0] = chosen
    return best
