"""The score of each seat and where it comes from (RULES 6), in victory points."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env._jit import jit
from sf_env.engine.constants import (
    HALF_POINTS_COMPLETION,
    HALF_POINTS_MEDAL,
    HALF_POINTS_SKYSCRAPER,
    HALF_POINTS_TOKEN,
    ROWS,
)
from sf_env.engine.scoring import district_half_points, tram_half_points


def scores(states: np.ndarray) -> list[dict[str, Any]]:
    """Return one breakdown per seat of the first state."""
    state = states[0]
    players = int(state["players"])
    advantages = np.zeros((players, ROWS + 1), np.int64)
    _advantages(states, advantages)
    return [_breakdown(state, seat, advantages[seat] / 2) for seat in range(players)]


def _breakdown(state: np.void, seat: int, advantages: np.ndarray) -> dict[str, Any]:
    completed = int(np.count_nonzero(state["completion"] == seat))
    parts = {
        "skyscrapers": int(state["skyscraper_count"][seat]) * HALF_POINTS_SKYSCRAPER / 2,
        "medal": (state["medal"] == seat) * HALF_POINTS_MEDAL / 2,
        "completion": completed * HALF_POINTS_COMPLETION / 2,
        "tokens": int(state["point_tokens"][seat]) * HALF_POINTS_TOKEN / 2,
    }
    parts = {name: float(points) for name, points in parts.items()}
    districts = advantages[:ROWS].tolist()
    trams = float(advantages[ROWS])
    total = sum(parts.values()) + sum(districts) + trams
    return {**parts, "districts": districts, "trams": trams, "total": total}


@jit
def _advantages(states: np.ndarray, out: np.ndarray) -> None:
    for seat in range(out.shape[0]):
        for row in range(ROWS):
            out[seat, row] = district_half_points(states[0], seat, row)
        out[seat, ROWS] = tram_half_points(states[0], seat)
