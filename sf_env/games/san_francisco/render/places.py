"""Where on the board an action is: what a page frames, and what can be clicked."""

from __future__ import annotations

from sf_env.games.san_francisco.engine import actions
from sf_env.games.san_francisco.engine.constants import COLUMNS, ROWS, SPACES, TRACK_BONUS
from sf_env.games.san_francisco.view import View


def spot_of(view: View, action: int) -> str:
    """Return the spot on the board that stands for an action; "" if there is none."""
    seat = view["to_move"]
    if action == actions.DRAW:
        return "deck"
    for first in (actions.FINALIZE, actions.PUT):
        if first <= action < first + COLUMNS:
            return f"column-{action - first}"
    if actions.ROW <= action < actions.ROW + ROWS:
        row = action - actions.ROW
        return f"cell-{seat}-{row}-{view['cities'][seat][row].index(-1)}"
    if actions.CELL <= action < actions.CELL + ROWS * SPACES:
        row, space = divmod(action - actions.CELL, SPACES)
        return f"cell-{seat}-{row}-{space}"
    if action == actions.TAKE_DISTRICT_BONUS:
        return f"bonus-{view['bonus']}"
    return f"bonus-{TRACK_BONUS}" if action == actions.TAKE_TRACK_BONUS else ""
