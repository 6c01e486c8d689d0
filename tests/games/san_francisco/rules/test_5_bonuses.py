"""RULES 5: taking a bonus."""

from __future__ import annotations

from typing import Any

import pytest

from sf_env.games.san_francisco.game import Game
from tests.games.san_francisco.positions import (
    BLUE,
    COLOURS,
    DEPOT_CARD,
    FULL_ROW,
    GREEN,
    GREY,
    ORANGE,
    PLUS2,
    POINTS,
    ROWS,
    TRACKS,
    WAIVER,
    WILD,
    YELLOW,
    act,
    cards_in,
    cell_names,
    legal,
    of,
    position,
    row_names,
    value,
    where,
)

every_row = pytest.mark.parametrize("row", ROWS)

# A deck for two cards in each row and a second bonus symbol that is about to be built.
CITY = {
    BLUE: "1, 2 tracks",
    GREY: "1 depot, 0 plaza",
    ORANGE: "2, 0 plaza",
    YELLOW: "2 tracks, 0 foundation",
    GREEN: "1 tracks, 1 coast",
}
# The cells of the ten cards, and of those that have neither tracks nor a depot.
ALL_CELLS = [(row, space) for row in ROWS for space in (0, 1)]
TRACKLESS = [(BLUE, 0), (GREY, 1), (ORANGE, 0), (ORANGE, 1), (YELLOW, 1), (GREEN, 1)]


def bonus_in(row: int, taken: str = "", **rest: Any) -> Game:
    """Return a game in which the player to move has just earned the bonus of a row.

    The two cards with the symbol stand on spaces 2 and 3 and have tracks.
    """
    cities = [{**CITY, row: f"{CITY[row]}, 0 tracks bonus"}]
    hand = f"{COLOURS[row]} 0 tracks bonus, {taken}"
    game = position(cities=cities, taken=hand, **rest)
    act(game, f"ROW {row}")
    assert game.phase == "bonus"
    return game


def left(game: Game) -> list[int]:
    """Return the bonuses left in the supply."""
    bonuses: list[int] = game.snapshot()["bonuses_left"]
    return bonuses


def all_but(bonus: int) -> list[int]:
    """Return the supply after this bonus was taken."""
    return [2 if each == bonus else 3 for each in range(6)]


# Which bonus


@every_row
def test_the_districts_own_bonus_or_tracks_instead(row: int) -> None:
    game = bonus_in(row)
    assert legal(game) == ["DISTRICT_BONUS", "TRACK_BONUS"]
    assert game.snapshot()["bonus"] == row


@every_row
def test_the_bonus_is_taken_from_the_supply(row: int) -> None:
    game = bonus_in(row)
    act(game, "DISTRICT_BONUS")
    if game.phase == "target":
        game.step(game.legal_actions()[0])
    assert left(game) == all_but(row)


@every_row
def test_tracks_can_be_taken_in_every_district(row: int) -> None:
    game = bonus_in(row)
    act(game, "TRACK_BONUS", "CELL 2 0")
    assert left(game) == all_but(TRACKS)
    assert where(game, "track_tokens") == {(ORANGE, 0)}


@every_row
def test_building_goes_on_after_the_bonus(row: int) -> None:
    game = bonus_in(row, taken="black 3")
    act(game, "TRACK_BONUS", "CELL 2 0")
    assert (game.phase, game.to_move) == ("build", 0)
    act(game, "ROW 0")
    assert (game.phase, game.to_move) == ("turn", 1)


# What another player's bottom row shows who has taken a bonus; the other two are kept.
TAKEN = {PLUS2: "0 +2", WILD: "wild", DEPOT_CARD: "depot-card", TRACKS: "0 +tracks"}


def others_have(row: int, *bonuses: int, players: int = 4) -> Game:
    """Return a game in which each other player has taken these bonuses.

    Seat 0 is about to build the second symbol of a row.
    """
    other = {GREEN: ", ".join(TAKEN[bonus] for bonus in bonuses if bonus in TAKEN)}
    held = [0] + [1] * (players - 1)
    return position(
        players,
        cities=[{**CITY, row: "0 tracks bonus"}, *[other] * (players - 1)],
        taken=f"{COLOURS[row]} 0 tracks bonus",
        point_tokens=held if POINTS in bonuses else (),
        waivers=held if WAIVER in bonuses else (),
    )


@every_row
def test_a_district_bonus_without_a_copy_left_cannot_be_taken(row: int) -> None:
    game = others_have(row, row)
    assert left(game)[row] == 0
    act(game, f"ROW {row}")
    assert legal(game) == ["TRACK_BONUS"]


@every_row
def test_tracks_without_a_copy_left_cannot_be_taken(row: int) -> None:
    game = others_have(row, TRACKS)
    assert left(game)[TRACKS] == 0
    act(game, f"ROW {row}")
    assert legal(game) == ["DISTRICT_BONUS"]


@every_row
def test_nothing_happens_when_neither_has_a_copy_left(row: int) -> None:
    game = others_have(row, row, TRACKS)
    assert left(game)[row] == left(game)[TRACKS] == 0
    act(game, f"ROW {row}")
    assert (game.phase, game.to_move) == ("turn", 1)


@every_row
def test_the_last_copy_can_be_taken(row: int) -> None:
    game = others_have(row, row, players=3)
    assert left(game)[row] == 1
    act(game, f"ROW {row}", "DISTRICT_BONUS")
    assert left(game)[row] == 0


# +2


def test_plus_2_goes_on_any_card_of_the_own_city() -> None:
    game = bonus_in(BLUE)
    act(game, "DISTRICT_BONUS")
    assert game.phase == "target"
    assert game.snapshot()["bonus"] == PLUS2
    assert legal(game) == cell_names((BLUE, 0), (BLUE, 1), (BLUE, 2), (BLUE, 3), *ALL_CELLS[2:])


@pytest.mark.parametrize("cell", ALL_CELLS)
def test_plus_2_raises_only_the_chosen_card_by_2(cell: tuple[int, int]) -> None:
    game = bonus_in(BLUE)
    before = game.snapshot()["values"][0]
    act(game, "DISTRICT_BONUS", *cell_names(cell))
    before[cell[0]][cell[1]] += 2
    assert game.snapshot()["values"][0] == before
    assert where(game, "plus2") == {cell}


def test_plus_2_goes_on_a_wild_card_and_on_a_depot_card_too() -> None:
    game = position(cities=[{BLUE: "1 bonus", GREY: "wild, depot-card"}], taken="blue 1 bonus")
    act(game, "ROW 0", "DISTRICT_BONUS", "CELL 1 0")
    assert [value(game, GREY, space) for space in (0, 1)] == [6, 0]


# The wild card of value 4


def test_a_wild_card_goes_in_any_row_with_an_empty_space() -> None:
    city = {GREY: "1 bonus", ORANGE: FULL_ROW, GREEN: of(4, "0")}
    game = position(cities=[city], taken="grey 1 bonus")
    act(game, "ROW 1", "DISTRICT_BONUS")
    assert game.snapshot()["bonus"] == WILD
    assert legal(game) == row_names([BLUE, GREY, YELLOW, GREEN])


@every_row
def test_a_wild_card_has_value_4_and_no_symbols(row: int) -> None:
    game = bonus_in(GREY)
    act(game, "DISTRICT_BONUS", f"ROW {row}")
    space = 4 if row == GREY else 2
    assert value(game, row, space) == 4
    assert cards_in(game, row)[-1] == "black 4"
    assert game.snapshot()["cities"][0][row][space] == len(game.deck)
    assert (row, space) not in where(game, "trams")


def test_a_wild_card_brings_no_bonus() -> None:
    """It stands in a row with one symbol, as its second card."""
    game = position(cities=[{GREY: "1 bonus", BLUE: "1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1", "DISTRICT_BONUS", "ROW 0")
    assert (game.phase, game.to_move) == ("turn", 1)
    game = position(cities=[{BLUE: "1 bonus, wild"}], taken="blue 1 bonus")
    act(game, "ROW 0")
    assert game.phase == "bonus"


def test_a_wild_card_cannot_be_taken_when_the_board_is_full() -> None:
    full = dict.fromkeys(ROWS, FULL_ROW)
    game = position(cities=[{**full, GREY: "0, 0, 0, 1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1")
    assert legal(game) == ["TRACK_BONUS"]


# The depot card


def test_a_depot_card_goes_in_any_row_with_an_empty_space() -> None:
    city = {ORANGE: "1 bonus", BLUE: FULL_ROW, GREY: of(4, "0")}
    game = position(cities=[city], taken="orange 1 bonus")
    act(game, "ROW 2", "DISTRICT_BONUS")
    assert game.snapshot()["bonus"] == DEPOT_CARD
    assert legal(game) == row_names([GREY, ORANGE, YELLOW, GREEN])


@every_row
def test_a_depot_card_has_value_0_and_a_tram(row: int) -> None:
    game = bonus_in(ORANGE)
    act(game, "DISTRICT_BONUS", f"ROW {row}")
    space = 4 if row == ORANGE else 2
    assert cards_in(game, row)[-1] == "black 0 depot"
    assert value(game, row, space) == 0
    assert game.snapshot()["cities"][0][row][space] == len(game.deck) + 1
    assert (row, space) in where(game, "trams")


def test_a_depot_card_cannot_be_taken_when_the_board_is_full() -> None:
    full = dict.fromkeys(ROWS, FULL_ROW)
    game = position(cities=[{**full, ORANGE: "0, 0, 0, 1 bonus"}], taken="orange 1 bonus")
    act(game, "ROW 2")
    assert legal(game) == ["TRACK_BONUS"]


# What is kept


def test_the_point_token_is_kept_and_scores_one_and_a_half() -> None:
    game = bonus_in(YELLOW)
    act(game, "DISTRICT_BONUS")
    assert game.phase == "turn"
    assert game.snapshot()["point_tokens"] == [1, 0]
    assert [seat["tokens"] for seat in game.scores()] == [1.5, 0.0]


def test_the_waiver_is_kept() -> None:
    game = bonus_in(GREEN)
    act(game, "DISTRICT_BONUS")
    assert game.phase == "turn"
    assert game.snapshot()["waivers"] == [1, 0]


def test_a_new_waiver_can_be_used_at_the_end_of_the_same_turn() -> None:
    game = bonus_in(GREEN, contracts=[2])
    act(game, "DISTRICT_BONUS")
    assert game.phase == "end"
    act(game, "WAIVE 2")
    assert game.snapshot()["contracts"] == [0, 0]


@pytest.mark.parametrize("row", [YELLOW, GREEN])
def test_what_is_kept_can_be_taken_when_the_board_is_full(row: int) -> None:
    full = dict.fromkeys(ROWS, FULL_ROW)
    game = position(cities=[{**full, row: "0, 0, 0, 1 bonus"}], taken=f"{COLOURS[row]} 1 bonus")
    act(game, f"ROW {row}")
    assert legal(game) == ["DISTRICT_BONUS", "TRACK_BONUS"]
    act(game, "DISTRICT_BONUS")
    assert game.is_over
    assert left(game) == all_but(row)


# Tracks


def test_tracks_go_on_any_card_that_has_neither_tracks_nor_a_depot() -> None:
    game = bonus_in(YELLOW)
    act(game, "TRACK_BONUS")
    assert game.snapshot()["bonus"] == TRACKS
    assert legal(game) == cell_names(*TRACKLESS)


def test_tracks_do_not_go_on_a_card_with_a_tracks_token() -> None:
    city = {BLUE: "1 +tracks, 1", GREY: "1 bonus"}
    game = position(cities=[city], taken="grey 1 bonus")
    act(game, "ROW 1", "TRACK_BONUS")
    assert legal(game) == cell_names((BLUE, 1), (GREY, 0), (GREY, 1))


def test_tracks_go_on_a_wild_card_but_not_on_a_depot_card() -> None:
    game = position(cities=[{BLUE: "wild, depot-card, 1 bonus"}], taken="blue 1 bonus")
    act(game, "ROW 0", "TRACK_BONUS")
    assert legal(game) == cell_names((BLUE, 0), (BLUE, 2), (BLUE, 3))


def test_tracks_cannot_be_taken_without_a_card_for_them() -> None:
    city = {BLUE: "1 tracks", GREY: "1 depot, 1 tracks bonus", ORANGE: "1 +tracks"}
    game = position(cities=[city], taken="grey 1 tracks bonus")
    act(game, "ROW 1")
    assert legal(game) == ["DISTRICT_BONUS"]


def test_tracks_go_on_the_card_that_brought_them() -> None:
    game = position(cities=[{GREEN: "1 tracks bonus"}], taken="green 1 bonus")
    act(game, "ROW 4", "TRACK_BONUS")
    assert legal(game) == ["CELL 4 1"]
    act(game, "CELL 4 1")
    assert where(game, "trams") == {(GREEN, 0), (GREEN, 1)}


def test_a_card_with_a_tracks_token_is_a_track_card_from_now_on() -> None:
    """Without a tram at first; it gets one, and passes it on, when a depot comes."""
    city = {BLUE: "1 tracks", GREY: "1", YELLOW: "1 bonus"}
    game = position(cities=[city], taken="yellow 1 bonus, orange 0 depot")
    act(game, "ROW 3", "TRACK_BONUS", "CELL 1 0")
    assert where(game, "trams") == set()
    act(game, "ROW 2")
    assert where(game, "trams") == {(BLUE, 0), (GREY, 0), (ORANGE, 0)}


def test_a_tracks_token_in_the_bottom_row_brings_a_tram() -> None:
    game = position(cities=[{GREEN: "1 bonus"}], taken="green 1 bonus")
    act(game, "ROW 4", "TRACK_BONUS", "CELL 4 1")
    assert where(game, "trams") == {(GREEN, 1)}


def test_a_tracks_token_does_not_change_the_value() -> None:
    game = position(cities=[{BLUE: "3", GREY: "1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1", "TRACK_BONUS", "CELL 0 0")
    assert value(game, BLUE, 0) == 3


def test_targets_are_cards_of_the_own_city_only() -> None:
    game = position(cities=[{GREEN: "4, 4"}, {BLUE: "1 bonus"}], taken="blue 1 bonus", to_move=1)
    act(game, "ROW 0", "DISTRICT_BONUS")
    assert legal(game) == ["CELL 0 0", "CELL 0 1"]
    act(game, "CELL 0 1")
    assert where(game, "plus2", seat=0) == set()
    assert where(game, "plus2", seat=1) == {(BLUE, 1)}


def test_one_city_can_take_every_bonus_once_and_tracks_besides() -> None:
    """A district gives one bonus only, so nobody has two +2 tokens, waivers or point tokens."""
    symbols = dict.fromkeys(ROWS, "1 bonus")
    hand = ", ".join(f"{colour} 1 bonus, {colour} 1 bonus" for colour in COLOURS)
    game = position(cities=[symbols], taken=hand, contracts=[5])
    for row in ROWS:
        act(game, f"ROW {row}", "DISTRICT_BONUS")
        if game.phase == "target":
            game.step(game.legal_actions()[-1])
        act(game, f"ROW {row}")
    assert game.phase == "end"
    assert left(game) == [2, 2, 2, 2, 2, 3]
    assert game.snapshot()["waivers"] == game.snapshot()["point_tokens"] == [1, 0]
