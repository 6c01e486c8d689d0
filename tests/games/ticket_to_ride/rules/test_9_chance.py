"""RULES 9: chance."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.late import nearly_empty
from tests.games.ticket_to_ride.positions import (
    Game,
    act,
    board,
    claim,
    held,
    kinds_in,
    new_game,
    position,
    rest,
    row,
    without_legal,
)

DEALT = "2 blue, 2 green, 2 pink, 2 red, orange"  # two hands, and the row


def test_the_cards_of_an_order_leave_the_deck_one_after_the_other() -> None:
    """Dealt, turned up, drawn, and turned up again."""
    game = new_game(board(), cards=f"{DEALT}, black, ferry, orange, red", tickets=range(60))
    act(game, *["KEEP 0"] * 2, "PLACE 10", "PLACE 11", "DRAW", "TAKE 4", "TAKE 5", "DRAW")
    assert (held(game, 0), held(game, 1)) == ("2 blue, 1 black, 1 red", "2 green, 1 red, 1 orange")
    assert row(game) == "2 pink, 1 red, 1 orange, 1 ferry"


def test_the_tickets_of_an_order_lie_top_first() -> None:
    order = [5, 3, 8, 1, 0, 2, 4, 6, 7]
    game = new_game(board(ticket_count=9), cards=rest([]), tickets=order)
    assert game.snapshot()["offer"] == [5, 3]
    assert game.snapshot()["ticket_deck"] == [0, 2, 4, 6, 7]
    act(game, "KEEP BOTH")
    assert game.snapshot()["offer"] == [8, 1]
    assert game.snapshot()["tickets"] == [[3, 5], []]


def test_an_order_and_the_actions_determine_the_game() -> None:
    def played() -> Game:
        game = position(board("F-G 2 blue"), hands=["2 blue"], tickets=range(59, -1, -1))
        claim(game, 0, "blue")
        act(game, "DRAW", "TAKE 4", "TICKETS", "KEEP 1")
        return game

    assert played().snapshot() == played().snapshot()


def test_what_has_not_left_the_deck_makes_no_difference() -> None:
    first, second = (position(deck=cards) for cards in ("blue, 2 green", "blue, 2 ferry"))
    act(first, "DRAW")
    act(second, "DRAW")
    assert without_legal(first.snapshot()) == without_legal(second.snapshot())


def test_an_order_that_ends_with_the_deal_is_enough_until_a_card_is_drawn() -> None:
    game = new_game(board(), cards=DEALT)
    act(game, *["KEEP 0"] * 2, "PLACE 10", "PLACE 11", "TICKETS", "KEEP 0")
    assert game.phase == "turn"


# Errors name the position in the order, counted from 0.


def test_an_order_that_is_too_short_for_the_deal_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"\b8\b"):
        new_game(board(), cards=kinds_in(DEALT)[:8])


def test_an_order_that_runs_out_later_is_an_error() -> None:
    game = new_game(board(), cards=f"{DEALT}, black")
    act(game, *["KEEP 0"] * 2, "PLACE 10", "PLACE 11", "DRAW")
    with pytest.raises(ValueError, match=r"\b10\b"):
        act(game, "DRAW")


def test_a_card_that_the_deck_does_not_hold_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"\b6\b"):
        new_game(board(), cards="7 red, 2 blue")


def test_a_card_that_the_deck_does_not_hold_later_is_an_error() -> None:
    game = new_game(board(), cards=f"{DEALT}, 4 blue, blue")
    act(game, *["KEEP 0"] * 2, "PLACE 10", "PLACE 11", *["DRAW"] * 4)
    with pytest.raises(ValueError, match=r"\b13\b"):
        act(game, "DRAW")


def test_after_a_shuffle_only_discards_leave_the_deck() -> None:
    game = nearly_empty("F-G 6 blue", later="green")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "DRAW")
    with pytest.raises(ValueError, match=r"\b44\b"):
        act(game, "DRAW")
