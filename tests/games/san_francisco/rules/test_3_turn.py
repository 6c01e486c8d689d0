"""RULES 3: the turn."""

from __future__ import annotations

import pytest

from sf_env.games.san_francisco.game import Game
from tests.games.san_francisco.positions import (
    FOUNDATION,
    FOUNDATION_TOKENS,
    GREY,
    act,
    cards_in,
    legal,
    of,
    position,
    row_names,
)

every_player_count = pytest.mark.parametrize("players", [2, 3, 4])
every_column = pytest.mark.parametrize("column", [0, 1, 2])


# Place a project


@every_player_count
def test_play_goes_round_from_player_0(players: int) -> None:
    game = position(players, deck=of(9, "blue 1"))
    movers = []
    for _ in range(9):
        movers.append(game.to_move)
        act(game, "DRAW", "COLUMN 1")
    assert movers == [turn % players for turn in range(9)]


def test_drawing_turns_up_the_top_card_for_the_same_player_to_place() -> None:
    game = position(deck="grey 3, blue 1")
    act(game, "DRAW")
    table = game.snapshot()
    assert str(game.deck.card(table["drawn"])) == "grey 3"
    assert (table["phase"], table["to_move"]) == ("column", 0)
    assert table["deck_left"] == 11


def test_cards_are_drawn_in_the_order_of_the_deck() -> None:
    order = [*range(40, 87), *range(40)]
    game = Game(order=order)
    for number in order[:5]:
        act(game, "DRAW")
        assert game.snapshot()["drawn"] == number
        act(game, "COLUMN 0")


@every_column
def test_the_drawn_card_goes_in_the_column_of_choice_behind_the_others(column: int) -> None:
    game = position(columns=["blue 0", "blue 1", "blue 2"], deck="grey 3")
    act(game, "DRAW", f"COLUMN {column}")
    expected = [[0], [1], [2]]
    expected[column].append(3)
    assert game.snapshot()["columns"] == expected
    assert game.snapshot()["drawn"] is None
    assert (game.phase, game.to_move) == ("turn", 1)


def test_there_is_no_limit_to_a_column() -> None:
    game = position(columns=[of(60, "green 0")], deck=of(20, "green 1"))
    act(game, *["DRAW", "COLUMN 0"] * 20)
    assert game.snapshot()["columns"] == [list(range(80)), [], []]


@every_player_count
@every_column
def test_a_foundation_card_takes_a_token_when_placed(players: int, column: int) -> None:
    game = position(players, deck="blue 1 foundation coast")
    act(game, "DRAW")
    assert game.snapshot()["foundation_tokens"] == FOUNDATION_TOKENS[players]
    act(game, f"COLUMN {column}")
    assert game.snapshot()["foundation_tokens"] == FOUNDATION_TOKENS[players] - 1


@pytest.mark.parametrize("text", ["blue 0 coast", "grey 0 plaza", "green 2 tracks bonus"])
def test_other_cards_take_no_token(text: str) -> None:
    game = position(deck=text)
    act(game, "DRAW", "COLUMN 0")
    assert game.snapshot()["foundation_tokens"] == 6


@every_player_count
@every_column
def test_the_last_foundation_token_ends_the_game_at_once(players: int, column: int) -> None:
    game = position(players, deck=FOUNDATION, tokens=1, to_move=1)
    act(game, "DRAW")
    assert not game.is_over
    act(game, f"COLUMN {column}")
    table = game.snapshot()
    assert (table["phase"], table["ender"], table["to_move"]) == ("over", 1, 1)
    assert table["foundation_tokens"] == 0
    assert len(table["columns"][column]) == 1


def test_the_last_token_but_one_does_not_end_the_game() -> None:
    game = position(deck=FOUNDATION, tokens=2)
    act(game, "DRAW", "COLUMN 0")
    assert (game.phase, game.to_move) == ("turn", 1)
    assert game.snapshot()["ender"] == -1


# Finalize projects


@pytest.mark.parametrize("contracts", [0, 1, 2, 3])
@pytest.mark.parametrize("cards", [0, 1, 2, 3, 4])
def test_a_column_needs_more_cards_than_the_player_has_contracts(
    cards: int, contracts: int
) -> None:
    game = position(columns=["", of(cards, "blue 1")], contracts=[contracts, 0])
    assert legal(game) == (["DRAW", "FINALIZE 1"] if cards > contracts else ["DRAW"])


def test_the_contracts_of_others_do_not_matter() -> None:
    game = position(columns=["blue 1"], contracts=[0, 5])
    assert legal(game) == ["DRAW", "FINALIZE 0"]


@every_column
def test_all_cards_of_the_column_are_taken_and_the_other_columns_stay(column: int) -> None:
    game = position(columns=[of(2, "blue 1"), of(2, "grey 1"), of(2, "green 1")])
    act(game, f"FINALIZE {column}")
    table = game.snapshot()
    taken = [2 * column, 2 * column + 1]
    assert table["taken"] == taken
    assert table["columns"] == [
        [2 * other, 2 * other + 1] if other != column else [] for other in range(3)
    ]
    assert (table["phase"], table["to_move"]) == ("build", 0)


def test_one_contract_is_taken_at_once() -> None:
    game = position(3, columns=[of(5, "blue 1")], contracts=[1, 0, 2])
    act(game, "FINALIZE 0")
    assert game.snapshot()["contracts"] == [2, 0, 2]
    assert game.phase == "build"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([0, 1], [0, 0]),
        ([0, 3], [0, 2]),
        ([0, 1, 1], [0, 0, 0]),
        ([0, 2, 1], [0, 1, 0]),
        ([0, 1, 2, 3], [0, 0, 1, 2]),
    ],
)
def test_when_everybody_has_a_contract_everybody_discards_one(
    before: list[int], after: list[int]
) -> None:
    game = position(len(before), columns=["blue 1"], contracts=before)
    act(game, "FINALIZE 0")
    assert game.snapshot()["contracts"] == after


@pytest.mark.parametrize("before", [[0, 0], [0, 0, 1], [0, 1, 0], [0, 2, 0, 2], [0, 0, 4, 4]])
def test_nobody_discards_while_somebody_has_no_contract(before: list[int]) -> None:
    game = position(len(before), columns=["blue 1"], contracts=before)
    act(game, "FINALIZE 0")
    assert game.snapshot()["contracts"] == [1, *before[1:]]


def test_everybody_discards_one_only_once() -> None:
    """Two of each would leave somebody with a contract less than none."""
    game = position(columns=["blue 1"], contracts=[0, 4])
    act(game, "FINALIZE 0")
    assert game.snapshot()["contracts"] == [0, 3]


def test_the_taken_cards_are_built_or_discarded_one_by_one() -> None:
    game = position(columns=["blue 1, grey 2, blue 3"])
    act(game, "FINALIZE 0", "ROW 0", "DISCARD", "ROW 0")
    assert cards_in(game, 0) == ["blue 1", "blue 3"]
    assert cards_in(game, GREY) == []
    assert (game.phase, game.to_move) == ("turn", 1)


def test_the_taken_cards_are_built_in_any_order() -> None:
    game = position(columns=["blue 1, blue 2, blue 3"])
    act(game, "FINALIZE 0", "DEFER", "DEFER", "ROW 0", "DEFER", "ROW 0", "ROW 0")
    assert cards_in(game, 0) == ["blue 3", "blue 2", "blue 1"]


def test_all_the_taken_cards_can_be_discarded() -> None:
    game = position(columns=["blue 1, grey 2"])
    act(game, "FINALIZE 0", "DISCARD", "DISCARD")
    assert game.snapshot()["cities"] == [[[-1] * 5] * 5] * 2
    assert (game.phase, game.to_move) == ("turn", 1)


def test_a_discarded_card_leaves_the_game() -> None:
    game = position(columns=["blue 1"], deck="grey 2")
    act(game, "FINALIZE 0", "DISCARD")
    table = game.snapshot()
    assert table["columns"] == [[], [], []]
    assert table["taken"] == []
    assert table["deck_left"] == 11


@pytest.mark.parametrize("choice", ["ROW 0", "DISCARD"])
def test_foundation_tokens_never_return(choice: str) -> None:
    game = position(columns=[FOUNDATION])
    assert game.snapshot()["foundation_tokens"] == 5
    act(game, "FINALIZE 0", choice)
    assert game.snapshot()["foundation_tokens"] == 5


# Contract waiver


@pytest.mark.parametrize(
    ("contracts", "waivable"),
    [(0, []), (1, ["WAIVE 1"]), (2, ["WAIVE 1", "WAIVE 2"]), (5, ["WAIVE 1", "WAIVE 2"])],
)
def test_a_waiver_discards_one_or_two_but_not_more_than_held(
    contracts: int, waivable: list[str]
) -> None:
    game = position(waivers=[1], contracts=[contracts])
    assert legal(game) == ["DRAW", *waivable]


@pytest.mark.parametrize("count", [1, 2])
def test_a_used_waiver_is_lost_and_leaves_the_game(count: int) -> None:
    game = position(waivers=[1, 1], contracts=[3])
    act(game, f"WAIVE {count}")
    table = game.snapshot()
    assert table["contracts"] == [3 - count, 0]
    assert table["waivers"] == [0, 1]
    assert table["bonuses_left"] == [3, 3, 3, 3, 1, 3]
    assert legal(game) == ["DRAW"]


def test_a_waiver_before_the_turn_makes_a_column_available() -> None:
    game = position(waivers=[1], contracts=[2], columns=[of(1, "blue 1"), of(2, "blue 2")])
    assert legal(game) == ["DRAW", "WAIVE 1", "WAIVE 2"]
    act(game, "WAIVE 1")
    assert legal(game) == ["DRAW", "FINALIZE 1"]
    act(game, "FINALIZE 1")
    assert game.snapshot()["contracts"] == [2, 0]


@pytest.mark.parametrize("count", [1, 2])
def test_a_waiver_at_the_end_of_a_turn_in_which_a_card_was_placed(count: int) -> None:
    game = position(waivers=[1], contracts=[2], deck="blue 1")
    act(game, "DRAW", "COLUMN 0")
    assert legal(game) == ["WAIVE 1", "WAIVE 2", "END_TURN"]
    act(game, f"WAIVE {count}")
    table = game.snapshot()
    assert (table["phase"], table["to_move"]) == ("turn", 1)
    assert table["contracts"] == [2 - count, 0]
    assert table["waivers"] == [0, 0]


@pytest.mark.parametrize("choice", ["ROW 0", "DISCARD"])
def test_a_waiver_at_the_end_of_a_turn_in_which_projects_were_finalized(choice: str) -> None:
    """The contract just taken can be discarded again."""
    game = position(waivers=[1], columns=["blue 1"])
    act(game, "FINALIZE 0", choice)
    assert legal(game) == ["WAIVE 1", "END_TURN"]
    act(game, "WAIVE 1")
    assert game.snapshot()["contracts"] == [0, 0]
    assert game.to_move == 1


def test_a_waiver_can_be_kept_for_a_later_turn() -> None:
    game = position(waivers=[1], contracts=[1], deck="blue 1, blue 1")
    act(game, "DRAW", "COLUMN 0", "END_TURN")
    assert game.snapshot()["waivers"] == [1, 0]
    act(game, "DRAW", "COLUMN 0")
    assert game.to_move == 0
    assert "WAIVE 1" in legal(game)


def test_a_waiver_used_before_the_turn_is_not_there_at_its_end() -> None:
    game = position(waivers=[1], contracts=[2], deck="blue 1")
    act(game, "WAIVE 1", "DRAW", "COLUMN 0")
    assert (game.phase, game.to_move) == ("turn", 1)


def test_a_waiver_works_only_in_its_holders_own_turn() -> None:
    game = position(waivers=[0, 1], contracts=[0, 2], deck="blue 1")
    assert legal(game) == ["DRAW"]
    act(game, "DRAW", "COLUMN 0")
    assert game.to_move == 1
    assert legal(game) == ["DRAW", "WAIVE 1", "WAIVE 2"]


def test_a_waiver_is_not_offered_between_drawing_and_placing_nor_while_building() -> None:
    game = position(waivers=[1], contracts=[1], drawn="blue 1")
    assert legal(game) == ["COLUMN 0", "COLUMN 1", "COLUMN 2"]
    game = position(waivers=[1], contracts=[1], taken="black 1, black 1")
    assert legal(game) == [*row_names(range(5)), "DISCARD", "DEFER"]


def test_everybody_discards_before_the_waiver_at_the_end_of_the_turn() -> None:
    """Taking the contract made everybody discard, so there is none left to waive."""
    game = position(waivers=[1], columns=["blue 1"], contracts=[0, 1])
    act(game, "FINALIZE 0", "ROW 0")
    assert game.snapshot()["contracts"] == [0, 0]
    assert (game.phase, game.to_move) == ("turn", 1)


@pytest.mark.parametrize("contracts", [[2, 0], [3, 1], [2, 1]])
def test_a_waiver_never_makes_the_others_discard(contracts: list[int]) -> None:
    """In play somebody always has no contract; here also a table where nobody has none."""
    game = position(waivers=[1], contracts=contracts, deck="blue 1")
    act(game, "WAIVE 1")
    assert game.snapshot()["contracts"] == [contracts[0] - 1, contracts[1]]
