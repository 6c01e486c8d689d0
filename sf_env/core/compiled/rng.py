"""The game's own generator: splitmix64, written out so that a deal never depends on a library.

Words are unsigned 64-bit integers, in compiled code ``uint64``, uncompiled Python's own
integers; explicit masks make both the same. A stream is a word that is advanced again and again,
each of its words being mixed into a random number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.compiled.jit import jit

Word = Any  # an unsigned 64-bit integer: uint64, or Python's int

MASK = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15


@jit
def advance(word: Word) -> Word:
    """Return the next word of a stream."""
    return word + GAMMA & MASK


@jit
def mix(word: Word) -> Word:
    """Return the random number of a stream's word: every bit depends on every bit."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MASK
    return word ^ (word >> 31)


@jit
def fork(word: Word, number: int) -> Word:
    """Return the start of the stream with this number among those that belong to ``word``."""
    return mix(advance(mix(advance(word)) ^ int(np.uint64(number))))


@jit
def fork_rows(seed: Word, words: np.ndarray) -> None:
    """Draw a word for each row from one seed."""
    for row in range(words.shape[0]):
        words[row] = fork(int(seed), row)


@jit
def fork_each(words: np.ndarray, number: int) -> None:
    """Put in the place of each word the start of its stream with this number."""
    for row in range(words.shape[0]):
        words[row] = fork(int(words[row]), number)


@jit
def episode_seed(seed: Word, slot: int, k: int) -> Word:
    """Return the seed of the k-th game of a slot: 53 bits."""
    return fork(fork(int(seed), slot), k) >> 11


@jit
def episode_seeds(seeds: np.ndarray, slots: np.ndarray, ks: np.ndarray, out: np.ndarray) -> None:
    """Write the seed of a game into each entry of ``out``."""
    for row in range(out.shape[0]):
        out[row] = episode_seed(int(seeds[row]), int(slots[row]), int(ks[row]))


@jit
def below(random: Word, bound: int) -> int:
    """Map a random number to 0 .. bound - 1; bound is small, so the bias is below bound / 2**32."""
    return int(np.int64(random >> 32) * bound >> 32)


@jit
def shuffle(cards: np.ndarray, count: int, word: Word) -> None:
    """Put the first ``count`` cards in a random order (Fisher and Yates), drawn from a stream."""
    for last in range(count - 1, 0, -1):
        word = advance(word)
        other = below(mix(word), last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
