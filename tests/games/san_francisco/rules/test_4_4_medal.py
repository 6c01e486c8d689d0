"""RULES 4.4: the master builder medal."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import GREEN, GREY, TOWER, YELLOW, act, position, where


def test_nobody_has_the_medal_before_the_first_skyscraper() -> None:
    game = position(cities=[{GREY: "4, 0 foundation, 2"}])
    assert game.snapshot()["medal"] == -1


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_skyscraper_takes_the_medal(seat: int) -> None:
    game = position(3, cities=[{GREY: "4, 0 foundation"}] * 3, taken="grey 3", to_move=seat)
    act(game, "ROW 1")
    assert game.snapshot()["medal"] == seat


@pytest.mark.parametrize("seat", [0, 1])
def test_as_many_skyscrapers_as_the_holder_do_not_take_the_medal(seat: int) -> None:
    cities = [{GREY: TOWER}, {GREY: TOWER}]
    cities[seat] = {GREY: "4, 0 foundation"}
    game = position(cities=cities, taken="grey 3", to_move=seat)
    act(game, "ROW 1")
    assert len(where(game, "skyscrapers", seat)) == 1
    assert game.snapshot()["medal"] == 1 - seat


def test_more_skyscrapers_than_the_holder_take_the_medal() -> None:
    cities = [{GREY: TOWER}, {GREY: TOWER, YELLOW: "4, 0 foundation"}]
    game = position(cities=cities, taken="yellow 3", to_move=1)
    assert game.snapshot()["medal"] == 0
    act(game, "ROW 3")
    assert game.snapshot()["medal"] == 1


def test_two_skyscrapers_at_once_take_the_medal_from_a_holder_of_one() -> None:
    almost = {GREY: "3, 0 foundation, 3", YELLOW: "3, 0 foundation, 3"}
    game = position(cities=[{GREY: TOWER}, almost], taken="blue 0 coast", to_move=1)
    act(game, "ROW 0")
    assert game.snapshot()["medal"] == 1


def test_the_medal_stays_with_the_holder_who_builds_more() -> None:
    cities = [{GREY: TOWER, YELLOW: "4, 0 foundation"}, {GREY: TOWER}]
    game = position(cities=cities, taken="yellow 3")
    act(game, "ROW 3")
    assert game.snapshot()["medal"] == 0


def test_the_medal_is_compared_with_its_holder_only() -> None:
    """Seat 2 draws level with seat 1, who has the medal, and is ahead of seat 0."""
    cities = [
        {GREY: TOWER},
        {GREY: TOWER, YELLOW: TOWER},
        {GREY: TOWER, YELLOW: "4, 0 foundation"},
    ]
    game = position(3, cities=cities, taken="yellow 3", to_move=2)
    act(game, "ROW 3")
    assert game.snapshot()["medal"] == 1


def test_the_medal_comes_back_only_with_strictly_more() -> None:
    cities = [
        {GREY: TOWER, YELLOW: "4, 0 foundation", GREEN: "0, 0, 4, 0 foundation"},
        {GREY: TOWER, YELLOW: TOWER},
    ]
    game = position(cities=cities, taken="yellow 3, green 3, black 0 coast")
    assert game.snapshot()["medal"] == 1
    act(game, "ROW 3")
    assert game.snapshot()["medal"] == 1
    act(game, "ROW 4")
    assert game.snapshot()["medal"] == 0
