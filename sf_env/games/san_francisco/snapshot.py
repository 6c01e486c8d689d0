"""A state as plain data: what JSON can hold, in the words of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.games.san_francisco.engine.actions import ACTIONS
from sf_env.games.san_francisco.engine.constants import (
    BONUS_CHOICE,
    COLUMNS,
    PHASE_NAMES,
    PLUS2_TOKEN,
    TARGET,
    TRACK_TOKEN,
)


def snapshot(state: np.void) -> dict[str, Any]:
    """Return the state as a dict of ints, strings, lists and None."""
    players = int(state["players"])
    phase = int(state["phase"])
    drawn = int(state["drawn"])
    symbols = state["symbols"][:players]
    return {
        "players": players,
        "to_move": int(state["to_move"]),
        "phase": PHASE_NAMES[phase],
        "columns": [_cards(state, column) for column in range(COLUMNS)],
        "drawn": drawn if drawn >= 0 else None,
        "taken": state["taken"][: int(state["taken_count"])].tolist(),
        "bonus": int(state["bonus"]) if phase in (BONUS_CHOICE, TARGET) else None,
        "foundation_tokens": int(state["foundation_tokens"]),
        "bonuses_left": state["bonuses_left"].tolist(),
        "contracts": state["contracts"][:players].tolist(),
        "waivers": state["waivers"][:players].tolist(),
        "point_tokens": state["point_tokens"][:players].tolist(),
        "cities": state["cards"][:players].tolist(),
        "trams": state["trams"][:players].tolist(),
        "skyscrapers": state["skyscrapers"][:players].tolist(),
        "plus2": _flags(symbols & PLUS2_TOKEN),
        "track_tokens": _flags(symbols & TRACK_TOKEN),
        "values": state["values"][:players].tolist(),
        "medal": int(state["medal"]),
        "completion": state["completion"].tolist(),
        "deck_left": int(state["deck_left"]),
        "ender": int(state["ender"]),
        "legal": [action for action in range(ACTIONS) if int(state["legal"]) >> action & 1],
    }


def _cards(state: np.void, column: int) -> list[int]:
    cards: list[int] = state["columns"][column, : int(state["column_count"][column])].tolist()
    return cards


def _flags(bits: np.ndarray) -> list[list[list[int]]]:
    flags: list[list[list[int]]] = (bits != 0).astype(np.int8).tolist()
    return flags
