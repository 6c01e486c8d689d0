"""RULES 4.6: when a bonus is earned."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import (
    BLUE,
    COLOURS,
    GREEN,
    GREY,
    ORANGE,
    ROWS,
    TRACKS,
    YELLOW,
    act,
    of,
    position,
    value,
    where,
)


@pytest.mark.parametrize("row", ROWS)
def test_the_second_bonus_symbol_in_a_row_brings_a_bonus(row: int) -> None:
    game = position(taken=of(2, f"{COLOURS[row]} 1 bonus"))
    act(game, f"ROW {row}")
    assert game.phase == "build"
    act(game, f"ROW {row}")
    assert game.phase == "bonus"
    assert game.snapshot()["bonus"] == row


def test_cards_without_the_symbol_do_not_matter() -> None:
    game = position(cities=[{GREY: "1, 1 bonus, 1"}], taken="grey 1, grey 1 bonus")
    act(game, "ROW 1")
    assert game.phase == "build"
    act(game, "ROW 1")
    assert game.phase == "bonus"


def test_symbols_in_different_rows_are_not_added() -> None:
    ones = dict.fromkeys(ROWS[1:], "1 bonus")
    game = position(cities=[ones], taken="blue 1 bonus")
    act(game, "ROW 0")
    assert (game.phase, game.to_move) == ("turn", 1)


def test_symbols_of_different_players_are_not_added() -> None:
    game = position(cities=[{}, {GREY: "1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1")
    assert (game.phase, game.to_move) == ("turn", 1)


def test_every_player_gets_a_bonus_for_their_second_symbol() -> None:
    game = position(cities=[{GREY: "1 bonus"}, {GREY: "1 bonus, 1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1")
    assert (game.phase, game.to_move) == ("bonus", 0)


@pytest.mark.parametrize("row", ROWS)
def test_a_black_card_counts_in_the_row_where_it_is_built(row: int) -> None:
    game = position(cities=[{row: "1 bonus"}], taken="black 1 bonus")
    act(game, f"ROW {row}")
    assert game.snapshot()["bonus"] == row


@pytest.mark.parametrize("before", [2, 3, 4])
def test_the_third_and_later_symbols_give_nothing(before: int) -> None:
    game = position(cities=[{GREY: of(before, "1 bonus")}], taken="grey 1 bonus")
    act(game, "ROW 1")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert game.snapshot()["bonuses_left"] == [3] * 6


def test_a_discarded_card_brings_no_bonus() -> None:
    game = position(cities=[{GREY: "1 bonus"}], taken="grey 1 bonus, grey 1 bonus")
    act(game, "DISCARD")
    assert game.phase == "build"
    act(game, "ROW 1")
    assert game.phase == "bonus"


def nothing_to_take() -> list[dict[int, str]]:
    """Return cities where +2 is sold out and seat 0 has no card for tracks."""
    return [{BLUE: "1 tracks bonus"}, {BLUE: "0 +2"}, {BLUE: "0 +2"}, {BLUE: "0 +2"}]


def test_nothing_happens_if_no_bonus_can_be_taken() -> None:
    game = position(4, cities=nothing_to_take(), taken="blue 1 tracks bonus")
    act(game, "ROW 0")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert game.snapshot()["bonuses_left"] == [0, 3, 3, 3, 3, 3]


def test_the_third_symbol_gives_nothing_also_if_the_second_gave_nothing() -> None:
    """When the third is built, tracks could be taken."""
    game = position(4, cities=nothing_to_take(), taken="blue 1 tracks bonus, blue 1 bonus")
    act(game, "ROW 0", "ROW 0")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert game.snapshot()["bonuses_left"][TRACKS] == 3


def test_the_district_is_completed_before_its_bonus_is_taken() -> None:
    game = position(cities=[{GREY: "0, 0, 0, 1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1")
    assert game.phase == "bonus"
    assert game.snapshot()["completion"][GREY] == 0


def test_trams_values_skyscrapers_and_medal_come_before_the_bonus() -> None:
    city = {ORANGE: "3, 0 foundation", YELLOW: "0, 0 plaza", GREEN: "1 bonus"}
    game = position(cities=[city], taken="green 1 tracks bonus")
    act(game, "ROW 4")
    assert game.phase == "bonus"
    assert where(game, "trams") == {(GREEN, 1)}
    assert value(game, YELLOW, 1) == 4
    assert where(game, "skyscrapers") == {(ORANGE, 1)}
    assert game.snapshot()["medal"] == 0
