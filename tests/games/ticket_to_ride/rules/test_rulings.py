"""What the rulebook leaves open: one test for each ruling of the rules."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.late import emptied, nearly_empty, three_rows
from tests.games.ticket_to_ride.positions import (
    PLACES,
    act,
    board,
    claim,
    known,
    legal,
    new_game,
    pile,
    position,
    rest,
    row,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])


def test_kinds_of_tokens_go_to_the_marked_locations_in_the_maps_order() -> None:
    """RULES 2.1: nothing is chosen there."""
    game = new_game(board(marked="JHFCA"), cards=rest([]))
    assert [pile(game, letter)[0] for letter in "ACFHJ"] == [0, 1, 2, 3, 4]


@every_player_count
def test_tickets_are_kept_one_after_the_other_so_later_seats_see_how_many(players: int) -> None:
    """RULES 2.4."""
    game = new_game(board(), players, cards=rest([]))
    act(game, "KEEP BOTH")
    assert (game.phase, game.to_move) == ("keep_first", 1)
    seen = game.snapshot(seat=1)
    assert len(seen["ticket_deck"]) == 60 - 2 * players
    act(game, "KEEP 0")
    assert len(game.snapshot(seat=0)["ticket_deck"]) == 60 - 2 * players + 1
    assert game.snapshot(seat=0)["ticket_by"][-1] == 1


@every_player_count
def test_seat_0_has_the_first_turn(players: int) -> None:
    """RULES 2.6."""
    game = new_game(board(), players, cards=rest([]))
    act(game, *["KEEP 0"] * players, *PLACES)
    assert (game.phase, game.to_move) == ("turn", 0)


def test_the_second_card_must_be_drawn_if_there_is_one() -> None:
    """RULES 3."""
    game = nearly_empty("F-G 1 blue")
    act(game, "DRAW")
    assert legal(game) == ["DRAW", "TAKE 4", "TAKE 5"]


def test_the_turn_ends_if_there_is_no_second_card() -> None:
    """RULES 3: only a ferry is left, which cannot be the second card."""
    game = nearly_empty(
        hands=("6 blue, 6 green, 2 black, 4 ferry", "4 black, 6 pink, 5 red, 3 ferry"),
        face_up="red, 3 orange, ferry",
    )
    act(game, *["DRAW"] * 3, "TAKE 4", "TAKE 5", "TAKE 5", "TAKE 5")
    assert (game.phase, game.to_move, row(game)) == ("turn", 0, "1 ferry")


def test_pass_is_legal_only_for_who_can_do_nothing() -> None:
    """RULES 3: even a claim that costs dearly must be made."""
    game = emptied("F-G 6 pink")
    assert legal(game) == ["PASS"]
    act(game, "PASS")
    assert legal(game) == ["CLAIM 0"]


def test_the_game_ends_when_all_pass_one_after_the_other() -> None:
    """RULES 3."""
    game = emptied()
    act(game, "PASS")
    assert not game.is_over
    act(game, "PASS")
    assert game.is_over
    assert len(game.winners()) >= 1


def test_a_row_stays_when_too_few_others_are_left() -> None:
    """RULES 5c: outside the hands are 8 ferries and 2 oranges."""
    game = position(
        hands=["6 blue, 6 green, 4 black", "2 black, 6 pink, 6 red, 2 orange"],
        face_up="3 orange, 2 ferry",
        deck="orange, 6 ferry",
    )
    act(game, "TAKE 5", "TAKE 5")
    assert row(game) == "2 orange, 3 ferry"


def test_at_most_three_rows_are_discarded() -> None:
    """RULES 5c."""
    game = three_rows()
    act(game, "TAKE 5")
    assert row(game) == "1 orange, 4 ferry"


def test_with_more_than_2_players_earlier_decks_are_not_remembered() -> None:
    """RULES 8: counting the cards of a deck that was drawn to its end is left to the players."""
    game = position(
        board("F-G 6 blue"),
        3,
        hands=["6 blue, 6 green", "6 black, 6 pink", "4 red, 8 ferry"],
        face_up="2 red, 3 orange",
        deck="3 orange",
    )
    claim(game, 0, "blue")
    act(game, *["DRAW"] * 3)
    assert game.snapshot()["deck"] == 6
    assert [known(game, seat) for seat in range(3)] == ["", "", ""]


def test_being_able_to_pay_tells_nothing() -> None:
    """RULES 8: neither a claim that is going on nor its colour makes cards known."""
    game = position(board("F-G 2 blue"), hands=["2 blue"])
    act(game, "CLAIM 0", "COLOUR 0")
    assert known(game, 0) == ""


def test_a_ticket_seen_and_drawn_by_others_is_unknown() -> None:
    """RULES 8: seat 0 put ticket 1 under the deck, and seat 1 has drawn it."""
    game = position(board(ticket_count=8), 3)
    assert game.snapshot(seat=0)["ticket_deck"] == [None, None, 1, None, None]
    act(game, "TICKETS", "KEEP BOTH", "TICKETS", "KEEP 1")
    assert game.snapshot()["ticket_deck"] == [5, 1]
    assert game.snapshot(seat=0)["ticket_deck"] == [None, None]
    assert game.snapshot(seat=1)["ticket_deck"] == [None, 1]


def test_what_others_kept_tells_how_many_only() -> None:
    """RULES 8."""
    game = position()
    before = len(game.snapshot()["ticket_deck"])
    act(game, "TICKETS", "KEEP BOTH", "TICKETS", "KEEP 0")
    seen = game.snapshot(seat=1)
    assert seen["tickets"][0] is None
    assert len(seen["ticket_deck"]) == before - 2 - 1
