"""The generator: known answers, uniformity, and what depends on what."""

from __future__ import annotations

import numpy as np
import pytest
from numba import config

import sf_env
from sf_env.core.compiled import rng

# The generator's words: compiled they are unsigned, uncompiled Python's own integers.
as_word = int if config.DISABLE_JIT else np.uint64


def test_splitmix64_gives_the_published_numbers() -> None:
    """The first numbers of splitmix64 from seed 1234567, as its reference code prints them."""
    word = as_word(1234567)
    numbers = []
    for _ in range(5):
        word = as_word(rng.advance(word))
        numbers.append(int(rng.mix(word)))
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_shuffles_are_uniform() -> None:
    places = np.zeros((6, 6), np.int64)
    for seed in range(6000):
        cards = np.arange(6, dtype=np.int8)
        rng.shuffle(cards, 6, as_word(rng.fork(as_word(seed), 0)))
        places[np.arange(6), cards] += 1
    assert (abs(places - 1000) < 150).all()


def test_shuffle_leaves_the_rest_alone() -> None:
    cards = np.arange(10, dtype=np.int8)
    rng.shuffle(cards, 4, as_word(3))
    assert sorted(cards[:4]) == [0, 1, 2, 3]
    assert cards[4:].tolist() == [4, 5, 6, 7, 8, 9]


def test_episode_seeds() -> None:
    seeds = {sf_env.episode_seed(s, i, k) for s in range(20) for i in range(20) for k in range(20)}
    assert len(seeds) == 8000
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert sf_env.episode_seed(2**53 - 1, 10**6, 10**9) < 2**53


@pytest.mark.parametrize("seed", [0, 7, 2**53 - 1])
def test_every_seed_deals(seed: int) -> None:
    game = sf_env.Game(2, seed=seed)
    deck = game.state["deck"][:87].tolist()
    assert sorted(deck) == list(range(87))


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7", None])
def test_wrong_seeds(seed: object) -> None:
    with pytest.raises(ValueError, match="seed"):
        sf_env.episode_seed(seed, 0, 0)  # type: ignore[arg-type]
    if seed is not None:
        with pytest.raises(ValueError, match="seed"):
            sf_env.Game(2, seed=seed)  # type: ignore[arg-type]


def test_wrong_slots() -> None:
    for slot, k in ((-1, 0), (0, -1), (2**70, 0)):
        with pytest.raises(ValueError, match="out of range"):
            sf_env.episode_seed(1, slot, k)


def test_a_drawn_seed_is_told() -> None:
    game = sf_env.Game(2)
    assert game == sf_env.Game(2, seed=game.seed)
    assert sf_env.Game(2).seed != game.seed
