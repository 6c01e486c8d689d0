"""The points that seats compete for: districts, trams and the medal, shared by who may win each."""

from __future__ import annotations

import math

import numpy as np

from sf_agents.san_francisco.evaluation.outlook import chance, slope
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.constants import ROWS, SPACES
from sf_env.games.san_francisco.engine.scoring import leads_district, leads_trams


@jit
def race_for_all_districts(state: np.void, weights: np.void, view: np.void) -> None:
    """Share out the points of all districts between all seats."""
    players = wide(state["players"])
    view["slopes"][:] = 0.0
    for seat in range(players):
        for other in range(seat + 1, players):
            race_for_districts(state, seat, other, weights, view)


@jit
def race_for_districts(
    state: np.void, seat: int, other: int, weights: np.void, view: np.void
) -> None:
    """Share out the points of all districts between two seats."""
    # With 2 players the winner has 2 points; with more, each seat left behind is worth 1.
    prize = 2.0 if state["players"] == 2 else 1.0
    for row in range(ROWS):
        lead = wide(state["row_values"][seat, row]) - wide(state["row_values"][other, row]) + 0.0
        if lead == 0.0:
            lead = -weights["district_tie"]
            if leads_district(state, row, seat, other):
                lead = weights["district_tie"]
        mine = growth(state, seat, row, view)
        theirs = growth(state, other, row, view)
        lead += weights["district_growth"] * (mine - theirs)
        asleep = view["asleep"][seat, row] - view["asleep"][other, row]
        lead += weights["sleeping_plaza"] * asleep
        spread = math.sqrt(
            weights["district_spread"] ** 2
            + weights["district_spread_per_card"] ** 2 * (mine + theirs)
        )
        holds = chance(lead, spread)
        view["points"][seat] += prize * holds
        view["points"][other] += prize * (1.0 - holds)
        gain = prize * slope(lead, spread)
        view["slopes"][seat, row] = max(view["slopes"][seat, row], gain)
        view["slopes"][other, row] = max(view["slopes"][other, row], gain)


@jit
def growth(state: np.void, seat: int, row: int, view: np.void) -> float:
    """Return how many cards a row may still get, given its empty spaces and what is to come."""
    empty = SPACES - wide(state["filled"][seat, row])
    future = view["future"][row]
    if empty == 0 or future <= 0.0:
        return 0.0
    return float(empty * future / (empty + future))


@jit
def race_for_trams(state: np.void, weights: np.void, view: np.void) -> None:
    """Share out the points for trams: as in a district, and half a point more for the first."""
    players = wide(state["players"])
    prize = 2.0 if players == 2 else 1.0
    spread = math.sqrt(
        weights["tram_spread"] ** 2 + weights["tram_spread_per_card"] ** 2 * view["cards"]
    )
    for seat in range(players):
        first = 1.0
        for other in range(players):
            if other != seat:
                holds = chance(tram_lead(state, seat, other, weights, view), spread)
                view["points"][seat] += prize * holds
                first *= holds
        view["points"][seat] += 0.5 * first


@jit
def tram_lead(state: np.void, seat: int, other: int, weights: np.void, view: np.void) -> float:
    """Return by how many trams a seat leads; what may bring some counts in part."""
    lead = wide(state["tram_count"][seat]) - wide(state["tram_count"][other]) + 0.0
    if lead == 0.0:
        lead = weights["tram_tie"] if leads_trams(state, seat, other) else -weights["tram_tie"]
    lead += weights["idle_tracks"] * (view["idle"][seat] - view["idle"][other])
    return float(lead + weights["open_ends"] * (view["ends"][seat] - view["ends"][other]))


@jit
def race_for_medal(state: np.void, weights: np.void, view: np.void) -> None:
    """Share out the medal's point by the expected skyscrapers and by who holds it."""
    players = wide(state["players"])
    for seat in range(players):
        holds = 1.0
        for other in range(players):
            if other != seat:
                lead = view["skyscrapers"][seat] - view["skyscrapers"][other]
                if state["medal"] == seat:
                    lead += weights["medal_held"]
                elif state["medal"] == other:
                    lead -= weights["medal_held"]
                holds *= chance(lead, weights["medal_spread"])
        view["points"][seat] += holds
