"""RULES 4: where a card goes, completed districts, a full board."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import (
    BLUE,
    COLOURS,
    FULL_ROW,
    GREEN,
    GREY,
    ROWS,
    YELLOW,
    act,
    cards_in,
    legal,
    of,
    position,
    value,
    where,
)

# Where a card goes


@pytest.mark.parametrize("row", ROWS)
def test_a_coloured_card_goes_in_its_own_row_only(row: int) -> None:
    game = position(taken=f"{COLOURS[row]} 1")
    assert legal(game) == [f"ROW {row}", "DISCARD"]


@pytest.mark.parametrize("space", range(5))
def test_a_card_goes_on_the_leftmost_empty_space(space: int) -> None:
    game = position(cities=[{GREY: of(space, "1"), BLUE: "1"}], taken="grey 2")
    act(game, "ROW 1")
    cards = game.snapshot()["cities"][0][GREY]
    assert [number >= 0 for number in cards] == [place <= space for place in range(5)]
    assert value(game, GREY, space) == 2


@pytest.mark.parametrize("row", ROWS)
def test_a_coloured_card_cannot_be_built_in_a_full_row(row: int) -> None:
    game = position(cities=[{row: FULL_ROW}], taken=f"{COLOURS[row]} 1")
    assert legal(game) == ["DISCARD"]


def test_a_black_card_cannot_be_built_in_a_full_row() -> None:
    game = position(cities=[{BLUE: FULL_ROW, YELLOW: FULL_ROW}], taken="black 1")
    assert legal(game) == ["ROW 1", "ROW 2", "ROW 4", "DISCARD"]


def test_the_cities_of_others_do_not_limit_where_a_card_goes() -> None:
    game = position(cities=[{}, {GREY: FULL_ROW}], taken="grey 1")
    assert legal(game) == ["ROW 1", "DISCARD"]


# Completed districts


@pytest.mark.parametrize("row", ROWS)
def test_the_fifth_card_of_a_row_completes_the_district(row: int) -> None:
    game = position(cities=[{row: "0, 0, 0"}], taken=of(2, f"{COLOURS[row]} 0"))
    act(game, f"ROW {row}")
    assert game.snapshot()["completion"] == [-1] * 5
    act(game, f"ROW {row}")
    assert game.snapshot()["completion"] == [0 if each == row else -1 for each in ROWS]


def test_only_the_first_to_fill_a_row_takes_its_completion_token() -> None:
    game = position(cities=[{GREY: of(4, "0")}, {GREY: FULL_ROW}], taken="grey 4")
    act(game, "ROW 1")
    assert game.snapshot()["completion"] == [-1, 1, -1, -1, -1]


def test_each_district_has_a_token_of_its_own() -> None:
    game = position(
        cities=[{BLUE: of(4, "0"), GREEN: of(4, "0")}, {GREY: FULL_ROW}], taken="blue 0, green 0"
    )
    act(game, "ROW 0", "ROW 4")
    assert game.snapshot()["completion"] == [0, 1, -1, -1, 0]


def test_a_full_column_of_the_city_is_no_district() -> None:
    game = position(cities=[dict.fromkeys(ROWS, "0")])
    assert game.snapshot()["completion"] == [-1] * 5


# A full board

ALMOST_FULL = {**dict.fromkeys(ROWS, FULL_ROW), GREY: of(4, "0")}


def test_the_25th_card_ends_the_game_at_once() -> None:
    game = position(cities=[ALMOST_FULL], taken="grey 1")
    act(game, "ROW 1")
    table = game.snapshot()
    assert (table["phase"], table["ender"], table["to_move"]) == ("over", 0, 0)


def test_the_24th_card_does_not_end_the_game() -> None:
    game = position(cities=[{**ALMOST_FULL, GREY: "0, 0, 0"}], taken="grey 1")
    act(game, "ROW 1")
    assert (game.phase, game.to_move) == ("turn", 1)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_builder_of_the_full_board_is_the_ender(seat: int) -> None:
    game = position(3, cities=[ALMOST_FULL] * 3, taken="grey 1", to_move=seat)
    act(game, "ROW 1")
    assert game.snapshot()["ender"] == seat


def test_cards_not_yet_built_are_lost_when_the_board_is_full() -> None:
    game = position(cities=[ALMOST_FULL], taken="grey 1, grey 2 foundation, blue 1")
    act(game, "ROW 1")
    assert game.is_over
    assert game.snapshot()["taken"] == []


def test_the_bonus_of_the_25th_card_is_taken_in_full_before_the_end() -> None:
    city = {**ALMOST_FULL, GREY: "1, 1, 1, 1 bonus"}
    game = position(cities=[city], taken="grey 1 bonus, grey 4")
    act(game, "ROW 1")
    assert legal(game) == ["TRACK_BONUS"]
    act(game, "TRACK_BONUS")
    assert not game.is_over
    act(game, "CELL 4 0")
    assert game.is_over
    assert where(game, "trams") == {(GREEN, 0)}


def test_a_bonus_card_on_the_last_space_ends_the_game() -> None:
    """The second symbol is the 24th card, the wild card the 25th."""
    city = {**ALMOST_FULL, GREY: "0, 0, 1 bonus"}
    game = position(cities=[city], taken="grey 1 bonus, grey 4")
    act(game, "ROW 1", "DISTRICT_BONUS", "ROW 1")
    assert game.is_over
    assert cards_in(game, GREY)[-1] == "black 4"
    assert game.snapshot()["taken"] == []


def test_a_full_board_of_another_player_does_not_matter_while_building() -> None:
    """Only the builder's own board can become full in a turn."""
    game = position(cities=[{}, ALMOST_FULL], taken="grey 1, grey 1")
    act(game, "ROW 1", "ROW 1")
    assert game.phase == "turn"
