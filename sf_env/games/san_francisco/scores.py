"""The score of each seat and where it comes from (RULES 6), in victory points."""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.constants import (
    COLOUR_NAMES,
    HALF_POINTS_COMPLETION,
    HALF_POINTS_MEDAL,
    HALF_POINTS_SKYSCRAPER,
    HALF_POINTS_TOKEN,
    OVER,
    ROWS,
)
from sf_env.games.san_francisco.engine.scoring import district_half_points, tram_half_points

CITY_PARTS = ("skyscrapers", "medal", "completion", "tokens")
FIRST_DISTRICT = len(CITY_PARTS)
TRAMS = FIRST_DISTRICT + ROWS
TOTAL = TRAMS + 1
PARTS = (*CITY_PARTS, *COLOUR_NAMES[:ROWS], "trams", "total")


class Score(TypedDict):
    """The points of one seat by their origin, and all together."""

    skyscrapers: float
    medal: float
    completion: float
    tokens: float
    districts: list[float]
    trams: float
    total: float


def scores(states: np.ndarray) -> list[Score]:
    """Return one breakdown per seat of the first state."""
    return [breakdown(row) for row in points_by_part(states[:1])[0].tolist()]


def points_by_part(states: np.ndarray) -> np.ndarray:
    """Return where the points of each seat come from: (n, players, PARTS) float64.

    ``states`` are contiguous and writable, of the same number of players.
    """
    players = int(states["players"][0]) if len(states) else 0
    half_points = np.zeros((len(states), players, len(PARTS)), np.int64)
    _part_rows(states, half_points)
    return half_points / 2


def mean_points_by_part(state: np.void) -> np.ndarray:
    """Return the mean of points_by_part over whose turn it might be: (players, PARTS) float64.

    Ties go to the player whose turn it is, so that early points go to and fro; their mean does
    not. A game that is over has its points.
    """
    states = np.repeat(np.array([state], state.dtype), int(state["players"]))
    if state["phase"] != OVER:
        states["to_move"] = np.arange(len(states))
    mean: np.ndarray = points_by_part(states).mean(axis=0)
    return mean


def breakdown(points: list[float]) -> Score:
    """Return the points of one seat, in the order of PARTS, by their names."""
    skyscrapers, medal, completion, tokens = points[:FIRST_DISTRICT]
    return {
        "skyscrapers": skyscrapers,
        "medal": medal,
        "completion": completion,
        "tokens": tokens,
        "districts": points[FIRST_DISTRICT:TRAMS],
        "trams": points[TRAMS],
        "total": points[TOTAL],
    }


@jit
def _part_rows(states: np.ndarray, out: np.ndarray) -> None:
    for row in range(out.shape[0]):
        for seat in range(out.shape[1]):
            _write_parts(states[row], seat, out[row, seat])


@jit
def _write_parts(state: np.void, seat: int, out: np.ndarray) -> None:
    out[0] = HALF_POINTS_SKYSCRAPER * wide(state["skyscraper_count"][seat])
    if state["medal"] == seat:
        out[1] = HALF_POINTS_MEDAL
    for row in range(ROWS):
        if state["completion"][row] == seat:
            out[2] += HALF_POINTS_COMPLETION
        out[FIRST_DISTRICT + row] = district_half_points(state, seat, row)
    out[3] = HALF_POINTS_TOKEN * wide(state["point_tokens"][seat])
    out[TRAMS] = tram_half_points(state, seat)
    out[TOTAL] = out[:TOTAL].sum()
