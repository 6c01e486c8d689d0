"""Mixtures: who is drawn for a game, and that they stay."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import sf_env
from sf_env.envs.solo import SoloEnv
from sf_env.envs.vector import VectorEnv
from sf_env.opponents import Mixture, Random

SEEDS = np.arange(20_000, dtype=np.uint64)
SEATS = np.zeros(len(SEEDS), np.int64)


class Noting:
    """Plays the first legal action, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, states: np.ndarray, legal: np.ndarray) -> np.ndarray:
        self.asked += 1
        return legal.argmax(axis=1)


def test_shares_are_those_of_the_weights() -> None:
    mixture = Mixture({"random": 1, "greedy": 3, "builder": 0})
    shares = np.bincount(mixture.draw(SEEDS, SEATS), minlength=3) / len(SEEDS)
    assert np.abs(shares - [0.25, 0.75, 0]).max() < 0.01


def test_seats_of_a_game_are_drawn_independently() -> None:
    mixture = Mixture({"random": 1, "greedy": 1})
    first, second = (mixture.draw(SEEDS, SEATS + seat) for seat in (0, 1))
    assert abs(np.mean(first == second) - 0.5) < 0.02


def test_games_move_only_to_an_agent_whose_weight_grows() -> None:
    agents = {"me": Random(), "past": Random()}
    before = Mixture({"random": 1, "greedy": 1}).draw(SEEDS, SEATS)
    after = Mixture({"past": 1, "random": 1, "greedy": 1}, agents).draw(SEEDS, SEATS)
    moved = after == 0
    assert abs(moved.mean() - 1 / 3) < 0.02
    assert np.array_equal(after[~moved] - 1, before[~moved])


def test_an_agent_plays_its_games_to_the_end() -> None:
    met = set()
    for seed in range(12):
        agents = {"one": Noting(), "other": Noting()}
        mixture = Mixture({"one": 1, "other": 2}, agents)
        env = SoloEnv(2, opponent=mixture)
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        seat = np.array([1 - info["seat"]])
        drawn = mixture.names[mixture.draw(np.array([info["seed"]], np.uint64), seat)[0]]
        assert [name for name, agent in agents.items() if agent.asked] == [drawn]
        met.add(drawn)
    assert met == {"one", "other"}


def test_rows_of_a_vector_environment_meet_whom_solo_environments_meet() -> None:
    weights = {"random": 1, "greedy": 1, "builder": 1}
    solos = [SoloEnv(3, opponent=weights) for _ in range(6)]
    rows = VectorEnv(6, 3, opponent=weights)
    seeds = list(range(40, 46))
    seen, _ = rows.reset(seed=seeds)
    singles = [solo.reset(seed=seed)[0] for solo, seed in zip(solos, seeds, strict=True)]
    for _ in range(30):
        assert np.array_equal(seen, singles)
        actions = rows.action_masks().argmax(axis=1)
        seen = rows.step(actions)[0]
        singles = [solo.step(action)[0] for solo, action in zip(solos, actions, strict=True)]


def test_a_mixture_may_sit_on_one_of_several_seats_and_is_copied() -> None:
    env = SoloEnv(3, opponent=["greedy", {"random": 1, "builder": 1}])
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        action = int(np.flatnonzero(env.action_masks())[-1])
        assert np.array_equal(env.step(action)[0], twin.step(action)[0])


@pytest.mark.parametrize(
    "weights", [{}, {"random": 0}, {"random": -1, "greedy": 2}, {"random": float("nan")}]
)
def test_weights_that_make_no_mixture(weights: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="weights of a mixture"):
        SoloEnv(2, opponent=weights)


def test_unknown_agents_are_named() -> None:
    with pytest.raises(sf_env.UnknownAgent, match="nobody"):
        Mixture({"random": 1, "nobody": 1})


def test_it_says_what_it_is() -> None:
    assert repr(Mixture({"random": 1, "greedy": 0.5})) == "Mixture({'random': 1.0, 'greedy': 0.5})"
