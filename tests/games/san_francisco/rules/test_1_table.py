"""RULES 1: what is on the table."""

from __future__ import annotations

import pytest

from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.game import Game
from tests.games.san_francisco.positions import (
    COLOURS,
    FOUNDATION_TOKENS,
    FULL_ROW,
    GREEN,
    ROWS,
    act,
    cards_in,
    of,
    position,
    where,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])


@every_player_count
def test_each_player_has_an_empty_city_of_five_rows_of_five(players: int) -> None:
    assert Game(players, seed=1).snapshot()["cities"] == [[[-1] * 5] * 5] * players


@every_player_count
def test_the_three_columns_are_empty_and_the_whole_deck_is_undrawn(players: int) -> None:
    table = Game(players, seed=1).snapshot()
    assert table["columns"] == [[], [], []]
    assert table["drawn"] is None
    assert table["deck_left"] == 87


@every_player_count
def test_foundation_tokens_by_number_of_players(players: int) -> None:
    assert Game(players, seed=1).snapshot()["foundation_tokens"] == FOUNDATION_TOKENS[players]


@every_player_count
def test_three_copies_of_each_of_the_six_bonuses(players: int) -> None:
    assert Game(players, seed=1).snapshot()["bonuses_left"] == [3] * 6


@every_player_count
def test_nobody_holds_anything_at_the_start(players: int) -> None:
    table = Game(players, seed=1).snapshot()
    for holding in ("contracts", "waivers", "point_tokens"):
        assert table[holding] == [0] * players
    assert table["medal"] == -1
    assert table["completion"] == [-1] * 5


@every_player_count
def test_player_0_begins(players: int) -> None:
    game = Game(players, seed=1)
    assert (game.to_move, game.phase) == (0, "turn")


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_only_two_to_four_can_play(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        Game(players)


@pytest.mark.parametrize(("row", "colour"), list(enumerate(COLOURS)))
def test_rows_from_top_to_bottom(row: int, colour: str) -> None:
    game = position(taken=f"{colour} 3")
    act(game, f"ROW {row}")
    assert cards_in(game, row) == [f"{colour} 3"]


@pytest.mark.parametrize("space", range(5))
def test_every_space_of_the_bottom_row_touches_the_printed_depot(space: int) -> None:
    game = position(cities=[{GREEN: of(space, "0")}], taken="green 0 tracks")
    act(game, "ROW 4")
    assert where(game, "trams") == {(GREEN, space)}


def test_no_other_row_touches_a_printed_depot() -> None:
    game = position(cities=[{row: of(5, "0 tracks") for row in ROWS[:4]}])
    assert where(game, "trams") == set()


def test_project_cards_come_in_six_colours() -> None:
    assert {card.colour for card in Deck.load("standard")} == {*COLOURS, "black"}


def test_contracts_are_not_limited_to_the_12_of_the_box() -> None:
    game = position(columns=[of(13, "black 0")], contracts=[12, 0])
    act(game, "FINALIZE 0")
    assert game.snapshot()["contracts"] == [13, 0]


def test_trams_are_not_limited_to_the_28_of_the_box() -> None:
    tracks = dict.fromkeys(ROWS, of(5, "0 tracks"))
    game = position(cities=[tracks, {**tracks, 0: of(4, "0 tracks")}])
    assert len(where(game, "trams", seat=0)) == 25
    assert len(where(game, "trams", seat=1)) == 24


def test_a_new_table_has_no_trams_skyscrapers_or_tokens_in_cities() -> None:
    game = Game(seed=1)
    for grid in ("trams", "skyscrapers", "plus2", "track_tokens", "values"):
        assert where(game, grid, seat=0) == where(game, grid, seat=1) == set()


def test_everything_but_the_order_of_the_deck_is_public() -> None:
    """Both players see the same columns, cities and drawn card: one snapshot serves all."""
    game = position(cities=[{GREEN: FULL_ROW}], columns=["blue 1"], drawn="grey 2")
    table = game.snapshot()
    assert "deck" not in table
    assert table["deck_left"] == 10
