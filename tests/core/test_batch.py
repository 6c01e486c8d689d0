"""Many games: seeds, rewards, what is kept of ended games, and what is refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import Batch, Game
from sf_env.core.rewards import score, win


def run(batch: Batch, steps: int, seed: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(seed)
    return [batch.step(sf_env.sample_legal(batch.legal, rng)) for _ in range(steps)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seeds_tell_the_games(players: int) -> None:
    batch = Batch(5, players, seed=9)
    assert batch.seeds.tolist() == [sf_env.episode_seed(9, slot, 0) for slot in range(5)]
    for slot in range(5):
        assert Game.from_state(batch.states[slot]) == Game(players, seed=int(batch.seeds[slot]))
    batch.reset()
    assert batch.seeds.tolist() == [sf_env.episode_seed(9, slot, 1) for slot in range(5)]
    batch.reset(seeds=[1, 2, 3, 4, None])
    expected = [sf_env.episode_seed(seed, 0, 0) for seed in (1, 2, 3, 4)]
    assert batch.seeds.tolist() == [*expected, sf_env.episode_seed(9, 4, 2)]
    batch.reset(mask=np.array([True, False, False, False, True]))
    assert batch.seeds[0] == sf_env.episode_seed(1, 0, 1)
    assert batch.seeds[1] == expected[1]
    assert batch.seeds[4] == sf_env.episode_seed(9, 4, 3)
    batch.reset(mask=np.arange(5) == 1, seeds=7)
    assert batch.seeds[1] == sf_env.episode_seed(7, 1, 0)


def test_an_ended_game_is_followed_by_the_next_of_its_slot() -> None:
    batch = Batch(6, seed=2)
    games = np.zeros(6, np.int64)
    for _, done in run(batch, 600):
        games += done
    assert games.min() > 1
    for slot in range(6):
        assert batch.seeds[slot] == sf_env.episode_seed(2, slot, int(games[slot]))


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_kept_of_ended_games(players: int, auto_reset: bool) -> None:
    batch = Batch(30, players, seed=1, auto_reset=auto_reset)
    games = [Game(players, seed=int(seed)) for seed in batch.seeds]
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(400):
        actions = sf_env.sample_legal(batch.legal, rng)
        for slot, game in enumerate(games):
            if not game.is_over:
                game.step(actions[slot])
        rewards, done = batch.step(actions)
        for slot in np.flatnonzero(done):
            game = games[slot]
            assert game.is_over
            assert batch.final_points[slot].tolist() == game.points().tolist()
            assert np.flatnonzero(batch.final_winners[slot]).tolist() == game.winners()
            assert batch.final_length[slot] == game.length
            assert batch.final_seeds[slot] == game.seed
            assert np.array_equal(batch.final_observation[slot], game.observe())
            assert (rewards[slot] > 0).tolist() == batch.final_winners[slot].tolist()
            if auto_reset:
                games[slot] = Game(players, seed=int(batch.seeds[slot]))
            ended += 1
        assert not rewards[~done].any()
        assert not batch.final_points[~done].any()
    assert ended >= 30
    if not auto_reset:
        assert batch.over.all()
        assert not batch.legal.any()
        before = batch.states.copy()
        rewards, done = batch.step(np.full(30, 77))
        assert not done.any()
        assert not rewards.any()
        assert np.array_equal(batch.states, before)


def test_rewards() -> None:
    points = np.array([[3.0, 1.0, 2.0], [4.0, 4.0, 1.0], [2.0, 2.0, 2.0]])
    winners = np.array([[True, False, False], [True, True, False], [True, True, True]])
    assert win(points, winners).tolist() == [[1, -0.5, -0.5], [0.5, 0.5, -1], [0, 0, 0]]
    assert score(points, winners, scale=10)[0].tolist() == pytest.approx([0.15, -0.15, 0])
    for function in (win, score):
        assert np.allclose(function(points, winners).sum(axis=1), 0)


def test_an_own_reward() -> None:
    batch = Batch(20, 3, reward=lambda points, winners: points - 100)
    seen = np.concatenate([rewards[done] for rewards, done in run(batch, 300)])
    assert seen.dtype == np.float32
    assert len(seen)
    assert seen.max() < -50
    bad = Batch(20, 3, reward=lambda points, winners: points[:, 0])
    with pytest.raises(ValueError, match="reward function"):
        run(bad, 300)
    for wrong in ("points", 1, None):
        with pytest.raises(ValueError, match="'win', 'score'"):
            Batch(2, reward=wrong)  # type: ignore[arg-type]


def test_views_are_live_and_read_only() -> None:
    batch = Batch(4)
    views = (batch.states, batch.legal, batch.to_move, batch.seeds, batch.lengths)
    run(batch, 250)
    for view, now in zip(
        views,
        (batch.states, batch.legal, batch.to_move, batch.seeds, batch.lengths),
        strict=True,
    ):
        assert np.array_equal(view, now)
        with pytest.raises(ValueError, match="read-only"):
            view[0] = view[1]


def test_results_are_fresh() -> None:
    batch = Batch(4)
    first = batch.step(np.zeros(4, np.int64))
    copies = [array.copy() for array in first]
    observation = batch.observe()
    kept = observation.copy()
    run(batch, 100)
    assert all(np.array_equal(a, b) for a, b in zip(first, copies, strict=True))
    assert np.array_equal(observation, kept)


@pytest.mark.parametrize("auto_reset", [True, False])
def test_illegal_actions_change_nothing(auto_reset: bool) -> None:
    batch = Batch(8, auto_reset=auto_reset)
    run(batch, 40)
    before = batch.states.copy()
    actions = batch.legal.argmax(axis=1)
    for wrong in (-1, 44, 43):
        bad = actions.copy()
        bad[3] = wrong
        with pytest.raises(sf_env.IllegalAction, match=f"slot 3: action {wrong} is not legal"):
            batch.step(bad)
        assert np.array_equal(batch.states, before)


@pytest.mark.parametrize(
    ("actions", "error"), [([0] * 7, ValueError), ([0.0] * 8, TypeError), (None, ValueError)]
)
def test_wrong_actions(actions: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(8).step(actions)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("skip_forced", [False, True])
def test_neither_threads_nor_neighbours_matter(players: int, skip_forced: bool) -> None:
    keywords: dict[str, Any] = {"players": players, "skip_forced": skip_forced}
    seeds = list(range(9))
    one, two, alone = Batch(9, **keywords), Batch(9, threads=2, **keywords), Batch(1, **keywords)
    one.reset(seeds=seeds)
    two.reset(seeds=seeds)
    alone.reset(seeds=[7])
    rng = np.random.default_rng(0)
    for _ in range(200):
        actions = sf_env.sample_legal(one.legal, rng)
        results = [
            batch.step(a) for batch, a in ((one, actions), (two, actions), (alone, actions[7:8]))
        ]
        for left, right in zip(results[0], results[1], strict=True):
            assert np.array_equal(left, right)
        assert np.array_equal(one.states, two.states)
        assert np.array_equal(one.states[7:8], alone.states)
        assert np.array_equal(one.observe(), two.observe())
        if skip_forced:
            assert (one.legal.sum(axis=1) > 1).all()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_sampling(threads: int) -> None:
    rng = np.random.default_rng(0)
    legal = rng.random((9000, 44)) < 0.1
    legal[5] = False
    legal[6:] = np.arange(44) % 11 == 3
    actions = sf_env.sample_legal(legal, np.random.default_rng(1), threads=threads)
    assert np.array_equal(actions, sf_env.sample_legal(legal, np.random.default_rng(1)))
    assert actions[5] == 0
    assert all(legal[row, actions[row]] for row in range(9000) if legal[row].any())
    counts = np.bincount(actions[6:], minlength=44)[3::11]
    assert (abs(counts - 8994 / 4) < 200).all()
    assert sf_env.sample_legal(legal.astype(np.int8), np.random.default_rng(1))[7] in (
        3,
        14,
        25,
        36,
    )
    with pytest.raises(ValueError, match="shape"):
        sf_env.sample_legal(legal[0], rng)
    with pytest.raises(TypeError, match="Generator"):
        sf_env.sample_legal(legal, 0)  # type: ignore[arg-type]
    assert sf_env.sample_legal(legal[:0], rng).shape == (0,)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_copies_go_on_alike_and_alone(duplicate: Any) -> None:
    batch = Batch(10, 3, threads=2)
    run(batch, 60)
    twin = duplicate(batch)
    before = batch.states.copy()
    run(twin, 50, seed=1)
    assert np.array_equal(batch.states, before)
    run(batch, 50, seed=1)
    assert np.array_equal(batch.states, twin.states)
    assert np.array_equal(batch.seeds, twin.seeds)


@pytest.mark.parametrize(
    ("keywords", "error"),
    [
        ({"num_games": 0}, ValueError),
        ({"players": 1}, ValueError),
        ({"seed": -1}, ValueError),
        ({"threads": 0}, ValueError),
        ({"threads": "2"}, ValueError),
        ({"num_games": "3"}, ValueError),
        ({"players": np.array([2, 3])}, ValueError),
        ({"deck": "none"}, sf_env.DeckError),
        ({"colour": 1}, TypeError),
    ],
)
def test_wrong_keywords(keywords: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Batch(**{"num_games": 2, **keywords})


def test_wrong_resets() -> None:
    batch = Batch(4)
    before = batch.states.copy()
    for wrong in (
        {"seeds": [1, 2]},
        {"seeds": -1},
        {"seeds": [1, 2, 3, -4]},
        {"mask": [1, 0, 0, 0]},
    ):
        with pytest.raises(ValueError, match=r"seed|mask"):
            batch.reset(**wrong)  # type: ignore[arg-type]
    assert np.array_equal(batch.states, before)


def test_games_replay_from_their_seeds_and_actions() -> None:
    batch = Batch(100, seed=5, auto_reset=False)
    history = []
    rng = np.random.default_rng(0)
    while not batch.over.all():
        history.append(sf_env.sample_legal(batch.legal, rng))
        batch.step(history[-1])
    for slot in range(0, 100, 19):
        actions = [int(actions[slot]) for actions in history[: int(batch.lengths[slot])]]
        seed = int(batch.seeds[slot])
        record = sf_env.record.from_choices(2, seed, "standard", [])
        record = {**record, "actions": actions}
        *_, last = sf_env.record.replay(record)
        assert last.states.tobytes() == batch.states[slot : slot + 1].tobytes()


def test_a_batch_says_what_it_is() -> None:
    batch = Batch(3, players=4, seed=1, auto_reset=False)
    assert repr(batch) == "<Batch of 3 games, players=4>"
    rng = np.random.default_rng(0)
    while not batch.over.any():
        batch.step(sf_env.sample_legal(batch.legal, rng))
    over = int(batch.over.sum())
    assert repr(batch) == f"<Batch of 3 games, {over} over, players=4>"


def test_a_batch_continues_from_the_state_of_another() -> None:
    batch, twin = (Batch(8, players=3, seed=seed, skip_forced=True) for seed in (1, 2))
    rng = np.random.default_rng(0)
    for _ in range(30):
        batch.step(sf_env.sample_legal(batch.legal, rng))
    state = batch.state_dict()
    twin.load_state_dict(state)
    for _ in range(200):  # beyond the end of each game
        assert np.array_equal(batch.legal, twin.legal)
        actions = sf_env.sample_legal(batch.legal, rng)
        for mine, other in zip(batch.step(actions), twin.step(actions), strict=True):
            assert np.array_equal(mine, other)
    assert np.array_equal(batch.states, twin.states)
    assert np.array_equal(batch.seeds, twin.seeds)
    assert not np.array_equal(batch.states, state["states"])  # which holds copies


def test_the_state_of_another_batch_is_refused() -> None:
    batch = Batch(4)
    before = batch.states.copy()
    with pytest.raises(ValueError, match=r"states should be \(4,\).* not \(5,\).*another batch"):
        batch.load_state_dict(Batch(5).state_dict())
    assert np.array_equal(batch.states, before)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([0, 0], "rows should be different; 0 occurs twice"),
        ([0, 3], "rows should be 0 to 2"),
        ([-1, 0], "rows should be 0 to 2"),
        ([True, False], r"rows should be \(n,\) integers, not \(2,\) bool"),
        ([0.0, 1.0], r"rows should be \(n,\) integers, not \(2,\) float64"),
        ([[0], [1]], r"rows should be \(n,\) integers, not \(2, 1\) int64"),
    ],
)
def test_rows_are_different_slots(rows: Any, words: str) -> None:
    batch = Batch(3, seed=1)
    before = batch.states.copy()
    with pytest.raises(ValueError, match=words):
        batch.deal(rows, [5, 6])
    with pytest.raises(ValueError, match=words):
        batch.play(rows, [0, 0])
    assert batch.states.tobytes() == before.tobytes()


@pytest.mark.parametrize("seeds", [[5], [5, 6, 7, 8], 5, [[5], [6], [7]]])
def test_each_row_is_dealt_with_a_seed_of_its_own(seeds: Any) -> None:
    with pytest.raises(ValueError, match="seeds should be 3 integers, one for each row"):
        Batch(3).deal([0, 1, 2], seeds)


def test_no_rows_are_dealt() -> None:
    batch = Batch(3, seed=1)
    before = batch.states.copy()
    batch.deal([], [])
    assert batch.states.tobytes() == before.tobytes()
