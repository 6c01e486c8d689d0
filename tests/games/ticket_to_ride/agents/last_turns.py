"""The last turn of a game, solved: what each action is worth over the worlds that may be."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import sf_agents
from sf_env.core.rewards import shares
from sf_env.ticket_to_ride import (
    conceal,
    deal,
    imagine,
    is_over,
    legal_mask,
    step_states,
    winners,
)

Array = np.ndarray[Any, Any]
WORLDS = 300
TURN = 2


@cache
def last_turns(players: int, games: int = 12, board: str = "san_francisco") -> Array:
    """Return positions (n,), one of each game, in which the last turn is to be decided on."""
    agent = sf_agents.load("greedy", game="ticket_to_ride")
    states = deal(players, range(games), map=board)
    found = []
    while not is_over(states).all():
        last = (states["turns_left"] == 1) & (states["phase"] == TURN)
        found += [states[row : row + 1].copy() for row in np.flatnonzero(last)]
        legal = legal_mask(states)
        step_states(states, agent.act(conceal(states), legal))
    return np.concatenate(found)


def worth_of_actions(state: Array) -> Array:
    """Return the share of a win (actions,) after each action in a last turn, NaN if illegal.

    It is the mean over imagined worlds, with the best continuation in each. Decisions that follow
    in the turn are few: how to pay, which token to take, which tickets to keep.
    """
    legal = legal_mask(state)[0]
    worth = np.full(len(legal), np.nan)
    worlds = imagine(np.repeat(state, WORLDS), np.arange(WORLDS))
    for action in np.flatnonzero(legal).tolist():
        after = worlds.copy()
        step_states(after, np.full(WORLDS, action))
        worth[action] = best_share(after, int(state["to_move"][0])).mean()
    return worth


def best_share(states: Array, seat: int) -> Array:
    """Return the share of a win (n,) of a seat that decides alone until the game is over."""
    over = is_over(states)
    result = np.full(len(states), -1.0)
    if over.any():
        result[over] = shares(winners(states[over]))[:, seat]
    legal = legal_mask(states)
    for action in np.flatnonzero(legal.any(axis=0)).tolist():
        rows = np.flatnonzero(legal[:, action])
        after = states[rows].copy()
        step_states(after, np.full(len(rows), action))
        result[rows] = np.maximum(result[rows], best_share(after, seat))
    return result
