"""RULES 4.1: trams."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import (
    BLUE,
    COLOURS,
    CORNERS,
    GREEN,
    GREY,
    MIDDLE,
    ORANGE,
    ROWS,
    SIDES,
    YELLOW,
    Cell,
    act,
    around,
    position,
    where,
)


@pytest.mark.parametrize("row", ROWS)
def test_a_depot_carries_a_tram_at_once_anywhere(row: int) -> None:
    game = position(taken=f"{COLOURS[row]} 1 depot")
    act(game, f"ROW {row}")
    assert where(game, "trams") == {(row, 0)}


def test_a_black_track_card_in_the_bottom_row_carries_a_tram() -> None:
    game = position(taken="black 1 tracks")
    act(game, "ROW 4")
    assert where(game, "trams") == {(GREEN, 0)}


@pytest.mark.parametrize("row", ROWS[:4])
def test_tracks_that_touch_nothing_carry_no_tram(row: int) -> None:
    game = position(taken=f"{COLOURS[row]} 1 tracks")
    act(game, f"ROW {row}")
    assert where(game, "trams") == set()


@pytest.mark.parametrize("text", ["green 2", "green 0 foundation", "green 1 coast bonus"])
def test_a_card_without_tracks_or_depot_never_carries_a_tram(text: str) -> None:
    """Not even in the bottom row between cards with trams."""
    game = position(
        cities=[{YELLOW: "0 depot, 0 depot", GREEN: "0 tracks"}], taken=f"{text}, green 0 tracks"
    )
    act(game, "ROW 4", "ROW 4")
    assert where(game, "trams") == {(YELLOW, 0), (YELLOW, 1), (GREEN, 0), (GREEN, 2)}


@pytest.mark.parametrize("side", SIDES)
def test_a_tram_spreads_from_a_depot_to_each_side(side: Cell) -> None:
    game = position(cities=[around({MIDDLE: "0 depot", side: "0 tracks"})])
    assert where(game, "trams") == {MIDDLE, side}


@pytest.mark.parametrize("side", [(GREY, 2), (ORANGE, 1), (YELLOW, 2)])
def test_tracks_built_beside_a_tram_carry_one(side: Cell) -> None:
    """The depot stands above, left or below; what is right of a new card is empty."""
    city = around({side: "0 depot"})
    city[ORANGE] = ", ".join(city[ORANGE].split(", ")[:2])
    game = position(cities=[city], taken="orange 0 tracks")
    act(game, "ROW 2")
    assert where(game, "trams") == {side, MIDDLE}


@pytest.mark.parametrize("corner", CORNERS)
def test_diagonal_contact_with_a_tram_does_not_count(corner: Cell) -> None:
    game = position(cities=[around({MIDDLE: "0 depot", corner: "0 tracks"})])
    assert where(game, "trams") == {MIDDLE}


def test_the_ends_of_two_rows_do_not_touch() -> None:
    game = position(cities=[{GREY: "0, 0, 0, 0, 0 depot", ORANGE: "0 tracks"}])
    assert where(game, "trams") == {(GREY, 4)}


def test_the_top_row_does_not_touch_the_bottom_row() -> None:
    game = position(cities=[{BLUE: "0 tracks", GREEN: "0 tracks"}])
    assert where(game, "trams") == {(GREEN, 0)}


def test_trams_do_not_jump_over_a_card_without_tracks_or_an_empty_space() -> None:
    game = position(cities=[{BLUE: "0 depot, 0, 0 tracks", ORANGE: "0 tracks"}])
    assert where(game, "trams") == {(BLUE, 0)}


def test_trams_spread_along_tracks_round_corners_until_nothing_changes() -> None:
    """One card in the bottom row connects a winding line that reaches the coast."""
    line = {
        BLUE: "0 tracks, 0, 0 tracks",
        GREY: "0 tracks, 0 tracks, 0 tracks",
        ORANGE: "0, 0, 0 tracks",
        YELLOW: "0 tracks, 0 tracks, 0 tracks",
    }
    game = position(cities=[line], taken="green 0 tracks")
    assert where(game, "trams") == set()
    act(game, "ROW 4")
    assert where(game, "trams") == {
        *((BLUE, 0), (BLUE, 2), (GREY, 0), (GREY, 1), (GREY, 2), (ORANGE, 2)),
        *((YELLOW, 0), (YELLOW, 1), (YELLOW, 2), (GREEN, 0)),
    }


def test_a_track_card_that_closes_a_gap_connects_what_lies_behind() -> None:
    game = position(cities=[{BLUE: "0 depot", ORANGE: "0 tracks, 0 tracks"}], taken="grey 1 tracks")
    act(game, "ROW 1")
    assert where(game, "trams") == {(BLUE, 0), (GREY, 0), (ORANGE, 0), (ORANGE, 1)}


def test_a_depot_built_later_connects_tracks_built_before() -> None:
    game = position(cities=[{GREY: "0 tracks", BLUE: "0"}], taken="grey 0 depot")
    act(game, "ROW 1")
    assert where(game, "trams") == {(GREY, 0), (GREY, 1)}


def test_trams_never_leave() -> None:
    game = position(cities=[{GREEN: "0 tracks"}], taken="green 3, yellow 2")
    act(game, "ROW 4", "ROW 3")
    assert where(game, "trams") == {(GREEN, 0)}


def test_trams_do_not_spread_to_other_cities() -> None:
    game = position(cities=[{}, {YELLOW: "0 tracks"}], taken="green 0 tracks, yellow 0 depot")
    act(game, "ROW 4", "ROW 3")
    assert where(game, "trams", seat=1) == set()
