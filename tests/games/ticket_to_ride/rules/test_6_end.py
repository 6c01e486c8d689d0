"""RULES 6: the end and the score."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sf_env.core.errors import IllegalAction
from tests.games.ticket_to_ride.late import (
    LONG,
    RICH,
    SECOND_LONG,
    emptied,
    ended,
    with_two_trams_to_come,
)
from tests.games.ticket_to_ride.positions import (
    Game,
    act,
    board,
    claim,
    legal,
    position,
    tokens,
    until_turn_of,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])


def turns_left(game: Game) -> int | None:
    left: int | None = game.snapshot()["turns_left"]
    return left


# The end


@every_player_count
def test_two_trams_at_the_end_of_a_turn_give_everybody_one_more_turn(players: int) -> None:
    game = with_two_trams_to_come(players=players)
    assert turns_left(game) is None
    claim(game, 2, "black")
    movers = []
    for left in range(players, 0, -1):
        assert turns_left(game) == left
        movers.append(game.to_move)
        act(game, "DRAW", "DRAW")
    assert movers == [*range(1, players), 0]
    assert (game.is_over, turns_left(game)) == (True, 0)


@pytest.mark.parametrize(("last", "triggers"), [(1, False), (2, True), (3, True), (4, True)])
def test_two_trams_or_fewer_but_not_three(last: int, triggers: bool) -> None:
    """With 15 trams placed, the last claim leaves 5 less its spaces."""
    chart = board("F-G 6 blue", "G-H 6 green", "H-I 4 black", f"I-J {last} grey")
    game = position(chart, hands=["6 blue, 6 green, 4 black, 4 ferry"])
    for route, colour in enumerate(["blue", "green", "black"]):
        claim(game, route, colour)
        until_turn_of(game, 0)
    assert (game.snapshot()["trams"][0], turns_left(game)) == (4, None)
    claim(game, 3, "ferry")
    assert (turns_left(game) == 2) is triggers
    assert game.snapshot()["trams"][0] == 4 - last


def test_the_turn_ends_only_after_the_token_is_chosen() -> None:
    game = with_two_trams_to_come("A-B 6 grey")
    claim(game, 3, "black")
    assert (game.phase, game.snapshot()["trams"][0], turns_left(game)) == ("token", 2, None)
    act(game, "TOKEN 0")
    assert turns_left(game) == 2


def test_only_the_first_time_counts() -> None:
    """Seat 1 has two trams as well in its last turn."""
    game = position(board(*LONG, *SECOND_LONG), **RICH)
    for route, colours in enumerate([("blue", "pink"), ("green", "red")]):
        for seat in (0, 1):
            claim(game, route + 3 * seat, colours[seat])
    claim(game, 2, "black", ferries=2)
    assert turns_left(game) == 2
    claim(game, 5, "orange", ferries=2)
    assert (game.snapshot()["trams"], turns_left(game)) == ([2, 2], 1)
    act(game, "DRAW", "DRAW")
    assert game.is_over


def test_a_last_turn_may_be_a_claim() -> None:
    game = with_two_trams_to_come("I-J 2 grey", hand="6 blue, 6 green, 6 black, 2 ferry")
    claim(game, 2, "black")
    act(game, "DRAW", "DRAW")
    claim(game, 3, "ferry")
    assert game.is_over
    assert game.snapshot()["trams"][0] == 0


def test_a_last_turn_may_be_drawing_tickets() -> None:
    game = with_two_trams_to_come()
    claim(game, 2, "black")
    act(game, "TICKETS", "KEEP 0", "TICKETS")
    assert not game.is_over
    act(game, "KEEP BOTH")
    assert game.is_over


def test_a_game_that_ended_by_passing_has_no_last_turns() -> None:
    game = emptied()
    act(game, "PASS", "PASS")
    assert (game.is_over, turns_left(game)) == (True, None)


def test_all_may_pass_in_the_last_turns() -> None:
    game = emptied()
    game.state["turns_left"] = 2
    act(game, "PASS", "PASS")
    assert (game.is_over, turns_left(game)) == (True, 0)


def test_when_the_game_is_over_nothing_is_legal() -> None:
    game = emptied()
    act(game, "PASS", "PASS")
    before = game.snapshot()
    assert (before["phase"], before["legal"]) == ("over", [])
    for name in ("DRAW", "PASS", "TICKETS"):
        with pytest.raises(IllegalAction):
            act(game, name)
    assert game.snapshot() == before


def test_a_pass_in_the_last_turns_is_a_turn() -> None:
    """All cards are in the hands when seat 0 pays a ferry for its last route; seat 1 takes it."""
    game = position(
        board("F-G 6 blue", "G-H 6 green", "H-I 5 black", "I-J 1 grey", ticket_count=8),
        hands=["6 blue, 6 green, 5 black, ferry", "6 pink, 4 red, 2 orange, 6 ferry"],
        face_up="2 red, 3 orange",
        deck="black, orange, ferry",
        later="6 blue, 6 green, 5 black, ferry",
        keep="KEEP BOTH",
    )
    for route, colour in enumerate(["blue", "green", "black"]):
        claim(game, route, colour)
        act(game, "DRAW", "DRAW")
    act(game, *["DRAW"] * 14, "TAKE 4", "TAKE 4", *["TAKE 5"] * 3)
    act(game, *["TICKETS", "KEEP BOTH"] * 2)
    claim(game, 3, "ferry")
    act(game, "TAKE 6")
    assert (turns_left(game), legal(game)) == (1, ["PASS"])
    act(game, "PASS")
    assert (game.is_over, turns_left(game), game.snapshot()["passes"]) == (True, 0, 1)


# The score


def scored(ticket: str, own: Sequence[str] = (), others: Sequence[str] = ()) -> dict[str, int]:
    """Return the score of seat 0, which holds this ticket, once these routes are claimed."""
    routes = [*(f"{ends} 1 blue" for ends in own), *(f"{ends} 1 pink" for ends in others)]
    game = position(board(*routes, tickets=[ticket]), hands=["6 blue", "6 pink"], face_up="5 red")
    for turn in range(max(len(own), len(others))):
        for colour, first, count in (("blue", 0, len(own)), ("pink", len(own), len(others))):
            if turn < count:
                claim(game, first + turn, colour)
            else:
                act(game, "DRAW", "DRAW")
    score: dict[str, int] = game.scores()[0]
    return score


def test_a_completed_ticket_is_worth_its_points() -> None:
    score = scored("F-G 7", own=["F-G"])
    assert (score["tickets"], score["completed"], score["total"]) == (7, 1, 1 + 7)


def test_a_ticket_that_is_not_completed_loses_its_points() -> None:
    score = scored("F-H 7", own=["F-G"])
    assert (score["tickets"], score["completed"], score["total"]) == (-7, 0, 1 - 7)


@pytest.mark.parametrize(
    "way",
    [
        ["F-G", "G-H"],
        ["H-G", "G-F"],
        ["G-H", "I-J", "F-G"],
        ["F-J", "J-I", "I-G", "G-H"],
        ["F-G", "G-I", "I-F", "I-H"],
    ],
)
def test_routes_connect_in_any_way(way: list[str]) -> None:
    assert scored("F-H 7", own=way)["completed"] == 1


def test_trams_of_other_players_never_help() -> None:
    assert scored("F-H 7", own=["F-G"], others=["G-H"])["completed"] == 0
    assert scored("F-H 7", others=["F-H"])["completed"] == 0
    assert scored("F-H 7", own=["F-G", "H-I"], others=["G-H"])["completed"] == 0


def test_there_is_no_bonus_for_a_longest_route() -> None:
    score = scored("F-G 7", own=["F-G", "G-H", "H-I", "I-J"])
    assert score == {"routes": 4, "tickets": 7, "tokens": 0, "completed": 1, "total": 11}


@pytest.mark.parametrize("kinds", range(8))
def test_points_for_kinds_of_tokens(kinds: int) -> None:
    game = position(board(*(f"{end}-F 1 blue" for end in "ABCDEKL")), hands=["6 blue, 2 ferry"])
    for route in range(kinds):
        claim(game, route, "blue" if route < 6 else "ferry")
        until_turn_of(game, 0)
    assert tokens(game, 0) == list(range(kinds))
    assert game.scores()[0]["tokens"] == [0, 0, 1, 2, 4, 6, 9, 12][kinds]


def test_the_total_is_the_sum() -> None:
    game = position(board("A-F 6 blue", "B-F 3 red", tickets=["A-B 7"]), hands=["6 blue, 4 red"])
    claim(game, 0, "blue")
    until_turn_of(game, 0)
    claim(game, 1, "red")
    assert game.scores()[0] == {
        "routes": 15 + 4,
        "tickets": 7,
        "tokens": 1,
        "completed": 1,
        "total": 27,
    }


# Who wins


def totals(game: Game) -> list[tuple[int, int]]:
    return [(score["total"], score["completed"]) for score in game.scores()][:2]


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert position().winners() == []


def test_most_points_win() -> None:
    game = ended("A-B 5", "F-G 9", third=False)
    assert totals(game) == [(40, 0), (39, 1)]
    assert game.winners() == [0]


def test_of_equal_points_more_completed_tickets_win() -> None:
    game = ended("A-B 5", "F-G 10", third=False)
    assert totals(game) == [(40, 0), (40, 1)]
    assert game.winners() == [1]


@pytest.mark.parametrize("players", [2, 3])
def test_if_still_equal_the_win_is_shared(players: int) -> None:
    game = ended("A-B 5", "A-D 5", third=True, players=players)
    assert totals(game) == [(40, 0), (40, 0)]
    assert game.winners() == [0, 1]
