"""Functions on arrays of states: what they take, what they refuse, what they leave alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import Game


def middle(players: int = 2, count: int = 40, decisions: int = 60) -> np.ndarray:
    """Return states in the middle of random games."""
    states = sf_env.deal(players, range(count))
    rng = np.random.default_rng(players)
    for _ in range(decisions):
        sf_env.step_states(states, sf_env.sample_legal(sf_env.legal_mask(states), rng))
    return states


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_is_that_of_a_game(players: int) -> None:
    states = sf_env.deal(players, [5, 6, 7], "generate:2")
    for state, seed in zip(states, (5, 6, 7), strict=True):
        assert Game.from_state(state) == Game(players, seed=seed, deck="generate:2")


def test_a_state_is_small_and_has_no_gaps() -> None:
    sizes = sum(sf_env.STATE[name].itemsize for name in sf_env.STATE.names)
    assert sf_env.STATE.itemsize == sizes < 2048


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts(players: int) -> None:
    states = middle(players)
    twin, other = states.copy(), states.copy()
    decisions = sf_env.random_playouts(states, 1)
    assert sf_env.is_over(states).all()
    assert decisions == sf_env.random_playouts(twin, 1)
    assert np.array_equal(states, twin)
    sf_env.random_playouts(other, 2)
    assert not np.array_equal(states, other)
    assert sf_env.random_playouts(states, 1) == 0


def test_playouts_choose_uniformly() -> None:
    """After one more decision than forced, the first choice of a column is even."""
    states = np.repeat(sf_env.deal(2, [1]), 3000)
    sf_env.step_states(states, np.zeros(3000, np.int64))
    actions = sf_env.sample_legal(sf_env.legal_mask(states), np.random.default_rng(0))
    assert all(900 < (actions == action).sum() < 1100 for action in (4, 5, 6))


def test_read_only_and_strided_arrays_are_read() -> None:
    states = middle(3)
    frozen = states.copy()
    frozen.flags.writeable = False
    strided = np.repeat(states, 2)[::2]
    for function in (
        sf_env.legal_mask,
        sf_env.observe,
        sf_env.conceal,
        sf_env.points,
        sf_env.winners,
        sf_env.is_over,
    ):
        expected = function(states)
        assert np.array_equal(function(frozen), expected)
        assert np.array_equal(function(strided), expected)
    assert np.array_equal(frozen, states)


def test_what_is_changed_in_place_has_to_be_changeable() -> None:
    states = middle()
    frozen = states.copy()
    frozen.flags.writeable = False
    for wrong in (frozen, np.repeat(states, 2)[::2]):
        for change in (
            lambda s: sf_env.step_states(s, np.zeros(40, np.int64)),
            lambda s: sf_env.reshuffle(s, 1),
            lambda s: sf_env.random_playouts(s, 1),
        ):
            with pytest.raises(ValueError, match="contiguous and writable"):
                change(wrong)


@pytest.mark.parametrize(
    "wrong", [np.zeros(3), [1, 2], sf_env.deal(2, [1])[0], sf_env.deal(2, [1, 2]).reshape(1, 2)]
)
def test_other_things_than_states(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"dtype STATE of San Francisco"):
        sf_env.points(wrong)


def test_all_rows_have_the_same_number_of_players() -> None:
    mixed = np.concatenate([sf_env.deal(2, [1]), sf_env.deal(3, [1])])
    with pytest.raises(ValueError, match="row 0 has 2 players and row 1 has 3"):
        sf_env.legal_mask(mixed)
    with pytest.raises(ValueError, match="row 0 has 0 players"):
        sf_env.legal_mask(np.zeros(2, sf_env.STATE))


def test_no_rows() -> None:
    none = sf_env.deal(3, [])
    assert sf_env.legal_mask(none).shape == (0, 44)
    assert sf_env.is_over(none).shape == (0,)
    assert sf_env.points(none).shape[0] == sf_env.winners(none).shape[0] == 0
    assert sf_env.observe(none).shape[0] == 0
    assert sf_env.random_playouts(none, 1) == 0
    sf_env.step_states(none, [])
    sf_env.reshuffle(none, 1)


def test_illegal_actions_change_nothing() -> None:
    states = middle()
    before = states.copy()
    actions = sf_env.legal_mask(states).argmax(axis=1)
    for wrong in (-1, 44, 43, 2**40):
        bad = actions.copy()
        bad[7] = wrong
        with pytest.raises(sf_env.IllegalAction, match=f"row 7: action {wrong} is not legal"):
            sf_env.step_states(states, bad)
        assert np.array_equal(states, before)


def test_rows_that_are_over_or_not_active_are_ignored() -> None:
    states = middle()
    sf_env.random_playouts(states[:5], 1)
    before = states.copy()
    actions = sf_env.legal_mask(states).argmax(axis=1)
    actions[:5] = 99
    actions[10:] = -5
    sf_env.step_states(states, actions, active=np.arange(40) < 10)
    changed = [i for i in range(40) if states[i].tobytes() != before[i].tobytes()]
    assert changed == list(range(5, 10))


@pytest.mark.parametrize(
    ("actions", "error"),
    [([0] * 39, ValueError), ([[0]] * 40, ValueError), ([0.0] * 40, TypeError), (0, ValueError)],
)
def test_wrong_actions(actions: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        sf_env.step_states(middle(), actions)


def test_wrong_flags_seats_and_buffers() -> None:
    states = middle()
    with pytest.raises(ValueError, match="active"):
        sf_env.step_states(states, np.zeros(40, np.int64), active=np.zeros(40))
    for seats in (2, -1, [0] * 39, 0.5):
        with pytest.raises(ValueError, match="seats"):
            sf_env.observe(states, seats=seats)
    size = sf_env.observation_size(2)
    for out in (
        np.zeros((40, size)),
        np.zeros((39, size), np.int8),
        np.zeros((80, size), np.int8)[::2],
        "out",
    ):
        with pytest.raises(ValueError, match="out should be"):
            sf_env.observe(states, out=out)  # type: ignore[arg-type]


def test_an_own_buffer_is_filled() -> None:
    states = middle()
    out = np.full((40, sf_env.observation_size(2)), -77, np.int8)
    assert sf_env.observe(states, out=out) is out
    assert np.array_equal(out, sf_env.observe(states))


def test_reshuffling() -> None:
    states = middle()
    one, same, other = states.copy(), sf_env.conceal(states), states.copy()
    sf_env.reshuffle(one, 1)
    sf_env.reshuffle(same, 1)
    sf_env.reshuffle(other, 2)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    assert np.array_equal(sf_env.conceal(one), sf_env.conceal(states))
    by_row = states[:2].copy()
    sf_env.reshuffle(by_row, np.array([9, 9], np.uint64))
    again = states[1:2].copy()
    sf_env.reshuffle(again, np.array([9], np.uint64))
    assert np.array_equal(by_row[1:], again)
    with pytest.raises(ValueError, match="seed"):
        sf_env.reshuffle(states, [1, 2, 3])


def test_wrong_players_and_decks() -> None:
    for players in (0, 1, 5, 2.0, "2", None):
        with pytest.raises(ValueError, match="allowed: 2, 3, 4"):
            sf_env.deal(players, [1])  # type: ignore[arg-type]
    with pytest.raises(sf_env.DeckError):
        sf_env.deal(2, [1], "no such deck")


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_nobody_has_cannot_move(seat: int) -> None:
    states = sf_env.deal(2, [1, 2, 3])
    states["to_move"][1] = seat
    for function in (sf_env.legal_mask, sf_env.observe, sf_env.conceal, sf_env.points):
        with pytest.raises(ValueError, match=f"row 1: seat {seat} is to move in a game of 2"):
            function(states)
