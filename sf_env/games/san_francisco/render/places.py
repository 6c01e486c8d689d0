"""Where on the board an action is: what a page frames, and what can be clicked."""

from __future__ import annotations

from sf_env.games.san_francisco.engine import actions
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES, TRACK_BONUS
from sf_env.games.san_francisco.view import View


def spot_of(view: View, action: int) -> str:
    """Return the spot on the board that an action is about; "" if there is none."""
    seat = view["to_move"]
    if action == actions.DRAW:
        return "deck"
    for first in (actions.FINALIZE, actions.PUT):
        if first <= action < first + COLUMNS:
            return f"column-{action - first}"
    if actions.ROW <= action < actions.ROW + ROWS:
        row = action - actions.ROW
        return cell_spot(seat, row, view["cities"][seat][row].index(-1))
    if actions.CELL <= action < actions.CELL + ROWS * SPACES:
        return cell_spot(seat, *divmod(action - actions.CELL, SPACES))
    if action == actions.TAKE_DISTRICT_BONUS:
        return f"bonus-{view['bonus']}"
    return f"bonus-{TRACK_BONUS}" if action == actions.TAKE_TRACK_BONUS else ""


def cell_spot(seat: int, row: int, space: int) -> str:
    """Return the spot of a space in a city."""
    return f"cell-{seat}-{row}-{space}"
