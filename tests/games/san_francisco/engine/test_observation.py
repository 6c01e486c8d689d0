"""The layout of observations: pieces, views, planes, space and hash."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

import sf_env
from sf_env import Game
from sf_env.core.observation import observation_space
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

PLAYERS = (2, 3, 4)


def middle(players: int, count: int = 5) -> np.ndarray:
    states = sf_env.deal(players, range(count))
    rng = np.random.default_rng(0)
    for _ in range(90):
        sf_env.step_states(states, sf_env.sample_legal(sf_env.legal_mask(states), rng))
    return sf_env.observe(states)


@pytest.mark.parametrize("players", PLAYERS)
def test_pieces_fill_the_vector_in_order(players: int) -> None:
    pieces = sf_env.observation_pieces(players)
    assert sum(prod(shape) for _, shape, _, _ in pieces) == sf_env.observation_size(players)
    assert len({name for name, *_ in pieces}) == len(pieces)
    vector = np.arange(sf_env.observation_size(players)) % 120
    at = 0
    for (name, shape, _, _), view in zip(
        pieces, sf_env.observation_view(vector, players).items(), strict=True
    ):
        size = prod(shape)
        assert view[0] == name
        assert view[1].shape == shape
        assert np.array_equal(view[1].reshape(-1), vector[at : at + size])
        at += size


@pytest.mark.parametrize("players", PLAYERS)
def test_views_share_memory_and_take_batches(players: int) -> None:
    vectors = middle(players)
    many = sf_env.observation_view(vectors, players)
    for row in range(5):
        for name, one in sf_env.observation_view(vectors[row], players).items():
            assert np.array_equal(many[name][row], one)
            assert np.shares_memory(many[name], vectors)
    deep = sf_env.observation_view(vectors.reshape(5, 1, -1), players)
    assert deep["tram"].shape == (5, 1, players, 5, 5)


@pytest.mark.parametrize("players", PLAYERS)
def test_planes_are_the_first_pieces(players: int) -> None:
    vectors = middle(players)
    planes = sf_env.planes(vectors, players)
    view = sf_env.observation_view(vectors, players)
    assert np.shares_memory(planes, vectors)
    assert planes.shape == (5, 14 * players, 5, 5)
    assert sf_env.planes(vectors[0], players).shape == (14 * players, 5, 5)
    names = [
        name for name, shape, _, _ in sf_env.observation_pieces(players) if shape[1:] == (5, 5)
    ]
    for number, name in enumerate(names[:14]):
        for turn in range(players):
            assert np.array_equal(planes[:, number * players + turn], view[name][:, turn])


def test_wrong_vectors() -> None:
    vector = Game(2, seed=1).observe()
    for function in (sf_env.observation_view, sf_env.planes):
        with pytest.raises(ValueError, match=r"has 1799 entries; the shape is \(1409,\)"):
            function(vector, 3)
        with pytest.raises(ValueError, match="players=7"):
            function(vector, 7)
        with pytest.raises(ValueError, match="entries"):
            function(np.int8(3), 2)
    with pytest.raises(ValueError, match="players=9"):
        sf_env.observation_size(9)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_space_has_the_declared_bounds(players: int) -> None:
    space = observation_space(SAN_FRANCISCO, players)
    assert space.dtype == np.int8
    assert space.shape == (sf_env.observation_size(players),)
    low = sf_env.observation_view(space.low, players)
    high = sf_env.observation_view(space.high, players)
    for name, _, least, most in sf_env.observation_pieces(players):
        assert (low[name] == least).all()
        assert (high[name] == most).all()
    assert space.contains(Game(players, seed=1).observe())


def test_the_hash_is_that_of_this_layout() -> None:
    """A change here makes a new version of the environments: networks do not fit any more."""
    assert sf_env.OBSERVATION_HASH == "d04bb775db48179b"
    assert [sf_env.observation_size(players) for players in PLAYERS] == [1409, 1799, 2189]


def test_what_a_piece_says() -> None:
    game = Game(3, seed=4)
    game.step(0)
    view = sf_env.observation_view(game.observe(1), 3)
    assert view["to_move"].tolist() == [0, 0, 1]
    assert view["phase"].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert view["foundation_tokens"] == 8
    assert view["undrawn_count"] == 86
    assert view["drawn_card"][:6].sum() == 1
    assert view["score"].tolist() == [10 + 2, 0, 20 + 5]
