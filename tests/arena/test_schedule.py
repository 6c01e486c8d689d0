"""Who meets whom, on which deals and seats."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import sf_env
from sf_agents import arena
from sf_agents.arena.chunks import LARGEST, Chunks
from sf_agents.arena.referee import Job
from sf_agents.arena.schedule import Schedule, make_groups
from sf_agents.arena.seeds import evaluation_seeds, is_reserved, tournament_seeds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_group_plays_every_deal_in_every_rotation(players: int) -> None:
    _, groups = make_groups(5, players)
    schedule = Schedule(players, tuple(groups), tournament_seeds(1, 3))
    numbers = schedule.numbers
    assert len(numbers) == len(set(numbers.tolist())) == len(groups) * 3 * players
    seating = schedule.seating_of(numbers)
    seeds = schedule.seeds_of(numbers)
    assert np.array_equal(seeds, schedule.seeds[schedule.deal_of(numbers)])
    for at, group in enumerate(groups):
        here = schedule.group_of(numbers) == at
        assert Counter(seeds[here].tolist()) == dict.fromkeys(schedule.seeds.tolist(), players)
        for seed in schedule.seeds:
            tables = seating[here & (seeds == seed)]
            assert all(sorted(table) == sorted(group) for table in tables.tolist())
            for agent in group:
                assert sorted(np.nonzero(tables == agent)[1]) == list(range(players))


def test_members_are_those_of_the_seats() -> None:
    schedule = Schedule(3, ((4, 7, 9),), tournament_seeds(1, 2))
    numbers = schedule.numbers
    assert schedule.seating_of(numbers)[:3].tolist() == [[4, 7, 9], [9, 4, 7], [7, 9, 4]]
    named = np.array([4, 7, 9])[schedule.members_of(numbers)]
    assert np.array_equal(named, schedule.seating_of(numbers))


def test_games_are_found_again() -> None:
    schedule = Schedule(3, ((0, 1, 2), (0, 1, 1)), tournament_seeds(1, 4))
    for number in schedule.numbers.tolist():
        assert schedule.number(**schedule.match(number)) == number
    with pytest.raises(IndexError):
        schedule.number(0, 4, 0)


def test_groups() -> None:
    assert make_groups(3, 2) == ("mixed", [(0, 1), (0, 2), (1, 2)])
    assert make_groups(3, 2, "duels")[1] == [(0, 1), (0, 2), (1, 2)]
    assert make_groups(3, 3) == ("mixed", [(0, 1, 2)])
    assert make_groups(2, 3) == ("duels", [(0, 1, 1), (1, 0, 0)])
    assert len(make_groups(4, 3, "duels")[1]) == 12


def test_alone_with_itself_one_rotation_says_all() -> None:
    schedule = Schedule(3, ((0, 0, 0),), tournament_seeds(1, 5))
    assert schedule.rotation_of(schedule.numbers).tolist() == [0] * 5


def test_reserved_seeds_are_never_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = tournament_seeds(3, 50)
    assert usual.tolist() == [sf_env.episode_seed(3, 0, k) for k in range(50)]
    monkeypatch.setattr(arena.seeds, "FIRST_RESERVED", 2**52)
    seeds = tournament_seeds(3, 50)
    assert seeds.max() < 2**52 < usual.max()
    assert seeds[:10].tolist() == usual[usual < 2**52][:10].tolist()


def test_evaluation_deals_are_reserved_and_differ_by_players() -> None:
    sets = [set(evaluation_seeds(players, 1000).tolist()) for players in (2, 3, 4)]
    assert len(set.union(*sets)) == 3000
    assert all(map(is_reserved, set.union(*sets)))
    assert max(set.union(*sets)) < 2**53
    assert not is_reserved(2**53 - 2**20 - 1)


def test_chunks_have_every_game_once_and_grow() -> None:
    schedule = Schedule(2, ((0, 1), (0, 2)), tournament_seeds(1, 5000))
    todo = np.setdiff1d(schedule.numbers, [0, 5, 10_001])
    chunks = Chunks(schedule, todo, workers=2)
    jobs: list[np.ndarray] = []
    given_back = False
    while job := chunks.take():
        assert len(np.unique(schedule.group_of(job.numbers))) == 1
        chunks.learn(job, len(job.numbers) / 10_000)
        if len(jobs) == 3 and not given_back:
            chunks.give_back(job)
            given_back = True
        else:
            jobs.append(job.numbers)
    assert sorted(np.concatenate(jobs).tolist()) == todo.tolist()
    assert len(jobs[0]) == 2
    assert 1000 <= max(map(len, jobs)) <= LARGEST


def test_slow_games_come_in_small_chunks() -> None:
    schedule = Schedule(2, ((0, 1),), tournament_seeds(1, 500))
    chunks = Chunks(schedule, schedule.numbers, workers=1)
    for _ in range(5):
        job = chunks.take()
        assert job is not None
        assert len(job.numbers) <= 2
        chunks.learn(job, 10.0 * len(job.numbers))


def test_what_a_dead_process_left_comes_first_and_alone() -> None:
    schedule = Schedule(2, ((0, 1),), tournament_seeds(1, 500))
    chunks = Chunks(schedule, schedule.numbers, workers=1)
    chunks.give_back(Job(np.arange(100, 200), alone=True))
    first, second = chunks.take(), chunks.take()
    assert first is not None
    assert second is not None
    assert (len(first.numbers), len(second.numbers)) == (64, 36)
    assert first.alone
    assert second.alone


def test_groups_may_be_listed() -> None:
    assert make_groups(3, 2, [(0, 1), (2, 1)]) == ("listed", [(0, 1), (2, 1)])
    assert make_groups(2, 3, [[1, 0, 0]]) == ("listed", [(1, 0, 0)])
    for wrong in ([(0, 1, 2)], [(0, 3)], [], [(0, 1), (0, 1)]):
        with pytest.raises(ValueError, match="group"):
            make_groups(3, 2, wrong)
