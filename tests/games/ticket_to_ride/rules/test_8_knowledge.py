"""RULES 8: what a player knows."""

from __future__ import annotations

import pytest

from sf_env.games.ticket_to_ride.rules import TICKET_TO_RIDE
from tests.games.ticket_to_ride.late import emptied, nearly_empty
from tests.games.ticket_to_ride.positions import (
    Game,
    act,
    board,
    claim,
    held,
    known,
    position,
    row,
    until_turn_of,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])

# Keys of a snapshot that look different to a seat; all others are public.
HIDDEN = {"hands", "tickets", "offer", "ticket_deck", "legal"}


# Cards that a seat certainly holds


def test_nothing_is_known_of_the_first_cards() -> None:
    game = position(players=3)
    assert [known(game, seat) for seat in range(3)] == ["", "", ""]


def test_a_card_taken_face_up_is_known() -> None:
    game = position(face_up="2 red, 3 green", deck="green, blue")
    act(game, "TAKE 4", "TAKE 1")
    assert (known(game, 0), known(game, 1)) == ("1 green, 1 red", "")
    act(game, "TAKE 0", "DRAW")
    assert (known(game, 0), known(game, 1)) == ("1 green, 1 red", "1 blue")


def test_a_ferry_taken_face_up_is_known() -> None:
    game = position(face_up="4 red, ferry")
    act(game, "TAKE 6")
    assert known(game, 0) == "1 ferry"


def test_a_card_drawn_blindly_is_not_known() -> None:
    game = position()
    act(game, "DRAW", "DRAW")
    assert known(game, 0) == ""


def with_two_reds_known(hand: str) -> Game:
    """Return a game in which seat 0 has taken two red cards besides these, and is to move again."""
    chart = board(*(f"{ends} {n} grey" for n, ends in enumerate(["F-G", "G-H", "H-I"], 1)))
    game = position(chart, hands=[hand], face_up="3 red, 2 orange", deck="2 orange")
    act(game, "TAKE 4", "TAKE 4")
    until_turn_of(game, 0)
    assert known(game, 0) == "2 red"
    return game


@pytest.mark.parametrize(
    ("hand", "spaces", "left"),
    [("2 blue", 1, "1 red"), ("2 blue", 2, ""), ("2 red", 2, ""), ("2 red", 3, "")],
)
def test_cards_paid_are_first_those_that_are_known(hand: str, spaces: int, left: str) -> None:
    """Even if the seat holds others of the kind: known becomes max(0, known - paid)."""
    game = with_two_reds_known(hand)
    claim(game, spaces - 1, "red")
    assert known(game, 0) == left


def test_ferries_paid_count_by_themselves() -> None:
    game = with_two_reds_known("2 ferry")
    claim(game, 1, "red", ferries=1)
    assert (held(game, 0), known(game, 0)) == ("1 red, 1 ferry", "1 red")
    until_turn_of(game, 0)
    claim(game, 0, "ferry")
    assert (held(game, 0), known(game, 0)) == ("1 red", "1 red")


def test_known_ferries_go_down_when_ferries_are_paid() -> None:
    game = position(board("F-G 2 grey"), hands=["2 ferry"], face_up="4 red, ferry")
    act(game, "TAKE 6")
    until_turn_of(game, 0)
    claim(game, 0, "ferry")
    assert (held(game, 0), known(game, 0)) == ("1 ferry", "")


def test_a_payment_does_not_change_what_is_known_of_others() -> None:
    game = position(board("F-G 1 red"), hands=["2 red"], face_up="3 red, 2 green")
    act(game, "TICKETS", "KEEP 0", "TAKE 4", "TAKE 4")
    claim(game, 0, "red")
    assert (known(game, 0), known(game, 1)) == ("", "2 red")


# When the discards become the deck


def test_with_2_players_a_shuffle_makes_both_hands_known() -> None:
    """Seat 1 draws the last card; seat 0 has discarded."""
    game = nearly_empty("F-G 6 blue")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW")
    assert (known(game, 0), known(game, 1)) == ("", "")
    act(game, "DRAW")
    assert known(game, 0) == held(game, 0) == "6 green, 2 black, 1 orange, 4 ferry"
    assert known(game, 1) == held(game, 1)


def test_a_price_paid_is_gone_before_the_shuffle_that_it_makes() -> None:
    game = emptied("F-G 6 blue", later="5 blue")
    claim(game, 0, "blue")
    assert known(game, 0) == held(game, 0) == "6 green, 2 black, 1 red, 3 orange, 4 ferry"
    assert known(game, 1) == held(game, 1)


def test_a_card_taken_is_in_the_hand_before_the_shuffle_that_it_makes() -> None:
    game = nearly_empty("F-G 6 blue")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "TAKE 4")
    assert game.snapshot()["deck"] == 6
    assert known(game, 0) == held(game, 0) == "6 green, 2 black, 1 red, 4 ferry"


def test_after_a_shuffle_cards_drawn_blindly_are_unknown_again() -> None:
    game = nearly_empty("F-G 6 blue", later="blue")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "DRAW", "DRAW")
    assert held(game, 0) == "1 blue, 6 green, 2 black, 1 orange, 4 ferry"
    assert known(game, 0) == "6 green, 2 black, 1 orange, 4 ferry"


def test_without_discards_an_empty_deck_changes_nothing() -> None:
    game = nearly_empty()
    act(game, "DRAW", "DRAW", "DRAW")
    assert game.snapshot()["deck"] == 0
    assert (known(game, 0), known(game, 1)) == ("", "")


def test_with_3_players_a_shuffle_changes_nothing() -> None:
    game = position(
        board("F-G 6 blue"),
        3,
        hands=["6 blue, 6 green", "6 black, 6 pink", "4 red, 8 ferry"],
        face_up="2 red, 3 orange",
        deck="3 orange",
        later="2 blue",
    )
    claim(game, 0, "blue")
    act(game, "TAKE 4", "DRAW")
    assert game.snapshot()["deck"] == 1
    act(game, "DRAW")
    assert (game.snapshot()["deck"], row(game)) == (6, "1 red, 4 orange")
    assert [known(game, seat) for seat in range(3)] == ["", "1 red", ""]


# What a seat sees


@every_player_count
def test_a_seat_sees_its_own_hand_and_tickets_only(players: int) -> None:
    game = position(players=players)
    everything = game.snapshot()
    for seat in range(players):
        seen = game.snapshot(seat=seat)
        for key in ("hands", "tickets"):
            expected = [None] * players
            expected[seat] = everything[key][seat]
            assert seen[key] == expected


@every_player_count
def test_everything_else_is_public(players: int) -> None:
    game = position(board("A-B 1 blue"), players, hands=["2 blue"], face_up="5 red")
    claim(game, 0, "blue")
    act(game, "TOKEN 0", "TAKE 4", "DRAW")
    everything = game.snapshot()
    for seat in range(players):
        seen = game.snapshot(seat=seat)
        assert seen.keys() == everything.keys()
        for key in everything.keys() - HIDDEN:
            assert seen[key] == everything[key], key


def test_the_colour_chosen_for_a_claim_is_public() -> None:
    game = position(board("F-G 1 grey"), hands=["blue, red"])
    act(game, "CLAIM 0", "COLOUR 4")
    assert (game.snapshot(seat=1)["claiming"], game.snapshot(seat=1)["colour"]) == (0, 4)


def test_what_is_legal_is_known_to_the_seat_to_move() -> None:
    game = position(board("F-G 1 grey"), hands=["blue, red"])
    act(game, "CLAIM 0")
    assert game.snapshot(seat=0)["legal"] == game.legal_actions()
    assert not game.snapshot(seat=1)["legal"]


def test_nothing_is_offered_is_public() -> None:
    game = position()
    assert [game.snapshot(seat=seat)["offer"] for seat in (0, 1)] == [[], []]


def test_a_seat_knows_the_places_of_tickets_that_it_put_under_the_deck() -> None:
    game = position(board(ticket_count=9), 3)
    assert game.snapshot()["ticket_deck"] == [6, 7, 8, 1, 3, 5]
    assert game.snapshot(seat=1)["ticket_deck"] == [None] * 4 + [3, None]
    act(game, "TICKETS", "KEEP 1")
    assert game.snapshot(seat=0)["ticket_deck"] == [None, 1, None, None, 6]
    assert game.snapshot(seat=1)["ticket_deck"] == [None, None, 3, None, None]


def test_who_put_a_ticket_under_the_deck_is_public() -> None:
    game = position(board(ticket_count=9), 3)
    act(game, "TICKETS", "KEEP 1")
    for seat in (None, 0, 1, 2):
        assert game.snapshot(seat=seat)["ticket_by"] == [-1, 0, 1, 2, 0]


def test_a_ticket_put_under_the_deck_is_unknown_again_when_another_draws_it() -> None:
    game = position(board(ticket_count=8), 3)
    assert game.snapshot()["ticket_deck"] == [6, 7, 1, 3, 5]
    act(game, "TICKETS", "KEEP BOTH", "TICKETS", "KEEP 0")
    table = game.snapshot()
    assert (table["tickets"][1], table["ticket_deck"]) == ([1, 2], [5, 3])
    assert game.snapshot(seat=0)["ticket_deck"] == [None, None]
    assert game.snapshot(seat=0)["tickets"] == [[0, 6, 7], None, None]


def test_a_ticket_put_under_the_deck_comes_back_as_an_offer() -> None:
    game = position(board(ticket_count=8), 3)
    act(game, "TICKETS", "KEEP BOTH", "TICKETS", "KEEP BOTH")
    assert game.snapshot(seat=2)["ticket_deck"] == [5]
    act(game, "TICKETS")
    assert game.snapshot(seat=2)["tickets"][2] == [4, 5]


def test_others_see_nothing_at_the_end_either() -> None:
    game = emptied()
    act(game, "PASS", "PASS")
    seen = game.snapshot(seat=0)
    assert seen["hands"][1] is None
    assert seen["tickets"][1] is None


# Actions


@every_player_count
def test_which_of_two_tickets_was_kept_is_shown_to_its_seat_alone(players: int) -> None:
    """All others see that one was kept, or both."""
    for action in range(len(TICKET_TO_RIDE.actions)):
        secret = TICKET_TO_RIDE.actions[action] in ("KEEP 0", "KEEP 1")
        for mover in range(players):
            for seat in range(players):
                shown = TICKET_TO_RIDE.shows_action(action, mover, seat)
                assert shown == (seat == mover or not secret)
            assert TICKET_TO_RIDE.shows_action(action, mover, None)
