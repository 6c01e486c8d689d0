"""RULES 4: the tokens of a claimed route."""

from __future__ import annotations

import pytest

from tests.games.ticket_to_ride.late import emptied
from tests.games.ticket_to_ride.positions import (
    act,
    board,
    claim,
    discards,
    held,
    legal,
    pile,
    position,
    row,
    tokens,
    until_turn_of,
)


@pytest.mark.parametrize("ends", ["A-F", "F-A"])
def test_a_token_at_one_end_is_taken_without_a_decision(ends: str) -> None:
    game = position(board(f"{ends} 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert (tokens(game, 0), pile(game, "A")) == ([0], (0, 1))


@pytest.mark.parametrize(("end", "kind"), [(0, 3), (1, 1)])
def test_with_tokens_at_both_ends_the_player_chooses_one(end: int, kind: int) -> None:
    game = position(board("D-B 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    assert (game.phase, game.to_move, game.snapshot()["claiming"]) == ("token", 0, 0)
    assert legal(game) == ["TOKEN 0", "TOKEN 1"]
    act(game, f"TOKEN {end}")
    assert tokens(game, 0) == [kind]
    assert [pile(game, letter)[1] for letter in "DB"] == [2 - (end == 0), 2 - (end == 1)]
    assert (game.phase, game.to_move) == ("turn", 1)


def test_no_token_where_no_pile_is() -> None:
    game = position(board("F-G 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    assert (tokens(game, 0), game.phase) == ([], "turn")


def test_no_second_token_of_a_kind() -> None:
    game = position(board("A-F 1 blue", "A-G 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    claim(game, 1, "blue")
    assert (tokens(game, 0), pile(game, "A")) == ([0], (0, 1))


def test_of_two_ends_only_the_new_kind_counts() -> None:
    game = position(board("A-F 1 blue", "A-B 1 blue", "C-A 1 green"), hands=["2 blue, 2 green"])
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    claim(game, 1, "blue")
    assert (game.phase, tokens(game, 0)) == ("turn", [0, 1])
    until_turn_of(game, 0)
    claim(game, 2, "green")
    assert (game.phase, tokens(game, 0)) == ("turn", [0, 1, 2])


def test_the_token_not_chosen_may_be_taken_with_a_later_route() -> None:
    game = position(board("A-B 1 blue", "B-F 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    act(game, "TOKEN 0")
    until_turn_of(game, 0)
    claim(game, 1, "blue")
    assert tokens(game, 0) == [0, 1]


def test_a_pile_that_is_used_up_gives_none() -> None:
    chart = board("K-F 1 blue", "G-K 1 blue", "K-A 1 blue")
    game = position(chart, hands=["2 blue, 2 green", "2 blue, 2 black"])
    assert pile(game, "K") == (5, 1)
    claim(game, 0, "blue")
    assert pile(game, "K") == (5, 0)
    claim(game, 1, "blue")
    assert tokens(game, 1) == []
    until_turn_of(game, 1)
    claim(game, 2, "blue")
    assert (game.phase, tokens(game, 1)) == ("turn", [0])


def test_everything_else_of_the_claim_is_done_before_the_choice() -> None:
    game = position(board("A-B 3 blue"), hands=["3 blue, green"])
    claim(game, 0, "blue")
    table = game.snapshot()
    assert game.phase == "token"
    assert (held(game, 0), discards(game)) == ("1 green", "3 blue")
    assert (table["owner"][0], table["trams"][0], table["route_points"][0]) == (0, 17, 4)
    act(game, "TOKEN 0")
    done = game.snapshot()
    changed = {key for key in table if table[key] != done[key]}
    assert changed == {"to_move", "phase", "pile_left", "tokens", "claiming", "legal"}


def test_the_cards_are_settled_before_the_choice() -> None:
    game = emptied("A-B 6 pink", later="5 pink")
    act(game, "PASS")
    claim(game, 0, "pink")
    assert (game.phase, game.to_move) == ("token", 1)
    assert (row(game), discards(game), game.snapshot()["deck"]) == ("5 pink", "", 1)
