"""RULES 4: building a card."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.positions import (
    BLUE,
    COLOURS,
    FULL_ROW,
    GREEN,
    GREY,
    ORANGE,
    ROWS,
    TRACKS,
    YELLOW,
    Cell,
    act,
    cards_in,
    legal,
    of,
    position,
    row_names,
    value,
    where,
)

# A board in which everything happens around the middle space, (2, 2).
MIDDLE: Cell = (ORANGE, 2)
SIDES: list[Cell] = [(GREY, 2), (ORANGE, 1), (ORANGE, 3), (YELLOW, 2)]
CORNERS: list[Cell] = [(GREY, 1), (GREY, 3), (YELLOW, 1), (YELLOW, 3)]
COASTS = dict(enumerate(["0 coast", "0 coast", "0 coast", "0 coast", "0 coast, 0 coast"]))


def around(cards: Mapping[Cell, str], rows: range = range(1, 4)) -> dict[int, str]:
    """Return a city with these cards, and value 0 wherever else a space in the middle is."""
    return {row: ", ".join(cards.get((row, space), "0") for space in range(4)) for row in rows}


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


# Trams


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


# Values


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


# The medal

TOWER = "4, 0 foundation, 3"


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


# The bonus


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
