"""RULES 8: the worked examples."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import (
    BLUE,
    COLOURS,
    FOUNDATION,
    GREEN,
    GREY,
    ORANGE,
    ROWS,
    YELLOW,
    act,
    cards_in,
    legal,
    of,
    position,
    row_names,
    value,
    where,
)


def test_1_a_foundation_card_takes_a_token() -> None:
    game = position(deck=FOUNDATION)
    assert game.snapshot()["foundation_tokens"] == 6
    act(game, "DRAW", "COLUMN 1")
    assert game.snapshot()["columns"] == [[], [0], []]
    assert game.snapshot()["foundation_tokens"] == 5


def test_2_with_one_contract_a_column_of_two_but_not_of_one() -> None:
    game = position(columns=["blue 1", of(2, "grey 1")], contracts=[1])
    assert legal(game) == ["DRAW", "FINALIZE 1"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_3_the_contract_is_taken_then_everyone_discards_one(players: int) -> None:
    game = position(players, columns=["blue 1"], contracts=[0] + [1] * (players - 1))
    act(game, "FINALIZE 0")
    assert game.snapshot()["contracts"] == [0] * players


def test_4_a_green_track_card_brings_trams_to_the_yellow_ones_above() -> None:
    game = position(cities=[{YELLOW: "1 tracks, 2 tracks"}], taken="green 0 tracks")
    assert where(game, "trams") == set()
    act(game, "ROW 4")
    assert where(game, "trams") == {(GREEN, 0), (YELLOW, 0), (YELLOW, 1)}


def test_5_a_depot_wakes_a_plaza_which_makes_a_skyscraper() -> None:
    city = {GREY: "0 plaza, 0 foundation", ORANGE: "0, 3"}
    game = position(cities=[city], taken="blue 0 depot")
    assert value(game, GREY, 0) == 0
    assert where(game, "skyscrapers") == set()
    act(game, "ROW 0")
    assert value(game, GREY, 0) == 4
    assert where(game, "skyscrapers") == {(GREY, 1)}


@pytest.mark.parametrize("row", ROWS)
def test_6_a_coast_card_anywhere_makes_the_skyscraper_that_lacked_1(row: int) -> None:
    """In the row of the foundation the coast card itself stands apart from it."""
    city = {ORANGE: "2, 0 foundation, 4", BLUE: "0"}
    game = position(cities=[city], taken=f"{COLOURS[row]} 0 coast")
    assert where(game, "skyscrapers") == set()
    act(game, f"ROW {row}")
    assert where(game, "skyscrapers") == {(ORANGE, 1)}


@pytest.mark.parametrize("row", ROWS)
def test_7_the_second_grey_symbol_offers_the_wild_4_or_tracks(row: int) -> None:
    game = position(cities=[{GREY: "1 bonus"}], taken="grey 2 bonus")
    act(game, "ROW 1")
    assert legal(game) == ["DISTRICT_BONUS", "TRACK_BONUS"]
    act(game, "DISTRICT_BONUS")
    assert legal(game) == row_names(ROWS)
    act(game, f"ROW {row}")
    assert cards_in(game, row)[-1] == "black 4"
    assert value(game, row, 2 if row == GREY else 0) == 4
