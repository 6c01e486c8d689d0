"""A city by itself: what lies idle in it, its next spaces, and the points to expect from it."""

from __future__ import annotations

import numpy as np

from sf_agents.san_francisco.evaluation.outlook import chance
from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.building import SIDES, on_board
from sf_env.games.san_francisco.engine.constants import (
    BOTTOM_ROW,
    FOUNDATION,
    HALF_POINTS_TOKEN,
    PLAZA,
    PLAZA_VALUE,
    ROWS,
    SKYSCRAPER_COST,
    SPACES,
    TRACKS,
)

LAST_DOUBT = 0.3  # how unsure a skyscraper remains when hardly a card is to come


@jit
def sleeps(state: np.void, seat: int, row: int, space: int) -> bool:
    """Whether there is a plaza here that does not have its value yet."""
    plaza = state["symbols"][seat, row, space] & PLAZA
    return bool(plaza and state["values"][seat, row, space] < PLAZA_VALUE)


@jit
def waits(state: np.void, seat: int, row: int, space: int) -> bool:
    """Whether there is a foundation here without a skyscraper."""
    foundation = state["symbols"][seat, row, space] & FOUNDATION
    return bool(foundation and not state["skyscrapers"][seat, row, space])


@jit
def missing_value(state: np.void, seat: int, row: int, space: int) -> int:
    """Return the value that a waiting foundation still needs beside it."""
    coasts = wide(state["coasts"][seat])
    return SKYSCRAPER_COST - coasts - wide(state["adjacent"][seat, row, space])


@jit
def survey(state: np.void, seat: int, view: np.void) -> None:
    """Count what lies idle in a city, and look at the next space of each row."""
    view["idle"][seat] = 0.0
    view["ends"][seat] = 0.0
    view["ripe"][seat] = 0.0
    for row in range(ROWS):
        filled = wide(state["filled"][seat, row])
        view["asleep"][seat, row] = 0.0
        for space in range(filled):
            symbols = state["symbols"][seat, row, space]
            if symbols & TRACKS and not state["trams"][seat, row, space]:
                view["idle"][seat] += 1.0
            if sleeps(state, seat, row, space):
                view["asleep"][seat, row] += 1.0
            if waits(state, seat, row, space) and missing_value(state, seat, row, space) == 1:
                view["ripe"][seat] += 1.0
        if filled < SPACES:
            look_at_spot(state, seat, row, filled, view["spots"][seat, row])
            view["ends"][seat] += view["spots"][seat, row]["meets"]


@jit
def look_at_spot(state: np.void, seat: int, row: int, space: int, spot: np.void) -> None:
    """Write what is next to an empty space."""
    spot["meets"] = row == BOTTOM_ROW
    spot["tram"] = 0
    spot["tracks"] = 0.0
    spot["plazas"] = 0.0
    spot["missing"] = 0.0
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if not on_board(near_row, near_space):
            continue
        if state["trams"][seat, near_row, near_space]:
            spot["meets"] = 1
            spot["tram"] = 1
        elif state["symbols"][seat, near_row, near_space] & TRACKS:
            spot["tracks"] += 1.0
        if sleeps(state, seat, near_row, near_space):
            spot["plazas"] += 1.0
        if waits(state, seat, near_row, near_space):
            missing = missing_value(state, seat, near_row, near_space)
            if spot["missing"] == 0.0 or missing < spot["missing"]:
                spot["missing"] = missing


@jit
def expect_city(state: np.void, seat: int, weights: np.void, view: np.void) -> float:
    """Return the points expected from a city itself: skyscrapers, completion, tokens, bonuses."""
    cards = view["cards"]
    alive = cards / (cards + weights["half_life"])
    skyscrapers = wide(state["skyscraper_count"][seat]) + 0.0
    points = HALF_POINTS_TOKEN / 2 * wide(state["point_tokens"][seat])
    for row in range(ROWS):
        filled = wide(state["filled"][seat, row])
        for space in range(filled):
            if waits(state, seat, row, space):
                skyscrapers += skyscraper_chance(state, seat, row, space, alive, weights)
        points += completion_chance(state, seat, row, weights, view)
        if filled < SPACES and state["bonus_symbols"][seat, row] == 1:
            points += weights["second_symbol"] * alive
    view["skyscrapers"][seat] = skyscrapers
    held = weights["waiver"] * wide(state["waivers"][seat]) * alive
    held += weights["coast"] * wide(state["coasts"][seat]) * alive
    price = weights["contract"] + weights["contract_per_card"] * cards
    return float(points + skyscrapers + held - price * wide(state["contracts"][seat]))


@jit
def skyscraper_chance(
    state: np.void, seat: int, row: int, space: int, alive: float, weights: np.void
) -> float:
    """Return how likely a free foundation is to get its skyscraper.

    What is missing is compared with what the empty spaces and sleeping plazas around may bring.
    """
    missing = missing_value(state, seat, row, space)
    reach = weights["sky_reach"]
    for side in range(4):
        near_row = row + SIDES[side, 0]
        near_space = space + SIDES[side, 1]
        if not on_board(near_row, near_space):
            continue
        if near_space >= wide(state["filled"][seat, near_row]):
            reach += weights["sky_space"]
        elif sleeps(state, seat, near_row, near_space):
            reach += weights["sky_plaza"]
    spread = weights["sky_spread"] * (LAST_DOUBT + alive)
    return chance(alive * reach - missing, spread)


@jit
def completion_chance(
    state: np.void, seat: int, row: int, weights: np.void, view: np.void
) -> float:
    """Return how likely a seat is to have a row's completion token at the end."""
    owner = wide(state["completion"][row])
    if owner >= 0:
        return 1.0 if owner == seat else 0.0
    filled = wide(state["filled"][seat, row])
    missing = SPACES - filled
    first = chance(
        view["future"][row] - missing + weights["completion_ease"], weights["completion_spread"]
    )
    for other in range(wide(state["players"])):
        if other != seat:
            ahead = filled - wide(state["filled"][other, row]) + 0.0
            first *= chance(ahead, weights["completion_spread"])
    return first
