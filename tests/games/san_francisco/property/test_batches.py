"""Many games at once are many single games: batches, functions on arrays of states, copies."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sf_env
from sf_env import STATE, Batch, Deck, Game, IllegalAction
from tests.games.san_francisco.property import reference
from tests.games.san_francisco.property.strategies import PLAYERS, decks, tables

Array = np.ndarray[Any, Any]
Copier = Callable[[Any], Any]

ACTIONS = 44
COPIERS: dict[str, Copier] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}

few = settings(max_examples=30, deadline=None, derandomize=True)
some = settings(max_examples=100, deadline=None, derandomize=True)
seeds = st.integers(0, 2**53 - 1)
copiers = st.sampled_from(sorted(COPIERS))


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


@some
@given(tables(), st.sampled_from([*sorted(COPIERS), "clone"]))
def test_copies_of_a_game_are_equal_and_independent(games: list[Game], copier: str) -> None:
    for game in games:
        twin = game.clone() if copier == "clone" else COPIERS[copier](game)
        assert twin == game
        assert twin.record() == game.record()
        before, record = game.state.tobytes(), game.record()
        further = [play_first_legal(twin) for _ in range(10) if not twin.is_over]
        assert (game.state.tobytes(), game.record()) == (before, record)
        for action in further:
            game.step(action)
        assert twin == game
        assert twin.record() == game.record()


def play_first_legal(game: Game) -> int:
    action = game.legal_actions()[0]
    game.step(action)
    return action


@some
@given(tables(), copiers)
def test_copies_of_states_are_equal_and_independent(games: list[Game], copier: str) -> None:
    states = stack(games)
    twins = COPIERS[copier](states)
    assert twins.dtype == STATE
    assert twins.tobytes() == states.tobytes()
    before = states.tobytes()
    sf_env.random_playouts(twins, 5)
    assert sf_env.is_over(twins).all()
    assert states.tobytes() == before


# Functions on arrays of states.


def stack(games: list[Game]) -> Array:
    return np.concatenate([game.states for game in games])


def odd_views(states: Array) -> Iterator[tuple[Array, list[int]]]:
    """Yield the states as read-only and strided arrays, with the rows that stand in them."""
    rows = list(range(len(states)))
    yield np.frombuffer(states.tobytes(), STATE), rows
    yield states[::-1], rows[::-1]
    yield states[::2], rows[::2]
    yield np.broadcast_to(states[:1], (3,)), [0, 0, 0]
    inside = np.zeros(len(states), [("head", "u1"), ("state", STATE)])
    inside["state"] = states
    yield inside["state"], rows


@some
@given(tables(), st.integers(0, 3))
def test_functions_on_states_agree_with_single_games(games: list[Game], turn: int) -> None:
    for view, rows in odd_views(stack(games)):
        before = view.tobytes()
        shown = [games[row] for row in rows]
        seats = np.array([(game.to_move + turn) % game.players for game in shown])[::-1]
        same = np.testing.assert_array_equal
        same(sf_env.legal_mask(view), [game.mask() for game in shown])
        same(sf_env.is_over(view), [game.is_over for game in shown])
        same(sf_env.points(view), [game.points() for game in shown])
        same(sf_env.winners(view), [flags(game.winners(), game.players) for game in shown])
        same(sf_env.observe(view), [game.observe() for game in shown])
        pairs = zip(shown, seats.tolist(), strict=True)
        same(sf_env.observe(view, seats), [game.observe(s) for game, s in pairs])
        same(sf_env.observe(view, 0), [game.observe(0) for game in shown])
        same(sf_env.conceal(view), sf_env.conceal(view.copy()))
        assert view.tobytes() == before


def flags(members: list[int], count: int) -> list[bool]:
    return [number in members for number in range(count)]


@some
@given(tables())
def test_observe_writes_into_out(games: list[Game]) -> None:
    states = stack(games)
    out = np.full((len(games), sf_env.observation_size(games[0].players)), 99, np.int8)
    assert sf_env.observe(states, out=out) is out
    np.testing.assert_array_equal(out, sf_env.observe(states))


@few
@given(st.sampled_from(PLAYERS), st.lists(seeds, max_size=4), decks())
def test_dealt_states_are_those_of_the_games(players: int, start: list[int], deck: Deck) -> None:
    states = sf_env.deal(players, start, deck)
    assert states.shape == (len(start),)
    for state, seed in zip(states, start, strict=True):
        assert state.tobytes() == Game(players, seed, deck).state.tobytes()


@some
@given(tables(), st.data())
def test_step_states_moves_active_rows_only(games: list[Game], data: st.DataObject) -> None:
    states = stack(games)
    for _ in range(20):
        active = np.array([data.draw(st.booleans()) for _ in games])
        chosen = [data.draw(st.sampled_from(game.legal_actions() or [99])) for game in games]
        # What stands at rows that are not active does not matter.
        given_actions = np.where(active, chosen, -1)
        sf_env.step_states(states, given_actions, active)
        for game, action, is_active in zip(games, chosen, active, strict=True):
            if is_active and not game.is_over:
                game.step(action)
        assert states.tobytes() == stack(games).tobytes()


@some
@given(tables(), st.data())
def test_step_states_moves_no_row_if_one_is_illegal(games: list[Game], data: st.DataObject) -> None:
    states = stack(games)
    going_on = [row for row, game in enumerate(games) if not game.is_over]
    if not going_on:
        return
    row = data.draw(st.sampled_from(going_on))
    actions = np.array([(game.legal_actions() or [0])[-1] for game in games])
    wrong = sorted({*range(-1, ACTIONS + 1)} - set(games[row].legal_actions()))
    actions[row] = data.draw(st.sampled_from(wrong))
    with pytest.raises(IllegalAction, match=rf"\b{row}\b.*(?<!\d){actions[row]}\b"):
        sf_env.step_states(states, actions)
    assert states.tobytes() == stack(games).tobytes()


@some
@given(tables(), seeds)
def test_random_playouts_end_every_game(games: list[Game], seed: int) -> None:
    states = stack(games)
    again = states.copy()
    decisions = sf_env.random_playouts(states, seed)
    assert decisions == sf_env.random_playouts(again, seed)
    assert (decisions == 0) == all(game.is_over for game in games)
    assert states.tobytes() == again.tobytes()
    for state, game in zip(states, games, strict=True):
        end = Game.from_state(state)
        assert end.is_over
        assert end.scores() == reference.scores(end.snapshot(), game.deck)
        assert end.winners() == reference.winners(end.snapshot(), game.deck)


@some
@given(tables(), st.integers(0, 1 << 20))
def test_sampled_actions_are_legal(games: list[Game], seed: int) -> None:
    legal = sf_env.legal_mask(stack(games))
    samples = [
        sf_env.sample_legal(mask, np.random.default_rng(seed), threads=threads)
        for threads in (1, 2)
        for mask in (legal, legal.astype(np.int8))
    ]
    for actions in samples:
        assert actions.tolist() == samples[0].tolist()
        for game, action in zip(games, actions, strict=True):
            assert action in (game.legal_actions() or [0])


@pytest.mark.parametrize("players", PLAYERS)
def test_no_states_are_fine_too(players: int) -> None:
    nothing = sf_env.deal(players, [])
    assert nothing.shape == (0,)
    assert sf_env.legal_mask(nothing).shape == (0, ACTIONS)
    assert sf_env.is_over(nothing).shape == (0,)
    assert len(sf_env.observe(nothing)) == 0
    assert len(sf_env.points(nothing)) == len(sf_env.winners(nothing)) == 0
    assert sf_env.conceal(nothing).shape == (0,)
    sf_env.reshuffle(nothing, 3)
    sf_env.step_states(nothing, np.zeros(0, np.int64))
    sf_env.step_states(nothing, np.zeros(0, np.int64), np.zeros(0, bool))
    assert sf_env.random_playouts(nothing, 3) == 0
    rng = np.random.default_rng(0)
    assert sf_env.sample_legal(np.zeros((0, ACTIONS), bool), rng).shape == (0,)


# The order of the undrawn cards.


@some
@given(tables())
def test_concealed_states_differ_in_the_order_of_undrawn_cards_only(games: list[Game]) -> None:
    states = stack(games)
    before = states.tobytes()
    hidden = sf_env.conceal(states)
    assert states.tobytes() == before
    assert not np.shares_memory(hidden, states)
    assert_same_but_for_order(hidden, states)
    for state in hidden:
        ascending = sorted(undrawn(state))
        assert undrawn(state)[::-1] == ascending  # the top card is stored last
        turned_up = draws(Game.from_state(state))
        assert turned_up == ascending[: len(turned_up)]


def draws(game: Game) -> list[int]:
    """Return the cards in the order in which they turn up."""
    cards = []
    while not game.is_over:
        left = game.snapshot()["deck_left"]
        play_first_legal(game)  # which is DRAW whenever a turn begins
        snapshot = game.snapshot()
        if snapshot["deck_left"] < left:
            cards.append(snapshot["drawn"])
    return cards


def undrawn(state: np.void) -> list[int]:
    cards: list[int] = state["deck"][: state["deck_left"]].tolist()
    return cards


def assert_same_but_for_order(states: Array, others: Array) -> None:
    for name in STATE.names or ():
        if name != "deck":
            np.testing.assert_array_equal(states[name], others[name], err_msg=name)
    np.testing.assert_array_equal(np.sort(states["deck"]), np.sort(others["deck"]))
    for state in states:
        assert -1 not in undrawn(state)


@some
@given(tables(), seeds)
def test_reshuffling_changes_the_order_of_undrawn_cards_only(games: list[Game], seed: int) -> None:
    states = stack(games)
    sf_env.reshuffle(states, seed)
    assert_same_but_for_order(states, stack(games))


@some
@given(tables(), seeds, seeds)
def test_a_new_order_depends_on_seed_and_row_only(games: list[Game], seed: int, other: int) -> None:
    states = stack(games)
    starts = [states.copy(), sf_env.conceal(states), states.copy(), states.copy()]
    sf_env.reshuffle(starts[2], other)
    starts[3][0] = states[-1]  # another row may hold anything
    for start in starts:
        sf_env.reshuffle(start, seed)
    assert starts[0].tobytes() == starts[1].tobytes() == starts[2].tobytes()
    assert starts[0][1:].tobytes() == starts[3][1:].tobytes()


@few
@given(tables(), seeds)
def test_seeds_and_rows_give_different_orders(games: list[Game], seed: int) -> None:
    repeated = np.repeat(games[0].states, 3)
    sf_env.reshuffle(repeated, seed)
    other = repeated.copy()
    sf_env.reshuffle(other, (seed + 1) % 2**53)
    orders = [tuple(undrawn(state)) for state in (*repeated, *other)]
    if len(orders[0]) >= 10:  # with fewer, two orders may well be equal by chance
        assert len(set(orders)) == len(orders)
