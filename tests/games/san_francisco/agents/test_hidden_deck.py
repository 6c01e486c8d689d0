"""Nobody looks into the deck: who is asked gets concealed states, and would not look anyway."""

from __future__ import annotations

import numpy as np
import pytest

import sf_agents
import sf_env
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.planner import worth_of_drawing
from sf_agents.san_francisco.search.mcts import Mcts
from sf_agents.san_francisco.search.turn_search import new_desk
from sf_agents.search.searcher import Analysis
from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.constants import TURN
from tests.games.san_francisco.agents.endings import cities
from tests.games.san_francisco.agents.exact import action, as_states, with_top_card
from tests.games.san_francisco.agents.stages import AGENTS, DECKS, stages
from tests.games.san_francisco.positions import of, position

DRAW = NAMES.index("DRAW")


def tempting(players: int, contracts: int = 0) -> np.ndarray:
    """Return a position in which drawing wins if a foundation comes up, and else loses.

    The next player will fill his city with the card on the table, unless it is taken away, which
    takes that there are no contracts. 10 of 50 undrawn cards are foundations.
    """
    return as_states(
        position(
            players,
            cities=cities(players, "1 tracks, 1 tracks, 1", "1, 1, 0, 0"),
            columns=["green 3"],
            deck=of(40, "grey 0"),
            point_tokens=[1],
            contracts=[contracts],
            tokens=1,
        )
    )


def other_orders(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a position with a foundation on top of the deck, and with any other card there."""
    left = int(states["deck_left"][0])
    foundations = states["attributes"][0, states["deck"][0, :left]] & 8 > 0
    first, other = np.flatnonzero(foundations)[0], np.flatnonzero(~foundations)[0]
    return with_top_card(states, first), with_top_card(states, other)


def look(states: np.ndarray) -> Analysis:
    """Return what a search finds, with a key that does not depend on the order of the deck."""
    return Mcts().analyse(states, keys=[1])


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", AGENTS)
def test_the_true_order_changes_nothing(name: str, players: int, deck: str) -> None:
    states = stages(players, deck)
    agent = sf_agents.load(name)
    actions = agent.act(states, sf_env.legal_mask(states))
    hidden = states.copy()
    sf_env.reshuffle(hidden, 1)
    assert not np.array_equal(hidden, states)
    given = sf_env.conceal(hidden)
    assert np.array_equal(agent.act(given, sf_env.legal_mask(given)), actions)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "name", ["flat:simulations=200", "mcts:simulations=200", "mcts:playout=random"]
)
def test_a_winning_card_on_top_does_not_tempt(name: str, players: int) -> None:
    agent = sf_agents.load(name)
    for order in other_orders(tempting(players)):
        assert action(order, agent) == "FINALIZE 0"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_search_sees_the_chances_not_the_card(players: int) -> None:
    for order in other_orders(tempting(players, contracts=1)):
        found = look(order)
        assert found.solved
        assert found.values[0, DRAW] == pytest.approx(10 / 50)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_planner_weighs_all_undrawn_cards_alike(players: int, deck: str) -> None:
    states = stages(players, deck)
    states = states[states["phase"] == TURN]
    shuffled = states.copy()
    sf_env.reshuffle(shuffled, 1)
    room = WEIGHTS.load(players), new_desk(1), np.zeros(4, sf_env.STATE)
    for state, other in zip(states, shuffled, strict=True):
        assert worth_of_drawing(state, *room) == pytest.approx(worth_of_drawing(other, *room))
