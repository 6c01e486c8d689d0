"""Playouts: policies that finish any game by its rules, each with more sense than the last."""

from __future__ import annotations

import numpy as np
import pytest

import sf_env
from sf_agents.san_francisco.evaluation.city import survey
from sf_agents.san_francisco.evaluation.evaluation import look_at_table
from sf_agents.san_francisco.evaluation.outlook import OUTLOOK
from sf_agents.san_francisco.evaluation.weights import WEIGHTS
from sf_agents.san_francisco.search import playouts
from sf_agents.san_francisco.search.playouts import LIGHT, RANDOM, SHARP, any_action, light_action
from sf_agents.san_francisco.search.sharp import sharp_action
from sf_env import Game
from sf_env.core.compiled.rng import advance, mix
from sf_env.games.san_francisco.engine.constants import BUILD, COLUMN, TURN
from tests.games.san_francisco.agents.stages import DECKS, stages

POLICIES = (RANDOM, LIGHT, SHARP)
VIEW = np.zeros(1, OUTLOOK)


def look(state: np.void) -> None:
    """Let the sharp policy look at all cities and the table."""
    for seat in range(int(state["players"])):
        survey(state, seat, VIEW[0])
    look_at_table(state, weights_for(state), VIEW[0])


def choose(policy: int, state: np.void, random: np.uint64) -> int:
    """Return what a policy does; SHARP uses what it saw when it last looked."""
    if policy == SHARP:
        return int(sharp_action(state, weights_for(state), VIEW[0], random))
    return int(
        light_action(state, random) if policy == LIGHT else any_action(state["legal"], random)
    )


def weights_for(state: np.void) -> np.void:
    """Return the weights of the evaluation for the players of a state."""
    weights: np.void = WEIGHTS.load(int(state["players"]))[0]
    return weights


def play_to_end(state: np.void, policy: int, random: np.uint64) -> None:
    """Play a game to its end."""
    playouts.play_to_end(state, policy, weights_for(state), VIEW[0], random)


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
@pytest.mark.parametrize("policy", POLICIES)
def test_every_action_is_legal_to_the_end(policy: int, players: int, deck: str) -> None:
    for number, state in enumerate(stages(players, deck, each=3)):
        game = Game.from_state(state)
        stream = word(number)
        if not game.is_over:
            look(game.state)
        built = False
        while not game.is_over:
            if built and game.state["phase"] == TURN:
                look(game.state)
            built = game.state["phase"] not in (TURN, COLUMN)
            stream = np.uint64(advance(stream))
            action = choose(policy, game.state, np.uint64(mix(stream)))
            assert action in game.legal_actions()
            game.step(action)
        trial = state.copy()
        play_to_end(trial, policy, word(number))
        assert Game.from_state(trial) == game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES)
def test_games_end_and_depend_on_the_word(policy: int, players: int) -> None:
    states = played(policy, players, 20)
    assert sf_env.is_over(states).all()
    assert np.array_equal(played(policy, players, 20), states)
    again = sf_env.deal(players, range(20))
    for number, state in enumerate(again):
        play_to_end(state, policy, word(77 + number))
    assert not np.array_equal(again, states)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_finished_game_stays_as_it_is(policy: int) -> None:
    state = played(policy, 2, 1)[0]
    before = state.tobytes()
    play_to_end(state, policy, word(5))
    assert state.tobytes() == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_policies_with_sense_build_much_more(players: int) -> None:
    sharp, light, random = (
        played(policy, players)["built"].sum(axis=1).mean() for policy in (SHARP, LIGHT, RANDOM)
    )
    assert min(sharp, light) > 1.3 * random


def test_the_sharp_policy_beats_the_light_one() -> None:
    states = sf_env.deal(2, range(200))
    light_seat = np.arange(200) % 2
    for number, state in enumerate(states):
        game = Game.from_state(state)
        while not game.is_over:
            policy = LIGHT if game.to_move == light_seat[number] else SHARP
            look(game.state)
            random = np.uint64(mix(word(1000 * number + game.length)))
            game.step(choose(policy, game.state, random))
        states[number] = game.state
    won = sf_env.winners(states)[np.arange(200), 1 - light_seat]
    assert won.mean() > 0.6


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
