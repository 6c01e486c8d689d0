"""Agents that search find the only choices that win: they fill, deny, end, overtake, hide."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sf_agents
from sf_agents.san_francisco.search.mcts import Mcts
from sf_env import Game
from tests.games.san_francisco.agents.endings import (
    ENDINGS,
    choose,
    fill,
    finish,
    raise_value,
    waive,
)
from tests.games.san_francisco.agents.exact import action, as_states, sure_shares

Ending = Callable[[int], Game]
THINKERS = (
    "mcts",
    "mcts:simulations=32",
    "mcts:playout=random",
    "mcts:playout_share=1,simulations=300",
    "mcts:playout_share=0,width=1,simulations=200",
    "mcts:exploration=5,temperature=1,draws=1",
    "mcts:seconds=0.02",
    "flat",
)


def every_ending() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__)


@pytest.mark.parametrize("players", [2, 3, 4])
@every_ending()
def test_these_choices_win_whatever_the_others_do_and_no_others(
    ending: Ending, players: int
) -> None:
    sure = sure_shares(as_states(ending(players)))
    assert sure == {name: float(name in ENDINGS[ending]) for name in sure}


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("players", [2, 3, 4])
@every_ending()
def test_who_looks_ahead_wins(ending: Ending, players: int, name: str) -> None:
    assert action(as_states(ending(players)), sf_agents.load(name)) in ENDINGS[ending]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ending", [fill, finish, waive, choose, raise_value])
def test_the_planner_wins_if_this_turn_can(ending: Ending, players: int) -> None:
    assert action(as_states(ending(players)), sf_agents.load("planner")) in ENDINGS[ending]


@pytest.mark.parametrize("players", [2, 3, 4])
@every_ending()
def test_the_search_is_sure_to_win(ending: Ending, players: int) -> None:
    found = Mcts().analyse(as_states(ending(players)))
    assert found.value[0] == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4])
@every_ending()
def test_a_sure_loss_is_not_chosen(ending: Ending, players: int) -> None:
    states = as_states(ending(players))
    for simulations in (1, 2, 3, 5, 10, 30):
        agent = Mcts(simulations)
        found = agent.analyse(states)
        assert found.values[0, agent.act(states)[0]] > 0
