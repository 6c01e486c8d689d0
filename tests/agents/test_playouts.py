"""Playouts: two hasty policies that finish any game by its rules, one with some sense."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_agents.playouts import LIGHT, POLICIES, any_action, light_action, play_to_end
from sf_env import Game
from sf_env.engine.constants import BUILD
from sf_env.engine.rng import advance, mix
from tests.agents.stages import DECKS, stages

RANDOM = POLICIES.index("random")
CHOOSE: dict[int, Callable[[np.void, Any], int]] = {
    RANDOM: lambda state, random: any_action(state["legal"], random),
    LIGHT: light_action,
}


def word(number: int) -> np.uint64:
    """Return the beginning of a stream of random numbers."""
    return np.uint64(number * 0x9E3779B9 + 1)


def played(policy: int, players: int, games: int = 1000) -> np.ndarray:
    """Return games that a policy has played from the first card to the last."""
    states = sf_env.deal(players, range(games))
    for number, state in enumerate(states):
        play_to_end(state, policy, word(number))
    return states


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", CHOOSE)
def test_every_action_is_legal_to_the_end(policy: int, players: int, deck: str) -> None:
    for number, state in enumerate(stages(players, deck, each=3)):
        game = Game.from_state(state)
        stream = word(number)
        while not game.is_over:
            stream = np.uint64(advance(stream))
            action = CHOOSE[policy](game.state, np.uint64(mix(stream)))
            assert action in game.legal_actions()
            game.step(int(action))
        trial = state.copy()
        play_to_end(trial, policy, word(number))
        assert Game.from_state(trial) == game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", CHOOSE)
def test_games_end_and_depend_on_the_word(policy: int, players: int) -> None:
    states = played(policy, players, 20)
    assert sf_env.is_over(states).all()
    assert np.array_equal(played(policy, players, 20), states)
    again = sf_env.deal(players, [0])
    play_to_end(again[0], policy, word(77))
    assert not np.array_equal(again, states[:1])


@pytest.mark.parametrize("policy", CHOOSE)
def test_a_finished_game_stays_as_it_is(policy: int) -> None:
    state = played(policy, 2, 1)[0]
    before = state.tobytes()
    play_to_end(state, policy, word(5))
    assert state.tobytes() == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_light_policy_builds_much_more(players: int) -> None:
    light, random = (
        played(policy, players)["built"].sum(axis=1).mean() for policy in (LIGHT, RANDOM)
    )
    assert light > 1.3 * random


def test_the_light_policy_builds_what_fits_and_discards_only_what_does_not() -> None:
    for number, state in enumerate(stages(3, each=200)):
        if state["phase"] == BUILD:
            legal = sf_env.legal_mask(one(state))[0]
            action = light_action(state, np.uint64(mix(word(number))))
            assert 7 <= action <= 11 if legal[7:12].any() else action == 12


def one(state: np.void) -> np.ndarray:
    """Return an array of one state."""
    states = np.zeros(1, sf_env.STATE)
    states[0] = state
    return states
