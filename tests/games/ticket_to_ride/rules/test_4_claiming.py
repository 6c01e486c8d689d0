"""RULES 4: claiming a route."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.positions import (
    KINDS,
    act,
    board,
    claim,
    claims,
    discards,
    held,
    legal,
    position,
    row,
    until_turn_of,
    without_legal,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])
three_and_four = pytest.mark.parametrize("players", [3, 4])
every_colour = pytest.mark.parametrize("colour", KINDS[:6])

DOUBLE = ("F-G 1 blue", "F-G 1 green")
LONG = ("F-G 6 blue", "G-H 6 green", "H-I 6 black")
FACE_UP = "1 green, 2 black, 2 orange"


# Which routes may be claimed


def test_a_route_that_somebody_has_claimed_is_not_claimed_again() -> None:
    game = position(board("F-G 1 blue"), hands=["2 blue", "2 blue"])
    claim(game, 0, "blue")
    assert claims(game) == []
    until_turn_of(game, 0)
    assert claims(game) == []


@every_player_count
@pytest.mark.parametrize("twin", ["F-G 1 green", "G-F 1 green", "F-G 1 blue", "F-G 1 grey 1"])
def test_a_player_never_claims_both_routes_of_a_double(players: int, twin: str) -> None:
    game = position(board("F-G 1 blue", twin), players, hands=["blue, 2 green, ferry"])
    assert claims(game) == ["CLAIM 0", "CLAIM 1"]
    claim(game, 1, "ferry")
    until_turn_of(game, 0)
    assert claims(game) == []


def test_with_2_players_the_twin_is_closed_for_both() -> None:
    game = position(board(*DOUBLE), hands=["blue, green", "blue, green"])
    claim(game, 1, "green")
    assert claims(game) == []


@three_and_four
def test_with_more_players_the_twin_is_open_to_others(players: int) -> None:
    game = position(board(*DOUBLE), players, hands=["blue, green"] * players)
    claim(game, 1, "green")
    assert claims(game) == ["CLAIM 0"]
    claim(game, 0, "blue")
    assert claims(game) == []
    assert game.snapshot()["owner"][:2] == [1, 0]


def test_routes_of_different_ends_are_no_double() -> None:
    game = position(board("F-G 1 blue", "G-H 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    assert claims(game) == ["CLAIM 1"]


def test_a_route_needs_as_many_trams_as_it_has_spaces() -> None:
    chart = board(*LONG, "I-J 2 grey", "J-F 3 grey")
    hands = ["6 blue, 6 green, 4 black, 2 pink, 4 ferry"]
    game = position(chart, hands=hands, face_up="5 red")
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    claim(game, 1, "green")
    until_turn_of(game, 0)
    assert game.snapshot()["trams"][0] == 8
    assert claims(game) == ["CLAIM 2", "CLAIM 3", "CLAIM 4"]
    claim(game, 2, "black", ferries=2)
    until_turn_of(game, 0)
    assert game.snapshot()["trams"][0] == 2
    assert held(game, 0) == "2 pink, 2 ferry"
    assert claims(game) == ["CLAIM 3"]


def test_a_route_need_not_meet_the_players_others() -> None:
    game = position(board("F-G 1 blue", "I-J 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    claim(game, 1, "blue")
    assert game.snapshot()["owner"][:2] == [0, 0]


# The price


@every_colour
@pytest.mark.parametrize("own", [2, 3, 4])
def test_a_coloured_route_is_paid_with_cards_of_its_colour(colour: str, own: int) -> None:
    other = "pink" if colour != "pink" else "blue"
    hand = f"{own} {colour}, {6 - own} {other}"
    game = position(board(f"F-G 3 {colour}"), hands=[hand], face_up=FACE_UP)
    assert claims(game) == (["CLAIM 0"] if own >= 3 else [])
    if own >= 3:
        act(game, "CLAIM 0")
        assert legal(game) == [f"COLOUR {KINDS.index(colour)}"]


def test_a_grey_route_is_paid_with_cards_of_one_colour() -> None:
    game = position(board("F-G 3 grey"), hands=["3 blue, 2 green, 3 red"], face_up=FACE_UP)
    act(game, "CLAIM 0")
    assert legal(game) == ["COLOUR 0", "COLOUR 4"]
    act(game, "COLOUR 4", "PAY 0")
    assert held(game, 0) == "3 blue, 2 green"


def test_a_grey_route_is_not_paid_with_cards_of_two_colours() -> None:
    game = position(board("F-G 3 grey"), hands=["2 blue, 2 green"], face_up=FACE_UP)
    assert claims(game) == []


def test_ferries_may_replace_any_of_the_cards() -> None:
    game = position(board("F-G 3 red"), hands=["red, 2 ferry, blue"], face_up=FACE_UP)
    act(game, "CLAIM 0", "COLOUR 4")
    assert legal(game) == ["PAY 2"]


def test_each_ferry_symbol_takes_a_ferry() -> None:
    chart = board("F-G 3 grey 2", "G-H 3 grey 1", "H-I 3 grey")
    for hand, payable in [
        ("4 red", ["CLAIM 2"]),
        ("3 red, ferry", ["CLAIM 1", "CLAIM 2"]),
        ("2 red, 2 ferry", ["CLAIM 0", "CLAIM 1", "CLAIM 2"]),
        ("red, blue, 2 ferry", ["CLAIM 0", "CLAIM 1", "CLAIM 2"]),
    ]:
        assert claims(position(chart, hands=[hand], face_up=FACE_UP)) == payable


def test_a_coloured_route_may_have_ferry_symbols() -> None:
    chart = board("F-G 3 red 2")
    assert claims(position(chart, hands=["4 red"], face_up=FACE_UP)) == []
    assert claims(position(chart, hands=["2 blue, 2 ferry"], face_up=FACE_UP)) == []
    game = position(chart, hands=["2 red, 2 ferry"], face_up=FACE_UP)
    act(game, "CLAIM 0", "COLOUR 4")
    assert legal(game) == ["PAY 2"]


def test_a_route_of_symbols_only_is_paid_with_ferries_alone() -> None:
    game = position(board("F-G 2 red 2"), hands=["2 red, 2 ferry"], face_up=FACE_UP)
    act(game, "CLAIM 0")
    assert legal(game) == ["COLOUR ferry"]
    act(game, "COLOUR ferry")
    assert held(game, 0) == "2 red"


def test_first_the_colour_is_chosen_then_the_number_of_ferries() -> None:
    game = position(board("F-G 2 grey"), hands=["2 red, blue, ferry"], face_up=FACE_UP)
    act(game, "CLAIM 0")
    assert (game.phase, legal(game)) == ("colour", ["COLOUR 0", "COLOUR 4"])
    act(game, "COLOUR 4")
    assert (game.phase, legal(game)) == ("pay", ["PAY 0", "PAY 1"])


def test_with_ferries_alone_there_is_no_number_to_choose() -> None:
    game = position(board("F-G 2 grey"), hands=["2 ferry"], face_up=FACE_UP)
    act(game, "CLAIM 0", "COLOUR ferry")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert (held(game, 0), discards(game)) == ("", "2 ferry")


def test_until_the_payment_nothing_has_moved() -> None:
    chart = board("A-B 2 grey")
    game = position(chart, hands=["2 red, blue, ferry"], face_up=FACE_UP)
    before = without_legal(game.snapshot(), "phase", "claiming", "colour")
    act(game, "CLAIM 0")
    assert game.snapshot()["claiming"] == 0
    assert without_legal(game.snapshot(), "phase", "claiming", "colour") == before
    act(game, "COLOUR 4")
    assert (game.snapshot()["claiming"], game.snapshot()["colour"]) == (0, 4)
    assert without_legal(game.snapshot(), "phase", "claiming", "colour") == before


def test_there_is_no_going_back() -> None:
    game = position(board("F-G 1 red", "G-H 1 red"), hands=["2 red"], face_up=FACE_UP)
    act(game, "CLAIM 0")
    assert legal(game) == ["COLOUR 4"]
    act(game, "COLOUR 4")
    assert legal(game) == ["PAY 0"]


def test_the_cards_paid_go_to_the_discards() -> None:
    game = position(board("F-G 3 red"), hands=["3 red, 3 ferry"], face_up=FACE_UP)
    claim(game, 0, "red", ferries=1)
    assert (held(game, 0), discards(game)) == ("1 red, 2 ferry", "2 red, 1 ferry")
    assert row(game) == FACE_UP


@pytest.mark.parametrize("length", range(1, 7))
def test_one_tram_goes_to_each_space(length: int) -> None:
    game = position(board(f"F-G {length} blue"), hands=["6 blue"])
    claim(game, 0, "blue")
    table = game.snapshot()
    assert table["owner"][0] == 0
    assert table["trams"] == [20 - length, 20]
    assert sum(table["hands"][0]) == 6 - length


@pytest.mark.parametrize(("length", "points"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15)])
def test_points_for_routes_at_once(length: int, points: int) -> None:
    game = position(board(f"F-G {length} blue"), hands=["6 blue"])
    claim(game, 0, "blue")
    assert game.snapshot()["route_points"] == [points, 0]
    assert game.scores()[0]["routes"] == points
