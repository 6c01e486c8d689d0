"""The planner's choice at the beginning of a turn: as good as trying every turn there is."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.planner import Planner
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.constants import COLUMN, TURN
from tests.games.san_francisco.agents.exact import action, after, as_states, best_after, choices
from tests.games.san_francisco.agents.eyes import chance
from tests.games.san_francisco.agents.stages import DECKS, stages
from tests.games.san_francisco.positions import GREEN, position

WIDE = 2048
MOST_CARDS = 3


def positions(players: int, deck: str, phase: int) -> np.ndarray:
    """Return positions with small columns."""
    states = stages(players, deck, each=80)
    small = states["column_count"].max(axis=1) <= MOST_CARDS
    open_ = sf_env.legal_mask(states).sum(axis=1) > 1
    chosen: np.ndarray = states[small & open_ & (states["phase"] == phase)][:15]
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


def test_a_win_is_better_than_a_shared_one() -> None:
    """Building the first card shares the win, a tram wins alone."""
    ours = dict.fromkeys(range(4), "0, 0, 0, 0, 0") | {GREEN: "0, 0, 0, 1"}
    theirs = dict.fromkeys(range(4), "1")
    game = position(2, cities=[ours, theirs], taken="green 0, green 0 tracks", point_tokens=[0, 1])
    states = as_states(game)
    assert sf_env.winners(after(states, "ROW 4")).tolist() == [[True, True]]
    assert action(states, Planner()) in ("DEFER", "DISCARD")


def test_a_waiver_at_the_end_of_the_turn_is_thought_of_when_a_card_is_put() -> None:
    game = position(
        2,
        cities=[{GREEN: "1, 2"}, {GREEN: "2, 1"}],
        columns=["green 3"],
        drawn="blue 2",
        deck="blue 1, grey 1",
        contracts=[1],
        waivers=[1],
    )
    states = as_states(game)
    worths = {name: best_after(states, name, partial(chance, seat=0)) for name in choices(states)}
    assert worths[action(states, Planner())] == max(worths.values())
