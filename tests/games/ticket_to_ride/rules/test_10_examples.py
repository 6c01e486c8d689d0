"""RULES 10: the worked examples, one after the other."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.late import ended, with_two_trams_to_come
from tests.games.ticket_to_ride.positions import (
    Game,
    act,
    board,
    claim,
    claims,
    discards,
    held,
    legal,
    new_game,
    pile,
    place,
    position,
    rest,
    row,
    tokens,
    until_turn_of,
)

FACE_UP = "3 pink, 2 orange"


def ways_to_pay(route: str, hand: str) -> list[str]:
    """Return the cards paid for a route, one text for each way of claiming it."""

    def after(*names: str) -> Game:
        game = position(board(route), hands=[hand], face_up=FACE_UP)
        act(game, *names)
        return game

    ways, open_ways = [], [(name,) for name in claims(after())]
    while open_ways:
        names = open_ways.pop()
        game = after(*names)
        if game.phase == "turn":
            ways.append(discards(game))
        else:
            open_ways += [(*names, name) for name in legal(game)]
    return sorted(ways)


def test_1_three_face_up_ferries_are_replaced_before_the_second_card_is_chosen() -> None:
    deck = "ferry, 3 ferry, black, red, 4 green, blue"
    game = position(face_up="3 pink, 2 ferry", deck=deck)
    act(game, "TAKE 3")
    assert (game.phase, game.to_move) == ("second", 0)
    assert row(game) == "1 blue, 4 green"
    assert discards(game) == "1 black, 2 pink, 1 red, 6 ferry"
    assert legal(game) == ["DRAW", "TAKE 0", "TAKE 1"]


def test_2_a_ferry_face_up_ends_the_turn_and_one_drawn_blindly_does_not() -> None:
    game = position(face_up="4 pink, ferry", deck="black, ferry")
    act(game, "TAKE 6")
    assert (game.phase, game.to_move) == ("turn", 1)
    game = position(face_up="4 pink, ferry", deck="ferry")
    act(game, "DRAW")
    assert (game.phase, game.to_move) == ("second", 0)
    assert legal(game) == ["DRAW", "TAKE 3"]


def test_3_a_grey_ferry_route_of_3_with_one_symbol() -> None:
    route = "F-G 3 grey 1"
    assert ways_to_pay(route, "2 red, 2 ferry") == ["1 red, 2 ferry", "2 red, 1 ferry"]
    assert ways_to_pay(route, "red, 3 ferry") == ["1 red, 2 ferry", "3 ferry"]
    assert ways_to_pay(route, "3 red, blue") == []


def test_4_a_black_route_of_3_is_paid_in_four_ways() -> None:
    ways = ["1 black, 2 ferry", "2 black, 1 ferry", "3 black", "3 ferry"]
    assert ways_to_pay("F-G 3 black", "3 black, 3 ferry") == ways
    game = position(board("F-G 3 black"), hands=["3 black, 3 ferry"], face_up=FACE_UP)
    act(game, "CLAIM 0", "COLOUR ferry")
    assert discards(game) == "3 ferry"


def test_5_a_double_with_2_and_with_3_players() -> None:
    hand = "2 blue, 2 green"
    for players, open_to_others in ((2, []), (3, ["CLAIM 1"])):
        game = position(board("F-G 2 blue", "G-F 2 green"), players, hands=[hand] * 2)
        claim(game, 0, "blue")
        assert claims(game) == open_to_others
        until_turn_of(game, 0)
        assert claims(game) == []


def test_6_a_route_with_tokens_at_both_ends() -> None:
    routes = ["A-B 1 blue", "B-A 1 green", "A-F 1 blue", "B-G 1 blue"]

    def after(*first: int) -> Game:
        game = position(board(*routes), 3, hands=["2 blue, 2 green"])
        for route in first:
            claim(game, route, "blue")
            until_turn_of(game, 0)
        claim(game, 1, "green")
        return game

    choice = after()
    assert legal(choice) == ["TOKEN 0", "TOKEN 1"]
    one_kind = after(2)
    assert (one_kind.phase, tokens(one_kind, 0)) == ("turn", [0, 1])
    both_kinds = after(2, 3)
    assert (both_kinds.phase, tokens(both_kinds, 0)) == ("turn", [0, 1])
    assert (pile(both_kinds, "A"), pile(both_kinds, "B")) == ((0, 1), (1, 1))


@pytest.mark.parametrize(("players", "seats", "size"), [(2, (1, 1), 1), (4, (3, 2), 3)])
def test_7_the_last_piles_are_placed(players: int, seats: tuple[int, int], size: int) -> None:
    game = new_game(board(), players, cards=rest([]))
    act(game, *["KEEP 0"] * players)
    for kind, (letter, seat) in enumerate(zip("HG", seats, strict=True), 5):
        assert (game.phase, game.to_move) == ("place", seat)
        act(game, f"PLACE {place(letter)}")
        assert pile(game, letter) == (kind, size)


def test_8_two_trams_are_left_at_the_end_of_a_turn() -> None:
    game = with_two_trams_to_come(players=3)
    claim(game, 2, "black")
    assert game.snapshot()["trams"][0] == 2
    for seat in (1, 2, 0):
        assert (game.phase, game.to_move) == ("turn", seat)
        act(game, "DRAW", "DRAW")
    assert game.is_over


def test_9_the_last_ticket_is_kept_at_once() -> None:
    game = position(board(ticket_count=8), keep="KEEP BOTH")
    act(game, "TICKETS", "KEEP 0", "TICKETS", "KEEP BOTH")
    assert game.snapshot()["ticket_deck"] == [5]
    act(game, "TICKETS")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert game.snapshot()["tickets"][0] == [0, 1, 4, 5]


def test_10_a_ticket_counts_if_own_routes_connect_its_ends() -> None:
    chart = board("F-G 1 blue", "G-H 1 blue", "F-I 1 blue", "I-H 1 blue", tickets=["F-H 6"])
    game = position(chart, hands=["4 blue", "2 blue, 2 green"])
    claim(game, 2, "blue")
    claim(game, 1, "blue")
    claim(game, 0, "blue")
    assert game.scores()[0]["tickets"] == -6
    until_turn_of(game, 0)
    claim(game, 3, "blue")
    assert game.scores()[0]["tickets"] == 6


def test_11_equal_points() -> None:
    more_completed = ended("A-B 5", "F-G 10", third=False)
    assert [score["total"] for score in more_completed.scores()] == [40, 40]
    assert more_completed.winners() == [1]
    shared = ended("A-B 5", "A-D 5", third=True)
    assert [score["total"] for score in shared.scores()] == [40, 40]
    assert shared.winners() == [0, 1]


def test_12_the_deck_runs_out_in_the_middle_of_refilling() -> None:
    """Two cards are left when three ferries clear the row."""
    game = position(
        hands=["6 blue, 6 green, 4 ferry", "6 black, 6 pink, 4 red"],
        face_up="2 red, orange, 2 ferry",
        deck="4 orange, ferry, ferry, orange",
        later="red, orange, ferry",
    )
    act(game, *["DRAW"] * 4, "TAKE 4")
    assert (row(game), discards(game)) == ("1 red, 2 orange, 2 ferry", "")
    assert game.snapshot()["deck"] == 2
    assert held(game, 0) == "6 blue, 6 green, 1 red, 2 orange, 4 ferry"
