"""Evaluating a position: the points each seat can expect, and from them its win probability.

Most points come from being ahead, in five districts and in trams. So every such race is evaluated
for each pair of seats: who leads by how much, how much may still change, and so how likely the lead
is to hold. Skyscrapers, the medal, completion tokens and bonuses are expected in the same way. How
much may still change follows from the number of cards yet to come: the supply of foundation tokens,
the foundations among the undrawn cards and the fullest city show it. The columns on the table are
worth something to those who may take them next: cards there are weighed by the races they would
change. The chance to win is that of the expected margin to hold.

The weights are named, explained and tuned in ``weights.py``. All sums are in victory points.
"""

from __future__ import annotations

import math

import numpy as np

from sf_agents.san_francisco.evaluation.city import expect_city, survey
from sf_agents.san_francisco.evaluation.future import foresee_cards
from sf_agents.san_francisco.evaluation.offers import offer_cards, weigh_columns
from sf_agents.san_francisco.evaluation.outlook import chance
from sf_agents.san_francisco.evaluation.races import (
    race_for_all_districts,
    race_for_medal,
    race_for_trams,
)
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.constants import OVER
from sf_env.games.san_francisco.engine.scoring import is_winner


@jit
def evaluate(state: np.void, seat: int, weights: np.void, view: np.void) -> float:
    """Return the chance of a seat to win, 0 to 1; certain when the game is over."""
    if state["phase"] == OVER:
        return share_of_win(state, seat)
    outlook(state, weights, view)
    return win_chance(wide(state["players"]), seat, weights, view)


@jit
def share_of_win(state: np.void, seat: int) -> float:
    """Return what a seat has of a finished game: 1, shared by the winners."""
    if not is_winner(state, seat):
        return 0.0
    winners = 0
    for other in range(wide(state["players"])):
        winners += 1 if is_winner(state, other) else 0
    return 1.0 / winners


@jit
def win_chance(players: int, seat: int, weights: np.void, view: np.void) -> float:
    """Return the chance that the expected points of a seat stay ahead of the others'."""
    best = -1e9
    total = 0.0
    for other in range(players):
        if other != seat:
            best = max(best, view["points"][other])
            total += view["points"][other]
    rivals = weights["best_rival"] * best + (1.0 - weights["best_rival"]) * total / (players - 1)
    spread = math.sqrt(weights["luck"] ** 2 + weights["luck_per_card"] ** 2 * view["cards"])
    lead = view["points"][seat] - rivals - weights["many_rivals"] * (players - 2) * spread
    return chance(lead, spread)


@jit
def outlook(state: np.void, weights: np.void, view: np.void) -> None:
    """Write what each seat can expect at the end of a game that is not over."""
    players = wide(state["players"])
    foresee_cards(state, weights, view)
    for seat in range(players):
        survey(state, seat, view)
        view["points"][seat] = expect_city(state, seat, weights, view)
    race_for_all_districts(state, weights, view)
    race_for_trams(state, weights, view)
    race_for_medal(state, weights, view)
    offer_cards(state, weights, view)


@jit
def look_at_table(state: np.void, weights: np.void, view: np.void) -> None:
    """Write only what the columns are worth to each seat; the cities have been surveyed."""
    players = wide(state["players"])
    foresee_cards(state, weights, view)
    race_for_all_districts(state, weights, view)
    for seat in range(players):
        weigh_columns(state, seat, weights, view)
