"""RULES 3: the turn."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.late import emptied, nearly_empty
from tests.games.ticket_to_ride.positions import (
    act,
    board,
    claim,
    discards,
    held,
    known,
    legal,
    position,
    row,
)

FERRY_IN_ROW = {
    "hands": ("6 blue, 6 green, 2 black, 4 ferry", "4 black, 6 pink, 5 red, 3 ferry"),
    "face_up": "red, 3 orange, ferry",
}

# Draw transport cards


def test_a_card_drawn_blindly_is_the_top_card_of_the_deck() -> None:
    game = position(hands=["2 blue"], face_up="5 red", deck="green")
    act(game, "DRAW")
    assert held(game, 0) == "2 blue, 1 green"
    assert row(game) == "5 red"
    assert game.snapshot()["deck"] == 44 - 4 - 5 - 1


def test_a_card_drawn_blindly_is_unseen_by_others() -> None:
    game = position(hands=["2 blue"], deck="green")
    act(game, "DRAW")
    assert known(game, 0) == ""
    assert game.snapshot(seat=1)["hands"][0] is None


@pytest.mark.parametrize("kind", range(6))
def test_a_face_up_card_is_taken(kind: int) -> None:
    game = position(hands=["2 ferry"], face_up="blue, green, black, pink, red", deck="orange")
    if kind == 5:
        act(game, "TAKE 0")
    act(game, f"TAKE {kind}")
    assert game.snapshot()["hands"][0][kind] == 1


def test_a_face_up_card_is_replaced_at_once_from_the_deck() -> None:
    game = position(hands=["2 ferry"], face_up="5 red", deck="green, black")
    act(game, "TAKE 4")
    assert game.phase == "second"
    assert (row(game), held(game, 0)) == ("1 green, 4 red", "1 red, 2 ferry")
    act(game, "TAKE 1")
    assert (row(game), held(game, 0)) == ("1 black, 4 red", "1 green, 1 red, 2 ferry")
    assert discards(game) == ""


@pytest.mark.parametrize("first", ["DRAW", "TAKE 4"])
@pytest.mark.parametrize("second", ["DRAW", "TAKE 4"])
def test_two_cards_are_drawn_one_after_the_other(first: str, second: str) -> None:
    game = position(hands=["2 blue", "2 pink"], face_up="5 red", deck="2 green")
    act(game, first)
    assert (game.phase, game.to_move) == ("second", 0)
    act(game, second)
    assert (game.phase, game.to_move) == ("turn", 1)
    assert sum(game.snapshot()["hands"][0]) == 4


def test_a_face_up_ferry_taken_first_is_the_only_card() -> None:
    game = position(hands=["2 blue"], face_up="4 red, ferry", deck="green")
    act(game, "TAKE 6")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert (held(game, 0), row(game)) == ("2 blue, 1 ferry", "1 green, 4 red")


def test_a_face_up_ferry_may_not_be_taken_as_the_second_card() -> None:
    game = position(face_up="4 red, ferry", deck="green")
    assert "TAKE 6" in legal(game)
    act(game, "DRAW")
    assert legal(game) == ["DRAW", "TAKE 4"]


def test_a_ferry_that_replaces_the_first_card_may_not_be_taken_either() -> None:
    game = position(face_up="5 red", deck="ferry")
    act(game, "TAKE 4")
    assert row(game) == "4 red, 1 ferry"
    assert legal(game) == ["DRAW", "TAKE 4"]


def test_a_ferry_drawn_blindly_counts_like_any_card() -> None:
    game = position(hands=["2 blue"], deck="2 ferry")
    act(game, "DRAW")
    assert (game.phase, game.to_move) == ("second", 0)
    act(game, "DRAW")
    assert held(game, 0) == "2 blue, 2 ferry"
    assert (game.phase, game.to_move) == ("turn", 1)


def test_the_second_card_must_be_drawn_if_there_is_one() -> None:
    game = position(board("F-G 1 blue"), hands=["2 blue"], face_up="5 red")
    act(game, "DRAW")
    assert legal(game) == ["DRAW", "TAKE 4"]


def test_with_no_second_card_at_all_the_turn_ends() -> None:
    game = nearly_empty(**FERRY_IN_ROW)
    act(game, "TAKE 6", "DRAW", "DRAW", "TAKE 4", "TAKE 5", "TAKE 5", "TAKE 5")
    assert (row(game), game.snapshot()["deck"]) == ("1 orange", 0)
    assert (game.phase, game.to_move) == ("turn", 0)
    act(game, "TAKE 5")
    assert (game.phase, game.to_move) == ("turn", 1)


def test_with_only_a_face_up_ferry_left_the_turn_ends() -> None:
    game = nearly_empty(**FERRY_IN_ROW)
    act(game, "DRAW", "DRAW", "DRAW", "TAKE 4", "TAKE 5", "TAKE 5")
    assert (row(game), game.snapshot()["deck"]) == ("1 orange, 1 ferry", 0)
    assert (game.phase, game.to_move) == ("turn", 1)
    act(game, "TAKE 5")
    assert (game.phase, game.to_move) == ("turn", 0)
    assert legal(game) == ["TAKE 6", "TICKETS"]


def test_face_up_cards_are_not_replaced_once_the_deck_is_empty() -> None:
    game = nearly_empty()
    act(game, "DRAW", "DRAW", "DRAW")
    assert legal(game) == ["TAKE 4", "TAKE 5"]
    act(game, "TAKE 4")
    assert row(game) == "1 red, 3 orange"


# Draw tickets


def test_the_top_two_tickets_are_drawn() -> None:
    game = position()
    assert game.snapshot()["ticket_deck"][:3] == [4, 5, 6]
    act(game, "TICKETS")
    assert (game.phase, game.to_move) == ("keep", 0)
    assert game.snapshot()["offer"] == [4, 5]
    assert game.snapshot()["ticket_deck"][0] == 6


def test_drawn_tickets_are_seen_by_this_player_only() -> None:
    game = position()
    act(game, "TICKETS")
    assert game.snapshot(seat=0)["offer"] == [4, 5]
    assert game.snapshot(seat=1)["offer"] is None


@pytest.mark.parametrize(
    ("action", "kept", "under"),
    [("KEEP 0", [0, 4], [5]), ("KEEP 1", [0, 5], [4]), ("KEEP BOTH", [0, 4, 5], [])],
)
def test_one_or_both_are_kept(action: str, kept: list[int], under: list[int]) -> None:
    game = position()
    before = game.snapshot()["ticket_deck"]
    act(game, "TICKETS")
    assert legal(game) == ["KEEP 0", "KEEP 1", "KEEP BOTH"]
    act(game, action)
    table = game.snapshot()
    assert table["tickets"] == [kept, [2]]
    assert table["ticket_deck"] == before[2:] + under
    assert table["ticket_by"][-1] == (0 if under else 1)
    assert (game.phase, game.to_move) == ("turn", 1)


def test_a_single_ticket_left_is_kept_without_a_decision() -> None:
    game = position(board(ticket_count=9), 4)
    act(game, *["TICKETS", "KEEP BOTH"] * 2)
    assert game.snapshot()["ticket_deck"] == [7]
    act(game, "TICKETS")
    assert game.snapshot()["tickets"][2] == [4, 7]
    assert game.snapshot()["ticket_deck"] == []
    assert (game.phase, game.to_move) == ("turn", 3)


def test_tickets_are_not_drawn_from_an_empty_ticket_deck() -> None:
    game = position(board(ticket_count=8), 4, keep="KEEP BOTH")
    assert game.snapshot()["ticket_deck"] == []
    assert "TICKETS" not in legal(game)


# One thing in a turn


def test_a_claim_is_the_whole_turn() -> None:
    game = position(board("F-G 1 blue", "G-H 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    assert (game.phase, game.to_move) == ("turn", 1)


# Passing


def test_pass_is_the_only_action_if_nothing_else_is_possible() -> None:
    assert legal(emptied()) == ["PASS"]


def test_who_can_do_anything_may_not_pass() -> None:
    for game in (position(), emptied("F-G 6 blue")):
        assert "PASS" not in legal(game)
    assert legal(emptied("F-G 6 blue")) == ["CLAIM 0"]


def test_a_pass_is_a_turn() -> None:
    game = emptied()
    act(game, "PASS")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert game.snapshot()["passes"] == 1


def test_the_game_ends_at_once_when_all_have_passed_one_after_the_other() -> None:
    game = emptied()
    act(game, "PASS", "PASS")
    assert game.is_over
    table = game.snapshot()
    assert (table["phase"], table["passes"], table["turns_left"]) == ("over", 2, None)


def test_any_other_action_sets_the_count_of_passes_to_0() -> None:
    game = emptied("F-G 6 pink", later="5 pink")
    act(game, "PASS")
    assert legal(game) == ["CLAIM 0"]
    claim(game, 0, "pink")
    assert game.snapshot()["passes"] == 0
    assert row(game) == "5 pink"
    assert not game.is_over


def test_only_passes_are_counted() -> None:
    game = position(board("F-G 1 blue"), hands=["2 blue"], face_up="4 red, ferry")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "TICKETS", "KEEP 0", "TAKE 6")
    assert game.snapshot()["passes"] == 0
