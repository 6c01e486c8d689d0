"""RULES 4.3: skyscrapers, and what else may change the city."""

from __future__ import annotations

import pytest

from tests.games.san_francisco.positions import (
    BLUE,
    COASTS,
    COLOURS,
    CORNERS,
    GREEN,
    GREY,
    MIDDLE,
    ORANGE,
    ROWS,
    SIDES,
    TOWER,
    YELLOW,
    act,
    around,
    of,
    position,
    row_names,
    value,
    where,
)

# Skyscrapers


@pytest.mark.parametrize(("left", "below"), [(3, 3), (4, 2), (2, 4), (0, 0)])
def test_a_foundation_with_6_or_less_beside_it_stays_free(left: int, below: int) -> None:
    game = position(cities=[{GREY: f"{left}, 0 foundation", ORANGE: f"0, {below}"}])
    assert where(game, "skyscrapers") == set()


@pytest.mark.parametrize(("left", "below"), [(4, 3), (3, 4), (4, 4)])
def test_a_foundation_with_7_or_more_beside_it_gets_a_skyscraper(left: int, below: int) -> None:
    game = position(cities=[{GREY: f"{left}, 0 foundation", ORANGE: f"0, {below}"}])
    assert where(game, "skyscrapers") == {(GREY, 1)}


def test_all_four_sides_of_a_foundation_count() -> None:
    """Values 2, 2, 2 and 1: without any one of them the sum is short."""
    values = dict.fromkeys(SIDES[:3], "2") | {SIDES[3]: "1"}
    full = position(cities=[around({MIDDLE: "0 foundation", **values})])
    assert where(full, "skyscrapers") == {MIDDLE}
    for side in SIDES:
        short = position(cities=[around({MIDDLE: "0 foundation", **values, side: "0"})])
        assert where(short, "skyscrapers") == set()


def test_diagonal_values_do_not_count_for_a_foundation() -> None:
    fours = dict.fromkeys(CORNERS, "4")
    game = position(cities=[around({MIDDLE: "0 foundation", **fours})])
    assert where(game, "skyscrapers") == set()


def test_the_own_value_of_a_foundation_does_not_count() -> None:
    game = position(cities=[{GREY: "3, 4 foundation, 3"}])
    assert where(game, "skyscrapers") == set()


@pytest.mark.parametrize("coasts", range(1, 7))
def test_each_coast_card_lowers_the_cost_by_1(coasts: int) -> None:
    """The coast cards stand in one row with nothing beside the foundation."""
    coast = {BLUE: of(min(coasts, 5), "0 coast"), YELLOW: "0 coast" if coasts == 6 else "0"}
    left, right = (8 - coasts) // 2, (7 - coasts) // 2
    enough = position(cities=[{**coast, GREEN: f"{left}, 0 foundation, {right}"}])
    assert where(enough, "skyscrapers") == {(GREEN, 1)}
    short = position(cities=[{**coast, GREEN: f"{left - 1}, 0 foundation, {right}"}])
    assert where(short, "skyscrapers") == set()


def test_seven_coast_cards_make_a_skyscraper_free() -> None:
    coast = {BLUE: of(5, "0 coast"), GREY: "0 coast, 0 coast"}
    game = position(cities=[coast], taken="green 0 foundation")
    act(game, "ROW 4")
    assert where(game, "skyscrapers") == {(GREEN, 0)}


@pytest.mark.parametrize("row", ROWS)
def test_a_coast_card_counts_in_any_row(row: int) -> None:
    game = position(cities=[{ORANGE: "3, 0 foundation, 3"}], taken=f"{COLOURS[row]} 0 coast")
    act(game, f"ROW {row}")
    assert where(game, "skyscrapers") == {(ORANGE, 1)}


def test_a_coast_card_in_another_city_does_not_count() -> None:
    game = position(cities=[{GREY: "3, 0 foundation, 3"}, COASTS], taken="grey 0")
    act(game, "ROW 1")
    assert where(game, "skyscrapers") == set()


def test_a_foundation_card_with_the_coast_symbol_lowers_its_own_cost() -> None:
    game = position(cities=[{BLUE: "3", GREY: "3"}], taken="grey 0 foundation coast")
    act(game, "ROW 1")
    assert where(game, "skyscrapers") == set()
    game = position(cities=[{BLUE: "0, 3", GREY: "3"}], taken="grey 0 foundation coast")
    act(game, "ROW 1")
    assert where(game, "skyscrapers") == {(GREY, 1)}


def test_a_coast_card_builds_every_skyscraper_that_lacked_1() -> None:
    city = {GREY: "3, 0 foundation, 3", YELLOW: "4, 0 foundation, 2", GREEN: "0, 0 foundation"}
    game = position(cities=[city], taken="blue 0 coast")
    act(game, "ROW 0")
    assert where(game, "skyscrapers") == {(GREY, 1), (YELLOW, 1)}


def test_a_skyscraper_comes_with_the_card_beside_the_foundation() -> None:
    game = position(cities=[{GREY: "4, 0 foundation"}], taken="grey 3")
    act(game, "ROW 1")
    assert where(game, "skyscrapers") == {(GREY, 1)}


def test_a_skyscraper_comes_with_the_foundation_itself() -> None:
    game = position(cities=[{BLUE: "0, 3", GREY: "4"}], taken="grey 0 foundation")
    act(game, "ROW 1")
    assert where(game, "skyscrapers") == {(GREY, 1)}


def test_a_skyscraper_comes_with_a_plus_2_token() -> None:
    game = position(cities=[{GREY: "3, 0 foundation, 2 +2"}])
    assert where(game, "skyscrapers") == {(GREY, 1)}


def test_a_skyscraper_comes_with_a_tram_beside_a_plaza_beside_the_foundation() -> None:
    """The tram arrives two cards away from the foundation."""
    city = {GREY: "3, 0 foundation", ORANGE: "0 tracks, 0 plaza", YELLOW: "0 tracks"}
    game = position(cities=[city], taken="green 0 tracks")
    assert where(game, "skyscrapers") == set()
    act(game, "ROW 4")
    assert where(game, "skyscrapers") == {(GREY, 1)}


def test_one_card_counts_for_every_foundation_beside_it() -> None:
    city = {BLUE: "4, 0 foundation", GREY: "3", ORANGE: "4, 0 foundation"}
    game = position(cities=[city], taken="grey 4")
    assert where(game, "skyscrapers") == set()
    act(game, "ROW 1")
    assert where(game, "skyscrapers") == {(BLUE, 1), (ORANGE, 1)}


def test_a_foundation_carries_at_most_one_skyscraper() -> None:
    game = position(cities=[{GREY: "4, 0 foundation, 4"}], taken="blue 0 coast, orange 4, orange 4")
    act(game, "ROW 0", "ROW 2", "ROW 2")
    assert game.snapshot()["skyscrapers"][0][GREY] == [0, 1, 0, 0, 0]
    assert game.scores()[0]["skyscrapers"] == 1.0


def test_a_skyscraper_is_built_only_on_a_foundation() -> None:
    game = position(cities=[{GREY: "4, 0, 4", ORANGE: "0, 4"}])
    assert where(game, "skyscrapers") == set()


# Whatever changes the city


def test_a_plus_2_token_can_move_the_medal() -> None:
    cities = [
        {GREY: TOWER},
        {GREY: TOWER, YELLOW: "4, 0 foundation, 1", BLUE: "1 bonus"},
    ]
    game = position(cities=cities, taken="blue 1 bonus", to_move=1)
    act(game, "ROW 0", "DISTRICT_BONUS")
    assert game.snapshot()["medal"] == 0
    act(game, "CELL 3 2")
    assert where(game, "skyscrapers", seat=1) == {(GREY, 1), (YELLOW, 1)}
    assert game.snapshot()["medal"] == 1


def test_a_tracks_token_spreads_trams_wakes_plazas_and_builds_skyscrapers() -> None:
    city = {ORANGE: "3, 0 foundation", YELLOW: "0 tracks, 0 plaza", GREEN: "1 bonus"}
    game = position(cities=[city], taken="green 1 bonus")
    act(game, "ROW 4", "TRACK_BONUS", "CELL 4 0")
    assert where(game, "trams") == {(YELLOW, 0), (GREEN, 0)}
    assert value(game, YELLOW, 1) == 4
    assert where(game, "skyscrapers") == {(ORANGE, 1)}
    assert game.snapshot()["medal"] == 0


def test_a_wild_card_builds_the_skyscraper_beside_it() -> None:
    city = {GREY: "1 bonus", YELLOW: "3, 0 foundation"}
    game = position(cities=[city], taken="grey 1 bonus")
    act(game, "ROW 1", "DISTRICT_BONUS", *row_names([YELLOW]))
    assert where(game, "skyscrapers") == {(YELLOW, 1)}
    assert game.snapshot()["medal"] == 0


def test_a_depot_card_spreads_trams_and_wakes_plazas() -> None:
    city = {GREY: "0 plaza", ORANGE: "1 tracks bonus"}
    game = position(cities=[city], taken="orange 1 bonus")
    act(game, "ROW 2", "DISTRICT_BONUS", "ROW 3")
    assert where(game, "trams") == {(ORANGE, 0), (YELLOW, 0)}
    assert value(game, GREY, 0) == 4


def test_a_bonus_card_can_complete_a_district() -> None:
    city = {GREY: "1 bonus", BLUE: of(4, "0")}
    game = position(cities=[city], taken="grey 1 bonus")
    act(game, "ROW 1", "DISTRICT_BONUS", "ROW 0")
    assert game.snapshot()["completion"] == [0, -1, -1, -1, -1]
