"""Imitation: the lessons are the agent's decisions, and the network learns them."""

from __future__ import annotations

import time

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import sf_env
from sf_agents.san_francisco.network.model import DistrictNetwork
from sf_agents.training.imitation import (
    REACH,
    Imitation,
    play_lesson,
    reaching_back,
)
from sf_env.core.rules import rules_of

RULES = rules_of("san_francisco")
DECK = RULES.load_setup("standard")
SEEDS = np.arange(8, dtype=np.uint64)


class Last:
    """Takes the last legal action."""

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return 43 - legal[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("players", [2, 3])
def test_a_lesson_has_the_agents_decisions_and_what_the_game_was_worth(players: int) -> None:
    lesson = play_lesson(Last(), RULES, players, DECK, SEEDS)
    assert lesson.observations.shape == (len(lesson.actions), sf_env.observation_size(players))
    assert (lesson.legal.sum(axis=1) > 1).all()
    assert np.array_equal(lesson.actions, 43 - lesson.legal[:, ::-1].argmax(axis=1))
    assert set(np.unique(lesson.rewards)) <= {1.0, 0.5, -1.0, 0.0, np.float32(1 / 3), -0.5}
    assert lesson.rewards.max() > 0 > lesson.rewards.min()


def test_lessons_repeat() -> None:
    first, second = (play_lesson("greedy", RULES, 2, DECK, SEEDS) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one, other)


def test_what_a_decision_led_to_is_a_share_of_later_values_and_the_result() -> None:
    lesson = play_lesson(Last(), RULES, 2, DECK, SEEDS[:2])
    assert (np.diff(lesson.whose) >= 0).all()
    assert len(np.unique(lesson.whose)) == 4
    values = np.linspace(-1, 1, len(lesson.actions), dtype=np.float32)
    targets = reaching_back(lesson, values)
    ends = np.append(np.diff(lesson.whose) != 0, True)
    assert np.array_equal(targets[ends], lesson.rewards[ends])
    (before,) = np.nonzero(~ends)
    mixed = (1 - REACH) * values[before + 1] + REACH * targets[before + 1]
    assert np.allclose(targets[before], mixed)


@pytest.mark.long
def test_a_network_learns_what_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sf_agents.training.imitation.GAMES_AT_ONCE", 100)
    torch.manual_seed(1)
    network = DistrictNetwork(2)
    games = 400
    imitation = Imitation(network, Last(), RULES, 2, DECK, games, seed=3, rounds=3)
    errors = list(imitation.learn())
    assert imitation.done == games
    assert errors[-1]["agreement"] > 0.8
    lesson = play_lesson(Last(), RULES, 2, DECK, SEEDS + np.uint64(1000))
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(lesson.observations))
    logits[~torch.from_numpy(lesson.legal)] = -torch.inf
    assert (logits.argmax(1).numpy() == lesson.actions).mean() > 0.8


def test_what_is_stopped_between_two_lessons_goes_on_as_if_it_had_not(lesson: int) -> None:
    games = 2 * lesson + 2

    def begin() -> Imitation:
        torch.manual_seed(1)
        return Imitation(DistrictNetwork(2), "builder", RULES, 2, DECK, games, seed=3, rounds=3)

    whole = begin()
    assert len(list(whole.learn())) == 3
    part = begin()
    next(part.learn())
    assert part.done == lesson
    rest = begin()
    rest.network.load_state_dict(part.network.state_dict())
    rest.restore(part.state())
    assert len(list(rest.learn())) == 2
    assert rest.done == games
    pairs = zip(whole.network.parameters(), rest.network.parameters(), strict=True)
    assert all(torch.equal(*pair) for pair in pairs)


class Slow:
    """Takes ages for every decision."""

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        time.sleep(0.02)
        return legal.argmax(axis=1)


def test_a_stop_does_not_wait_for_the_games_that_are_being_played(lesson: int) -> None:
    imitation = Imitation(DistrictNetwork(2), Slow(), RULES, 2, DECK, 2 * lesson, seed=3)
    began = time.monotonic()
    assert not list(imitation.learn(lambda: time.monotonic() > began + 0.3))
    assert imitation.done == 0
    imitation.done = lesson
    assert not list(imitation.remember(lambda: True))


def test_lessons_are_played_again_once(lesson: int) -> None:
    imitation = Imitation(DistrictNetwork(2), "builder", RULES, 2, DECK, 3 * lesson, seed=3)
    imitation.done = 2 * lesson
    assert list(imitation.remember()) == [(1, 2), (2, 2)]
    assert not list(imitation.remember())
