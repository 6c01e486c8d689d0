"""Functions on arrays of states agree with single games, and copies of both are independent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sf_env
from sf_env import STATE, Deck, Game, IllegalAction
from tests.games.san_francisco.property import reference
from tests.games.san_francisco.property.strategies import (
    COPIERS,
    PLAYERS,
    copiers,
    decks,
    few,
    seeds,
    some,
    tables,
)

Array = np.ndarray[Any, Any]

ACTIONS = 44


def stack(games: list[Game]) -> Array:
    return np.concatenate([game.states for game in games])


# Copies.


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
