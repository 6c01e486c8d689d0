"""RULES 5: the deck, the discards and the face-up cards."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.late import MANY, emptied, nearly_empty, three_rows
from tests.games.ticket_to_ride.positions import (
    Game,
    act,
    board,
    claim,
    discards,
    held,
    position,
    row,
)


def deck(game: Game) -> int:
    """Return the number of cards in the deck."""
    number: int = game.snapshot()["deck"]
    return number


# (a): the discards become the deck


def test_discards_become_the_deck_as_soon_as_it_is_empty() -> None:
    """Seat 0 pays six cards, seat 1 draws the last of the deck."""
    game = nearly_empty("F-G 6 blue")
    act(game, "DRAW", "DRAW")
    assert (deck(game), discards(game)) == (1, "")
    act(game, "TICKETS", "KEEP 0")
    claim(game, 0, "blue")
    assert (deck(game), discards(game)) == (1, "6 blue")
    act(game, "DRAW")
    assert (deck(game), discards(game)) == (6, "")


def test_what_was_discarded_is_drawn_again() -> None:
    game = nearly_empty("F-G 6 blue", later="2 blue")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "DRAW")
    assert (deck(game), discards(game)) == (6, "")
    act(game, "DRAW", "DRAW")
    assert (held(game, 1), deck(game)) == ("1 blue, 4 black, 6 pink, 4 red, 2 orange, 4 ferry", 4)


def test_a_price_paid_while_the_deck_is_empty_is_the_deck_at_once() -> None:
    game = emptied("F-G 6 blue", later="5 blue")
    claim(game, 0, "blue")
    assert (row(game), deck(game), discards(game)) == ("5 blue", 1, "")


def test_the_deck_is_empty_only_while_there_are_no_discards() -> None:
    game = nearly_empty()
    act(game, "DRAW", "DRAW", "DRAW")
    assert (deck(game), discards(game)) == (0, "")


# (b): five cards are face up


def test_a_card_taken_is_replaced_by_the_top_card_of_the_deck() -> None:
    game = position(face_up="2 red, 3 green", deck="blue, black")
    act(game, "TAKE 4")
    assert row(game) == "1 blue, 3 green, 1 red"
    act(game, "TAKE 1")
    assert row(game) == "1 blue, 2 green, 1 black, 1 red"


def test_refilling_goes_on_with_the_discards() -> None:
    """The last card of the deck replaces the first taken card, a discard the second one."""
    game = nearly_empty("F-G 6 blue", later="2 blue")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "TAKE 4")
    assert (row(game), deck(game), discards(game)) == ("1 red, 4 orange", 6, "")
    act(game, "TAKE 4")
    assert (row(game), deck(game), discards(game)) == ("1 blue, 4 orange", 5, "")


def test_fewer_than_five_are_face_up_only_while_the_deck_is_empty() -> None:
    game = nearly_empty("F-G 6 blue", later="2 blue")
    act(game, "DRAW", "DRAW", "DRAW", "TAKE 4")
    assert (row(game), deck(game)) == ("1 red, 3 orange", 0)
    claim(game, 0, "blue")
    assert (row(game), deck(game)) == ("1 blue, 1 red, 3 orange", 5)


def test_a_row_of_fewer_than_five_is_filled_by_what_there_is() -> None:
    game = emptied("F-G 2 blue", later="2 blue")
    claim(game, 0, "blue")
    assert (row(game), deck(game), discards(game)) == ("2 blue", 0, "")


# (c): three ferries


def test_three_face_up_ferries_discard_the_row() -> None:
    game = position(face_up="blue, 2 red, 2 ferry", deck="ferry, 4 green, orange")
    act(game, "TAKE 4")
    assert row(game) == "4 green, 1 orange"
    assert discards(game) == "1 blue, 1 red, 3 ferry"
    assert game.phase == "second"


def test_two_face_up_ferries_do_not() -> None:
    game = position(face_up="blue, 3 red, ferry", deck="ferry")
    act(game, "TAKE 4")
    assert (row(game), discards(game)) == ("1 blue, 2 red, 2 ferry", "")


@pytest.mark.parametrize(
    ("second_row", "gone"),
    [("green, 4 ferry", "1 blue, 1 green, 1 red, 7 ferry"), ("5 ferry", "1 blue, 1 red, 8 ferry")],
)
def test_four_or_five_ferries_discard_the_row_too(second_row: str, gone: str) -> None:
    game = position(
        face_up="blue, 2 red, 2 ferry", deck=f"ferry, {second_row}, 2 green, black, 2 red"
    )
    act(game, "TAKE 4")
    assert (row(game), discards(game)) == ("2 green, 1 black, 2 red", gone)


def test_a_new_row_with_three_ferries_is_discarded_too() -> None:
    game = position(face_up="blue, 2 red, 2 ferry", deck="ferry, 3 ferry, 2 pink, 5 black")
    act(game, "TAKE 4")
    assert row(game) == "5 black"
    assert discards(game) == "1 blue, 2 pink, 1 red, 6 ferry"


def test_a_row_is_discarded_after_the_second_card_too() -> None:
    game = position(face_up="blue, 2 red, 2 ferry", deck="green, ferry, 5 black")
    act(game, "DRAW", "TAKE 4")
    assert (game.to_move, row(game)) == (1, "5 black")


def test_at_most_three_rows_are_discarded_in_one_settling() -> None:
    game = three_rows()
    act(game, "TAKE 5")
    assert row(game) == "1 orange, 4 ferry"
    assert (discards(game), deck(game)) == ("2 orange, 3 ferry", 1)


def test_the_next_settling_counts_anew() -> None:
    """The last card of the deck is drawn; then two rows alternate, and three are discarded."""
    game = three_rows()
    act(game, "TAKE 5", "DRAW")
    assert row(game) == "2 orange, 3 ferry"
    assert (discards(game), deck(game)) == ("", 5)


def test_a_row_stays_if_fewer_than_three_others_are_outside_the_hands() -> None:
    game = position(hands=MANY, face_up="3 orange, 2 ferry", deck="orange, 6 ferry")
    act(game, "TAKE 5", "TAKE 5")
    assert (row(game), discards(game), deck(game)) == ("2 orange, 3 ferry", "", 5)


def test_others_among_the_discards_count() -> None:
    game = position(
        board("F-G 1 blue"),
        hands=MANY,
        face_up="3 orange, 2 ferry",
        deck="orange, 6 ferry",
        later="blue, 2 orange, 2 ferry",
    )
    claim(game, 0, "blue")
    act(game, "TAKE 5", "TAKE 5")
    assert row(game) == "1 blue, 2 orange, 2 ferry"
    assert (discards(game), deck(game)) == ("5 ferry", 1)


def test_a_discarded_row_comes_back_when_the_deck_runs_out() -> None:
    game = position(
        hands=["6 blue, 6 green, 4 ferry", "6 black, 6 pink, 4 red"],
        face_up="2 red, orange, 2 ferry",
        deck="4 orange, ferry, ferry, orange",
        later="red, orange, ferry",
    )
    act(game, "DRAW", "DRAW", "DRAW", "DRAW", "TAKE 4")
    assert row(game) == "1 red, 2 orange, 2 ferry"
    assert (discards(game), deck(game)) == ("", 2)
