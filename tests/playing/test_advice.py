"""Advice: what agents that think can tell, and what the others cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.playing.advice import advise, adviser
from tests.games.san_francisco.positions import ended, position

RULES = sf_env.rules("san_francisco")
QUICK = "mcts:simulations=30"
pytestmark = pytest.mark.timeout(900)  # the first to use a search may have to compile it


def test_all_choices_are_weighed_the_best_first() -> None:
    game = sf_env.Game(3, seed=4)
    for _ in range(7):
        game.step(game.legal_actions()[-1])
    advice = advise(game, QUICK)
    assert sorted(one.action for one in advice.choices) == game.legal_actions()
    shares = [one.share for one in advice.choices]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    assert all(one.name == sf_env.actions.name(one.action) for one in advice.choices)
    assert all(one.chance is not None and 0 <= one.chance <= 1 for one in advice.choices)
    assert 0 <= advice.chance <= 1


def test_what_wins_at_once_is_advised() -> None:
    game = position(drawn="black 0 foundation", tokens=1, cities=[{0: "4", 1: "4", 2: "4"}])
    advice = advise(game, QUICK)
    assert advice.chance == 1
    assert advice.choices[0].chance == 1


def test_a_single_choice_has_all_the_weight() -> None:
    advice = advise(sf_env.Game(2, seed=1), QUICK)
    assert [(one.name, one.share) for one in advice.choices] == [("DRAW", 1.0)]


def test_who_gives_advice_does_not_see_the_order_of_the_deck() -> None:
    game, shuffled = sf_env.Game(2, seed=1), sf_env.Game(2, seed=1)
    for each in (game, shuffled):
        for action in (0, 4):
            each.step(action)
    sf_env.reshuffle(shuffled.states, 5)
    assert game != shuffled
    assert advise(game, QUICK) == advise(shuffled, QUICK)


class Policy:
    """An agent that tells a policy and a value, as networks do."""

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return legal.argmax(axis=1)

    def analyse(self, states: np.ndarray) -> Any:
        policy = np.full((1, 44), 0.1)
        policy[0, 5] = 0.8

        class Found:
            pass

        found = Found()
        found.policy, found.value = policy, np.array([0.5])  # type: ignore[attr-defined]
        return found


def test_a_policy_tells_weights_and_no_chances_after_each_choice() -> None:
    game = position(drawn="blue 1")
    advice = advise(game, f"{__name__}:Policy")
    assert [one.name for one in advice.choices] == ["COLUMN 1", "COLUMN 0", "COLUMN 2"]
    assert [one.share for one in advice.choices] == pytest.approx([0.8, 0.1, 0.1])
    assert {one.chance for one in advice.choices} == {None}
    assert advice.chance == 0.75


class Sure(Policy):
    """An agent that is sure to win."""

    def analyse(self, states: np.ndarray) -> Any:
        found = super().analyse(states)
        found.value = np.array([1.0])
        return found


class Doubtful(Policy):
    """An agent that does not know its chance."""

    def analyse(self, states: np.ndarray) -> Any:
        found = super().analyse(states)
        found.value = np.array([np.nan])
        return found


def test_what_is_no_number_is_no_advice() -> None:
    with pytest.raises(
        sf_env.Error, match="Doubtful' returned a chance or a share that is not a number"
    ):
        advise(position(drawn="blue 1"), f"{__name__}:Doubtful")


def test_only_the_rules_make_certain_that_a_game_is_won() -> None:
    assert advise(position(drawn="blue 1"), f"{__name__}:Sure").chance == pytest.approx(0.999)


def test_agents_that_do_not_tell_what_they_think_give_no_advice(tmp_path: Path) -> None:
    with pytest.raises(sf_env.Error, match="'greedy' gives no advice"):
        adviser("greedy", RULES)
    with pytest.raises(sf_env.UnknownAgent, match="nobody"):
        adviser("nobody", RULES)


def test_a_finished_game_needs_no_advice() -> None:
    with pytest.raises(sf_env.Error, match="the game is over"):
        advise(ended(), QUICK)
