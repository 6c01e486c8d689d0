"""The truth about small positions, by plain enumeration with nothing but the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import sf_env
from sf_env import Game
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.constants import OVER, TURN
from sf_env.opponents import Agent

Worth = Callable[[np.void], float]


def as_states(*games: Game) -> np.ndarray:
    """Return the concealed positions of some games."""
    states = np.zeros(len(games), sf_env.STATE)
    for row, game in enumerate(games):
        states[row] = game.state
    return sf_env.conceal(states)


def action(states: np.ndarray, agent: Agent) -> str:
    """Return the name of what an agent does in one position."""
    return NAMES[int(agent.act(states, sf_env.legal_mask(states))[0])]


def choices(states: np.ndarray) -> list[str]:
    """Return the names of the actions that are legal in one position."""
    return [NAMES[number] for number in np.flatnonzero(sf_env.legal_mask(states)[0])]


def after(states: np.ndarray, name: str) -> np.ndarray:
    """Return what an action leads to in one position."""
    states = states.copy()
    sf_env.step_states(states, [NAMES.index(name)])
    return states


def with_top_card(states: np.ndarray, place: int) -> np.ndarray:
    """Return one position with another of the undrawn cards on top of the deck."""
    states = states.copy()
    top = int(states["deck_left"][0]) - 1
    deck = states["deck"][0]
    deck[place], deck[top] = deck[top], deck[place]
    return states


def draws(states: np.ndarray) -> Iterator[np.ndarray]:
    """Yield what drawing leads to in one position, for each of the undrawn cards."""
    for place in range(int(states["deck_left"][0])):
        yield sf_env.conceal(after(with_top_card(states, place), "DRAW"))


# Turns -----------------------------------------------------------------------------------------


def best_end_of_turn(states: np.ndarray, worth: Worth) -> float:
    """Return the most that the player to move can make of this turn, drawing no card."""
    best = -np.inf
    while len(states):
        ended = (states["phase"] == TURN) | (states["phase"] == OVER)
        best = max(best, *(worth(state) for state in states[ended]), -np.inf)
        going_on = states[~ended]
        rows, actions = np.nonzero(sf_env.legal_mask(going_on))
        following = going_on[rows]
        sf_env.step_states(following, actions)
        states = _without_doubles(following)
    return best


def best_after(states: np.ndarray, name: str, worth: Worth) -> float:
    """Return the most that the player to move can expect of a turn that begins like this."""
    if name == "DRAW":
        return float(np.mean([best_end_of_turn(drawn, worth) for drawn in draws(states)]))
    following = after(states, name)
    if name.startswith("WAIVE") and following["phase"] == TURN:
        return max(best_after(following, other, worth) for other in choices(following))
    return best_end_of_turn(following, worth)


def _without_doubles(states: np.ndarray) -> np.ndarray:
    rows = states.view(np.dtype((np.void, sf_env.STATE.itemsize)))
    return np.unique(rows).view(sf_env.STATE)


# Games -----------------------------------------------------------------------------------------


def sure_shares(states: np.ndarray) -> dict[str, float]:
    """Return what part of the win each action is sure to bring the player to move.

    He goes on as well as possible, all the others against him; drawing is a mean over the undrawn
    cards.
    """
    known: dict[bytes, float] = {}
    seat = int(states["to_move"][0])
    return {name: _share_after(states, name, seat, known) for name in choices(states)}


def _share(states: np.ndarray, seat: int, known: dict[bytes, float]) -> float:
    if states["phase"] == OVER:
        winners = sf_env.winners(states)[0]
        return float(winners[seat] / winners.sum())
    key = states.tobytes()
    if key not in known:
        best = max if states["to_move"] == seat else min
        known[key] = best(_share_after(states, name, seat, known) for name in choices(states))
    return known[key]


def _share_after(states: np.ndarray, name: str, seat: int, known: dict[bytes, float]) -> float:
    if name == "DRAW":
        kinds = states["attributes"][0, states["deck"][0, : states["deck_left"][0]]].tolist()
        of_kind = dict(zip(kinds, draws(states), strict=True))  # equal cards lead to the same
        worth = {kind: _share(drawn, seat, known) for kind, drawn in of_kind.items()}
        return float(np.mean([worth[kind] for kind in kinds]))
    return _share(after(states, name), seat, known)
