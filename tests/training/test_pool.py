"""The pool: shares of games, who is met more often, who goes."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from sf_agents.training.pool import SELF, Pool
from sf_agents.training.settings import Settings
from sf_env.opponents import Random

SETTINGS = Settings(baselines=("random=0.1", "greedy=0.2"), past=0.4, pool=3, hardness=1.0)


def shares(pool: Pool) -> dict[str, float]:
    mixture = pool.renew()
    return dict(zip(mixture.names, mixture.weights.tolist(), strict=True))


def test_at_first_there_are_the_present_self_and_the_baselines() -> None:
    weights = shares(Pool(SETTINGS, Random()))
    assert weights == pytest.approx({"random": 0.1, "greedy": 0.2, SELF: 0.7})


def test_past_selves_share_their_part() -> None:
    pool = Pool(SETTINGS, Random())
    pool.add(Random())
    pool.add(Random())
    weights = shares(pool)
    assert weights["past-0"] == weights["past-1"] == pytest.approx(0.2)
    assert weights[SELF] == pytest.approx(0.3)
    assert sum(weights.values()) == pytest.approx(1)


def lose_and_win(pool: Pool, lost: str, won: str) -> None:
    for _ in range(100):
        pool.win_rates[lost].note(0)
        pool.win_rates[won].note(1)


def test_whoever_is_hard_to_beat_is_met_more_often() -> None:
    pool = Pool(SETTINGS, Random())
    pool.add(Random())
    pool.add(Random())
    lose_and_win(pool, "past-1", "past-0")
    lose_and_win(pool, "greedy", "random")
    weights = shares(pool)
    assert weights["past-1"] > 5 * weights["past-0"]
    assert weights["past-0"] + weights["past-1"] == pytest.approx(0.4)
    assert weights["greedy"] > 5 * weights["random"] > 0
    assert weights["greedy"] + weights["random"] == pytest.approx(0.3)


def test_with_no_hardness_all_are_met_alike() -> None:
    pool = Pool(Settings(baselines=(), past=0.4, hardness=0.0), Random())
    pool.add(Random())
    pool.add(Random())
    lose_and_win(pool, "past-1", "past-0")
    weights = shares(pool)
    assert weights["past-0"] == weights["past-1"] == pytest.approx(0.2)


def test_the_easiest_past_self_goes_but_never_the_newest() -> None:
    pool = Pool(SETTINGS, Random())
    for _ in range(3):
        pool.add(Random())
    lose_and_win(pool, "past-2", "past-1")
    pool.add(Random())
    assert list(pool.players()) == ["past-0", "past-2", "past-3"]
    assert "past-1" not in pool.win_rates
    lose_and_win(pool, "past-0", "past-3")
    pool.win_rates["past-2"].won = pool.win_rates["past-2"].games * 0.6
    pool.add(Random())
    assert list(pool.players()) == ["past-0", "past-2", "past-4"]


def test_games_are_noted_with_whoever_played_them() -> None:
    pool = Pool(SETTINGS, Random())
    mixture = pool.renew()
    seats = np.array([1])
    for seed in range(300):
        drawn = mixture.names[mixture.draw(np.array([seed], np.uint64), seats)[0]]
        info = {
            "seed": seed,
            "seat": 0,
            "places": np.array([1, 2] if drawn == "random" else [2, 1]),
        }
        pool.note([info])
    assert pool.win_rates["random"].share > 0.7
    assert pool.win_rates["greedy"].share < 0.2
    assert pool.win_rates[SELF].share < 0.1


def test_places_decide_who_finished_first() -> None:
    pool = Pool(Settings(baselines=(), past=0), Random())
    pool.note([{"seed": 1, "seat": 1, "places": np.array([2, 1, 3])}])
    assert pool.win_rates[SELF].won > 5 + 1.9
    pool = Pool(Settings(baselines=(), past=0), Random())
    pool.note([{"seed": 1, "seat": 1, "places": np.array([1, 2, 3])}])
    assert 5 + 0.9 < pool.win_rates[SELF].won < 5 + 1.1
    pool = Pool(Settings(baselines=(), past=0), Random())
    pool.note([{"seed": 1, "seat": 0, "places": np.array([1, 1, 1])}])
    assert pool.win_rates[SELF].share == pytest.approx(0.5)


class Kept(Random):
    """Has weights that a checkpoint keeps: its number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def state_dict(self) -> dict[str, int]:
        return {"number": self.number}


def test_a_pool_continues_from_its_state() -> None:
    pool = Pool(SETTINGS, Random())
    for number in range(4):
        pool.add(Kept(number))
    lose_and_win(pool, "past-2", "random")
    twin = Pool(SETTINGS, Random())
    twin.restore(pool.state(), lambda weights: Kept(**weights))
    assert shares(twin) == shares(pool)
    pool.add(Kept(4))
    twin.add(Kept(4))
    past = [[(name, one.number) for name, one in some.players().items()] for some in (pool, twin)]
    assert past[0] == past[1]
    assert len(past[0]) == SETTINGS.pool
