"""Choices by a seed: the same for good, since a seed names a generated deck or map."""

from __future__ import annotations

from collections import Counter

from sf_env.core.choices import Choices


def test_a_seed_makes_the_same_choices_for_good() -> None:
    choices = Choices(7)
    assert [choices.below(1000) for _ in range(5)] == [960, 842, 552, 66, 10]
    assert "".join(choices.shuffled("abcdef")) == "feabdc"
    assert Choices(0).below(2**53) != Choices(1).below(2**53)


def test_choices_are_within_their_bounds_and_even() -> None:
    choices = Choices(1)
    counts = Counter(choices.between(3, 6) for _ in range(4000))
    assert set(counts) == {3, 4, 5, 6}
    assert all(900 < count < 1100 for count in counts.values())
    assert {choices.one("ab") for _ in range(50)} == {"a", "b"}
    weighted = Counter(choices.weighted((1, 0, 3)) for _ in range(4000))
    assert set(weighted) == {0, 2}
    assert 900 < weighted[0] < 1100


def test_some_of_the_items_are_different_ones() -> None:
    choices = Choices(2)
    for count in range(6):
        some = choices.some("abcde", count)
        assert len(set(some)) == count
    assert sorted(choices.shuffled("abcde")) == list("abcde")
    assert len({tuple(choices.shuffled("abc")) for _ in range(100)}) == 6
