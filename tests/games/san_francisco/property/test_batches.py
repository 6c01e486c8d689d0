"""A batch is many single games, row by row, and its copies are independent."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sf_env
from sf_env import Batch, Deck, Game, IllegalAction
from tests.games.san_francisco.property.strategies import (
    COPIERS,
    PLAYERS,
    copiers,
    decks,
    few,
    seeds,
    some,
)

Array = np.ndarray[Any, Any]

ACTIONS = 44


@dataclass(frozen=True)
class Setup:
    """How a batch is made, and how long it is played."""

    num_games: int
    players: int
    seed: int
    deck: Deck
    auto_reset: bool
    skip_forced: bool
    threads: int
    steps: int

    def batch(self) -> Batch:
        options = {name: value for name, value in vars(self).items() if name != "steps"}
        return Batch(**options)


setups = st.builds(
    Setup,
    num_games=st.integers(1, 5),
    players=st.sampled_from(PLAYERS),
    seed=seeds,
    deck=decks(),
    auto_reset=st.booleans(),
    skip_forced=st.booleans(),
    threads=st.sampled_from((1, 2)),
    steps=st.sampled_from((250, 100, 20, 0)),
)


# A batch, row by row.


@some
@given(setups)
def test_every_row_is_the_single_game_of_its_seed(setup: Setup) -> None:
    batch = setup.batch()
    games = [single(batch, row) for row in range(setup.num_games)]
    started = [0] * setup.num_games
    for actions in random_actions(batch, setup.steps):
        ended = [row for row, game in enumerate(games) if go_on(game, actions[row], setup)]
        rewards, done = batch.step(actions)
        assert np.flatnonzero(done).tolist() == ended
        assert_results(batch, games, ended, rewards)
        for row in ended if setup.auto_reset else []:
            started[row] += 1
            games[row] = single(batch, row)
            assert batch.seeds[row] == sf_env.episode_seed(setup.seed, row, started[row])
        assert_rows(batch, games)


def single(batch: Batch, row: int) -> Game:
    """Return the game now in a slot, as it begins."""
    game = Game(batch.players, seed=int(batch.seeds[row]), deck=batch.setup)
    if batch.skip_forced:
        make_forced_decisions(game)
    return game


def make_forced_decisions(game: Game) -> None:
    while len(game.legal_actions()) == 1:
        game.step(game.legal_actions()[0])


def random_actions(batch: Batch, steps: int, seed: int = 0) -> Iterator[Array]:
    """Yield legal actions for each row, and any number where the game is over."""
    rng = random.Random(seed)
    for _ in range(steps):
        legal = [np.flatnonzero(row).tolist() or [-7] for row in batch.legal]
        yield np.array([rng.choice(row) for row in legal])


def go_on(game: Game, action: int, setup: Setup) -> bool:
    """Make the same decision in the single game; return whether it ended the game."""
    if game.is_over:
        return False
    game.step(action)
    if setup.skip_forced:
        make_forced_decisions(game)
    return game.is_over


def assert_results(batch: Batch, games: list[Game], ended: list[int], rewards: Array) -> None:
    """What a batch tells of the games that have just ended, and zeros for the others."""
    shape = (batch.num_games, batch.players)
    points, winners = np.zeros(shape), np.zeros(shape, bool)
    lengths, seeds = [0] * batch.num_games, [0] * batch.num_games
    expected = np.zeros(shape, np.float32)
    seen = np.zeros((batch.num_games, sf_env.observation_size(batch.players)), np.int8)
    for row in ended:
        game = games[row]
        points[row] = [score["total"] for score in game.scores()]
        winners[row, game.winners()] = True
        lengths[row], seeds[row] = game.length, game.seed or 0
        expected[row] = win_rewards(game)
        seen[row] = game.observe()
    np.testing.assert_array_equal(batch.final_points, points)
    np.testing.assert_array_equal(batch.final_winners, winners)
    np.testing.assert_array_equal(batch.final_observation, seen)
    np.testing.assert_array_equal(rewards, expected)
    assert batch.final_length.tolist() == lengths
    assert batch.final_seeds.tolist() == seeds


def win_rewards(game: Game) -> list[float]:
    """1 shared by the winners, -1 shared by the others, nothing if all win."""
    winners = game.winners()
    others = game.players - len(winners)
    if not others:
        return [0.0] * game.players
    shares = (1 / len(winners), -1 / others)
    return [shares[0] if seat in winners else shares[1] for seat in range(game.players)]


def assert_rows(batch: Batch, games: list[Game]) -> None:
    seats = np.arange(batch.num_games) % batch.players
    mine, others = batch.observe(), batch.observe(seats=seats)
    for row, game in enumerate(games):
        assert batch.states[row].tobytes() == game.state.tobytes()
        assert batch.seeds[row] == game.seed
        assert batch.to_move[row] == game.to_move
        assert batch.lengths[row] == game.length
        assert batch.over[row] == game.is_over
        np.testing.assert_array_equal(batch.legal[row], game.mask())
        np.testing.assert_array_equal(mine[row], game.observe())
        np.testing.assert_array_equal(others[row], game.observe(int(seats[row])))


@few
@given(setups, st.lists(seeds, min_size=2, max_size=5, unique=True))
def test_a_game_does_not_depend_on_the_others(setup: Setup, start: list[int]) -> None:
    """Nor on its own place, when the seeds are a list; nor on the number of threads."""
    together = Batch(len(start), setup.players, deck=setup.deck)
    apart = Batch(len(start), setup.players, deck=setup.deck, threads=2)
    alone = Batch(1, setup.players, deck=setup.deck)
    together.reset(seeds=start)
    apart.reset(seeds=start[::-1])
    alone.reset(seeds=start[:1])
    for actions in random_actions(together, setup.steps):
        together.step(actions)
        apart.step(actions[::-1])
        alone.step(actions[:1])
        assert together.states.tobytes() == apart.states[::-1].tobytes()
        assert together.states[0].tobytes() == alone.states[0].tobytes()
        assert together.seeds.tolist() == apart.seeds[::-1].tolist()


@some
@given(setups, st.data())
def test_an_illegal_action_in_one_slot_changes_no_slot(setup: Setup, data: st.DataObject) -> None:
    batch = setup.batch()
    for actions in random_actions(batch, setup.steps):
        batch.step(actions)
    slots = np.flatnonzero(~batch.over).tolist()
    if not slots:
        return
    row = data.draw(st.sampled_from(slots))
    wrong = [a for a in range(-2, ACTIONS + 2) if not 0 <= a < ACTIONS or not batch.legal[row, a]]
    actions = next(random_actions(batch, 1))
    actions[row] = data.draw(st.sampled_from(wrong))
    before = pickle.dumps(batch)
    with pytest.raises(IllegalAction, match=rf"\b{row}\b.*(?<!\d){actions[row]}\b"):
        batch.step(actions)
    assert pickle.dumps(batch) == before


@few
@given(setups, st.data())
def test_reset_touches_masked_slots_only(setup: Setup, data: st.DataObject) -> None:
    batch = setup.batch()
    for actions in random_actions(batch, setup.steps):
        batch.step(actions)
    mask = np.array([data.draw(st.booleans()) for _ in range(setup.num_games)])
    before, old_seeds = batch.states.copy(), batch.seeds.copy()
    batch.reset(mask)
    np.testing.assert_array_equal(batch.states[~mask], before[~mask])
    np.testing.assert_array_equal(batch.seeds != old_seeds, mask)
    assert_rows_begin(batch, np.flatnonzero(mask))


def assert_rows_begin(batch: Batch, rows: Array) -> None:
    for row in rows:
        assert batch.states[row].tobytes() == single(batch, int(row)).state.tobytes()


# Copies.


@some
@given(setups, copiers)
def test_copies_of_a_batch_are_equal_and_independent(setup: Setup, copier: str) -> None:
    batch = setup.batch()
    for actions in random_actions(batch, setup.steps):
        batch.step(actions)
    twin = COPIERS[copier](batch)
    assert_same_batch(batch, twin)
    before = batch.states.tobytes(), batch.legal.tobytes(), batch.lengths.tobytes()
    further = list(play_on(twin, 30))
    assert (batch.states.tobytes(), batch.legal.tobytes(), batch.lengths.tobytes()) == before
    for actions in further:
        batch.step(actions)
    batch.reset()
    twin.reset()
    assert_same_batch(batch, twin)


def play_on(batch: Batch, steps: int) -> Iterator[Array]:
    """Play, and yield the actions."""
    for actions in random_actions(batch, steps, seed=1):
        batch.step(actions)
        yield actions


def assert_same_batch(batch: Batch, twin: Batch) -> None:
    for name in ("states", "legal", "seeds", "lengths", "over", "final_points", "final_seeds"):
        np.testing.assert_array_equal(getattr(batch, name), getattr(twin, name))
        assert not np.shares_memory(getattr(batch, name), getattr(twin, name))
