"""RULES 7: decisions and action numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sf_env.core.errors import IllegalAction
from tests.games.ticket_to_ride.late import emptied, nearly_empty
from tests.games.ticket_to_ride.positions import (
    PLACES,
    Game,
    act,
    actions,
    board,
    claim,
    claims,
    legal,
    new_game,
    position,
    rest,
)

# Action numbers

ACTIONS = {
    "DRAW": 0,
    **{f"TAKE {kind}": 1 + kind for kind in range(7)},
    "TICKETS": 8,
    "KEEP 0": 9,
    "KEEP 1": 10,
    "KEEP BOTH": 11,
    **{f"COLOUR {kind}": 12 + kind for kind in range(6)},
    "COLOUR ferry": 18,
    **{f"PAY {ferries}": 19 + ferries for ferries in range(7)},
    "TOKEN 0": 26,
    "TOKEN 1": 27,
    "PASS": 28,
    **{f"PLACE {location}": 29 + location for location in range(32)},
    **{f"CLAIM {route}": 61 + route for route in range(64)},
}


def test_there_are_125_actions() -> None:
    assert len(actions.NAMES) == len(ACTIONS) == 125


@pytest.mark.parametrize(("name", "number"), list(ACTIONS.items()))
def test_action_numbers(name: str, number: int) -> None:
    assert actions.name(number) == name
    assert actions.number(name) == number


# What is legal in each phase


def keeping_first() -> Game:
    return new_game(board(), 3, cards=rest([]))


def placing() -> Game:
    game = keeping_first()
    act(game, *["KEEP 0"] * 3, "PLACE 7")
    return game


def in_turn() -> Game:
    routes = ["F-G 2 blue", "G-H 3 blue", "H-I 2 grey 1", "I-J 1 red"]
    return position(board(*routes), hands=["2 blue"], face_up="4 red, ferry")


def in_turn_with_a_ferry() -> Game:
    routes = ["F-G 2 blue", "G-H 3 blue", "H-I 2 grey 1", "I-J 1 red", "J-F 4 grey 2"]
    return position(board(*routes), hands=["blue, red, 2 ferry"], face_up="4 red, ferry")


def with_nothing_to_do() -> Game:
    return emptied()


def in_second() -> Game:
    game = position(board("F-G 2 blue"), hands=["2 blue"], face_up="green, 2 red, 2 ferry")
    act(game, "DRAW")
    return game


def in_second_without_a_deck() -> Game:
    game = nearly_empty()
    act(game, "DRAW", "DRAW", "DRAW")
    return game


def keeping() -> Game:
    game = position()
    act(game, "TICKETS")
    return game


def choosing_a_colour() -> Game:
    hand = "3 blue, 2 green, black, pink, 2 red, ferry"
    game = position(board("F-G 3 grey 1"), hands=[hand], face_up="5 orange")
    act(game, "CLAIM 0")
    return game


def choosing_a_colour_or_ferries() -> Game:
    game = position(board("F-G 2 red 1"), hands=["red, blue, 2 ferry"], face_up="5 orange")
    act(game, "CLAIM 0")
    return game


def choosing_the_only_colour() -> Game:
    game = position(board("F-G 2 red"), hands=["2 red"], face_up="5 orange")
    act(game, "CLAIM 0")
    return game


def paying() -> Game:
    game = position(board("F-G 5 grey 1"), hands=["3 red, 5 ferry"], face_up="5 orange")
    act(game, "CLAIM 0", "COLOUR 4")
    return game


def paying_the_only_way() -> Game:
    game = position(board("F-G 3 grey 1"), hands=["2 red, ferry, blue"], face_up="5 orange")
    act(game, "CLAIM 0", "COLOUR 4")
    return game


def choosing_a_token() -> Game:
    game = position(board("A-B 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    return game


def when_over() -> Game:
    game = emptied()
    act(game, "PASS", "PASS")
    return game


KEEPS = ["KEEP 0", "KEEP 1", "KEEP BOTH"]
# A position in each phase, its name, and exactly what is legal there.
PHASES: list[tuple[Callable[[], Game], str, list[str]]] = [
    (keeping_first, "keep_first", KEEPS),
    (placing, "place", [f"PLACE {n}" for n in (5, 6, 8, 9, 10, 11, 12)]),
    (in_turn, "turn", ["DRAW", "TAKE 4", "TAKE 6", "TICKETS", "CLAIM 0"]),
    (
        in_turn_with_a_ferry,
        "turn",
        ["DRAW", "TAKE 4", "TAKE 6", "TICKETS", "CLAIM 0", "CLAIM 1", "CLAIM 2", "CLAIM 3"],
    ),
    (with_nothing_to_do, "turn", ["PASS"]),
    (in_second, "second", ["DRAW", "TAKE 1", "TAKE 4"]),
    (in_second_without_a_deck, "second", ["TAKE 4", "TAKE 5"]),
    (keeping, "keep", KEEPS),
    (choosing_a_colour, "colour", ["COLOUR 0", "COLOUR 1", "COLOUR 4"]),
    (choosing_a_colour_or_ferries, "colour", ["COLOUR 4", "COLOUR ferry"]),
    (choosing_the_only_colour, "colour", ["COLOUR 4"]),
    (paying, "pay", ["PAY 2", "PAY 3", "PAY 4"]),
    (paying_the_only_way, "pay", ["PAY 1"]),
    (choosing_a_token, "token", ["TOKEN 0", "TOKEN 1"]),
    (when_over, "over", []),
]
every_phase = pytest.mark.parametrize(
    ("make", "phase", "names"), PHASES, ids=[make.__name__ for make, _, _ in PHASES]
)


@every_phase
def test_what_is_legal(make: Callable[[], Game], phase: str, names: list[str]) -> None:
    game = make()
    assert (game.phase, legal(game)) == (phase, names)
    assert game.legal_actions() == sorted(game.legal_actions())
    assert game.snapshot()["legal"] == game.legal_actions()


@every_phase
def test_an_illegal_action_changes_nothing(
    make: Callable[[], Game], phase: str, names: list[str]
) -> None:
    game = make()
    before = game.snapshot()
    for name in ACTIONS:
        if name not in names:
            with pytest.raises(IllegalAction):
                act(game, name)
    assert game.snapshot() == before
    assert game.phase == phase


@every_phase
def test_numbers_that_are_no_actions_are_illegal(
    make: Callable[[], Game], phase: str, names: list[str]
) -> None:
    game = make()
    for number in (-1, 125, 10**9):
        with pytest.raises(IllegalAction):
            game.step(number)
    assert (game.phase, legal(game)) == (phase, names)


# Single points


def test_claiming_tickets_and_passing_are_not_possible_as_a_second_card() -> None:
    game = position(board("F-G 1 blue"), hands=["2 blue"], face_up="5 red", deck="red")
    act(game, "TAKE 4")
    assert legal(game) == ["DRAW", "TAKE 4"]


def test_a_second_card_is_a_decision_also_if_there_is_only_one() -> None:
    game = nearly_empty()
    act(game, "DRAW", "DRAW", "DRAW", "TAKE 4", "TAKE 4", "TAKE 5", "TAKE 5")
    assert (game.phase, legal(game)) == ("second", ["TAKE 5"])


def test_draw_is_not_legal_while_the_deck_is_empty() -> None:
    game = nearly_empty()
    act(game, "DRAW", "DRAW", "DRAW", "TAKE 4")
    assert legal(game) == ["TAKE 4", "TAKE 5", "TICKETS"]


def test_the_colour_of_no_card_in_hand_is_not_chosen() -> None:
    """Ferries enough for all cards but one still need a card of the colour."""
    game = position(board("F-G 3 grey"), hands=["red, 3 ferry"], face_up="5 orange")
    act(game, "CLAIM 0")
    assert legal(game) == ["COLOUR 4", "COLOUR ferry"]


def test_a_colour_is_not_chosen_if_its_one_place_would_be_a_symbols() -> None:
    game = position(board("F-G 2 grey 2"), hands=["2 red, 2 ferry"], face_up="5 orange")
    act(game, "CLAIM 0")
    assert legal(game) == ["COLOUR ferry"]


def test_paying_with_a_colour_takes_at_least_one_card_of_it() -> None:
    game = position(board("F-G 2 red"), hands=["2 red, 2 ferry"], face_up="5 orange")
    act(game, "CLAIM 0", "COLOUR 4")
    assert legal(game) == ["PAY 0", "PAY 1"]


def test_a_token_is_no_decision_at_one_end() -> None:
    game = position(board("A-F 1 blue"), hands=["2 blue"])
    claim(game, 0, "blue")
    assert game.phase == "turn"


def test_routes_that_the_map_does_not_have_are_never_claimed() -> None:
    """A board has 12 routes for six ferries besides those that are given."""
    game = position(board("F-G 2 blue"), hands=["2 blue, 6 ferry"], face_up="5 orange")
    assert claims(game) == [f"CLAIM {route}" for route in range(13)]


def test_each_set_of_cards_is_paid_in_exactly_one_way() -> None:
    """Of two colours and ferries: all sets that differ, each once."""
    paid = []
    for colour in ("COLOUR 3", "COLOUR 4", "COLOUR ferry"):
        ways = ["PAY 0", "PAY 1", "PAY 2"] if colour != "COLOUR ferry" else [None]
        for way in ways:
            game = position(
                board("F-G 3 grey"), hands=["3 pink, 3 red, 3 ferry, blue"], face_up="5 orange"
            )
            act(game, "CLAIM 0", colour, *([way] if way else []))
            paid.append(tuple(game.snapshot()["discards"]))
    assert len(set(paid)) == len(paid) == 7
    assert all(sum(cards) == 3 for cards in paid)


def test_both_places_are_decisions_of_their_own() -> None:
    game = keeping_first()
    act(game, *["KEEP 0"] * 3)
    for name in PLACES:
        assert game.phase == "place"
        act(game, name)
    assert game.phase == "turn"
