"""The planner's choice at the beginning of a turn: as good as trying every turn there is."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import sf_env
from sf_agents.planner import Planner
from sf_env.actions import NAMES
from sf_env.engine.constants import COLUMN, TURN
from tests.agents.exact import best_after, choices
from tests.agents.eyes import chance
from tests.agents.stages import DECKS, stages

WIDE = 2048
MOST_CARDS = 3


def positions(players: int, deck: str, phase: int) -> np.ndarray:
    """Return positions with small columns, without waivers that could be used."""
    states = stages(players, deck, each=80)
    rows = np.arange(len(states))
    mover = states["to_move"]
    plain = (states["waivers"][rows, mover] == 0) | (states["contracts"][rows, mover] == 0)
    small = states["column_count"].max(axis=1) <= MOST_CARDS
    open_ = sf_env.legal_mask(states).sum(axis=1) > 1
    chosen: np.ndarray = states[plain & small & open_ & (states["phase"] == phase)][:15]
    return chosen


@pytest.mark.parametrize("phase", [TURN, COLUMN])
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_turn_is_better_than_the_one_it_begins(players: int, deck: str, phase: int) -> None:
    states = positions(players, deck, phase)
    assert len(states) > 10
    actions = Planner(WIDE).act(states)
    for row, chosen in enumerate(actions):
        state = states[row : row + 1]
        seat = int(state["to_move"][0])
        worths = {
            name: best_after(state, name, partial(chance, seat=seat)) for name in choices(state)
        }
        assert worths[NAMES[chosen]] == pytest.approx(max(worths.values()), abs=1e-12)
