"""RULES 4.2: present values."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import (
    BLUE,
    CORNERS,
    GREEN,
    GREY,
    MIDDLE,
    ORANGE,
    SIDES,
    YELLOW,
    Cell,
    act,
    around,
    position,
    value,
    where,
)


@pytest.mark.parametrize("side", SIDES)
def test_a_plaza_is_worth_4_beside_a_tram(side: Cell) -> None:
    game = position(cities=[around({MIDDLE: "0 plaza", side: "0 depot"})])
    assert value(game, *MIDDLE) == 4


def test_two_trams_beside_a_plaza_are_worth_no_more_than_one() -> None:
    game = position(cities=[around({MIDDLE: "0 plaza", SIDES[0]: "0 depot", SIDES[3]: "0 depot"})])
    assert value(game, *MIDDLE) == 4


@pytest.mark.parametrize("corner", CORNERS)
def test_a_plaza_is_worth_0_diagonal_to_a_tram(corner: Cell) -> None:
    game = position(cities=[around({MIDDLE: "0 plaza", corner: "0 depot"})])
    assert value(game, *MIDDLE) == 0


def test_a_plaza_is_worth_0_beside_tracks_without_a_tram() -> None:
    game = position(cities=[{GREY: "0 tracks, 0 plaza, 0 tracks"}])
    assert value(game, GREY, 1) == 0


def test_a_plaza_that_is_built_beside_a_tram_is_worth_4_at_once() -> None:
    game = position(cities=[{GREEN: "0 tracks"}], taken="yellow 0 plaza")
    act(game, "ROW 3")
    assert value(game, YELLOW, 0) == 4


def test_a_plaza_becomes_worth_4_when_a_tram_comes() -> None:
    """Also at the far end of a line that gets its trams by one card."""
    city = {GREY: "0 plaza, 0 tracks", ORANGE: "0, 0 tracks", YELLOW: "0 tracks, 0 tracks"}
    game = position(cities=[city], taken="green 0 tracks")
    assert value(game, GREY, 0) == 0
    act(game, "ROW 4")
    assert value(game, GREY, 0) == 4


def test_a_plus_2_token_raises_a_card_by_2() -> None:
    game = position(cities=[{GREY: "3 +2, 3", BLUE: "0 +2"}])
    assert [value(game, *cell) for cell in ((GREY, 0), (GREY, 1), (BLUE, 0))] == [5, 3, 2]


def test_a_plaza_with_a_plus_2_token_has_2_and_with_a_tram_beside_it_6() -> None:
    game = position(cities=[{GREY: "0 plaza +2"}], taken="grey 0 depot")
    assert value(game, GREY, 0) == 2
    act(game, "ROW 1")
    assert value(game, GREY, 0) == 6


def test_a_plaza_beside_a_tram_that_gets_a_plus_2_token_has_6() -> None:
    game = position(cities=[{GREY: "0 depot, 0 plaza +2"}])
    assert value(game, GREY, 1) == 6


@pytest.mark.parametrize("plaza", ["0 plaza +tracks", "0 plaza tracks"])
def test_a_plaza_with_tracks_and_no_tram_beside_it_is_worth_0(plaza: str) -> None:
    game = position(cities=[{GREY: f"{plaza}, 1", ORANGE: plaza}])
    assert where(game, "trams") == set()
    assert value(game, GREY, 0) == value(game, ORANGE, 0) == 0


@pytest.mark.parametrize("plaza", ["0 plaza +tracks", "0 plaza tracks"])
def test_the_own_tram_of_a_plaza_adds_nothing_to_the_4(plaza: str) -> None:
    game = position(cities=[{GREY: f"0 depot, {plaza}"}])
    assert where(game, "trams") == {(GREY, 0), (GREY, 1)}
    assert value(game, GREY, 1) == 4


def test_a_tram_on_a_plaza_with_tracks_counts_for_the_plaza_beside_it() -> None:
    game = position(cities=[{GREY: "0 depot, 0 plaza tracks, 0 plaza"}])
    assert [value(game, GREY, space) for space in (1, 2)] == [4, 4]


def test_a_plaza_with_tracks_passes_trams_on_and_is_worth_4_then() -> None:
    """A tram reaches the plaza only from a neighbour, so its own never comes alone."""
    city = {BLUE: "0 tracks", GREY: "0 plaza +tracks", ORANGE: "0 tracks"}
    game = position(cities=[city], taken="yellow 0 depot")
    act(game, "ROW 3")
    assert where(game, "trams") == {(BLUE, 0), (GREY, 0), (ORANGE, 0), (YELLOW, 0)}
    assert value(game, GREY, 0) == 4
