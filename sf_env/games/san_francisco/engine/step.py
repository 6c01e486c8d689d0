"""One decision: what each action does in each phase (RULES 7); that it is legal is known."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.compiled.wide import wide
from sf_env.games.san_francisco.engine.actions import (
    CELL,
    DEFER,
    DISCARD,
    DRAW,
    END_TURN,
    FINALIZE,
    PUT,
    ROW,
    TAKE_DISTRICT_BONUS,
    WAIVE,
)
from sf_env.games.san_francisco.engine.bonuses import (
    earns_bonus,
    keep_bonus,
    place_bonus_card,
    place_token,
)
from sf_env.games.san_francisco.engine.building import build
from sf_env.games.san_francisco.engine.constants import (
    BONUS_CHOICE,
    BUILD,
    CELLS,
    COLUMN,
    TARGET,
    TRACK_BONUS,
    TURN,
)
from sf_env.games.san_francisco.engine.legal import legal_actions
from sf_env.games.san_francisco.engine.turn import (
    defer,
    draw,
    end_game,
    end_turn,
    finalize,
    pass_turn,
    put_in_column,
    remove_current_card,
    waive,
)


@jit
def step(state: np.void, action: int) -> None:
    """Carry out a legal action, and note what is legal next."""
    phase = state["phase"]
    if phase == TURN:
        step_turn(state, action)
    elif phase == COLUMN:
        put_in_column(state, action - PUT)
    elif phase == BUILD:
        step_build(state, action)
    elif phase == BONUS_CHOICE:
        step_bonus(state, action)
    elif phase == TARGET:
        step_target(state, action)
    else:
        step_end(state, action)
    state["legal"] = legal_actions(state)


@jit
def step_turn(state: np.void, action: int) -> None:
    if action == DRAW:
        draw(state)
    elif action < PUT:
        finalize(state, action - FINALIZE)
    else:
        waive(state, action - WAIVE)


@jit
def step_build(state: np.void, action: int) -> None:
    if action == DEFER:
        defer(state)
        return
    card = remove_current_card(state)
    if action != DISCARD:
        seat = wide(state["to_move"])
        row = action - ROW
        build(state, seat, row, card)
        if earns_bonus(state, seat, row, card):
            state["bonus"] = row
            state["phase"] = BONUS_CHOICE
            return
    go_on_building(state)


@jit
def step_bonus(state: np.void, action: int) -> None:
    if action != TAKE_DISTRICT_BONUS:
        state["bonus"] = TRACK_BONUS
    bonus = wide(state["bonus"])
    state["bonuses_left"][bonus] -= 1
    if keep_bonus(state, wide(state["to_move"]), bonus):
        go_on_building(state)
    else:
        state["phase"] = TARGET


@jit
def step_target(state: np.void, action: int) -> None:
    seat = wide(state["to_move"])
    if action >= CELL:
        place_token(state, seat, wide(state["bonus"]), action - CELL)
    else:
        place_bonus_card(state, seat, wide(state["bonus"]), action - ROW)
    go_on_building(state)


@jit
def go_on_building(state: np.void) -> None:
    """After a card, and the bonus it brought: the board is full, a next card, or the turn's end."""
    state["bonus"] = -1
    if state["built"][state["to_move"]] == CELLS:
        end_game(state)
    elif state["taken_count"] > 0:
        state["phase"] = BUILD
    else:
        end_turn(state)


@jit
def step_end(state: np.void, action: int) -> None:
    if action != END_TURN:
        waive(state, action - WAIVE)
    pass_turn(state)
