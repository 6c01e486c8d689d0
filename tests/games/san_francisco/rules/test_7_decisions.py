"""RULES 7: decisions and action numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sf_env import Deck, actions
from sf_env.core.errors import IllegalAction
from sf_env.games.san_francisco.game import Game
from sf_env.games.san_francisco.length import longest_game
from tests.games.san_francisco.positions import (
    BLUE,
    FOUNDATION,
    FULL_ROW,
    GREEN,
    GREY,
    ORANGE,
    ROWS,
    YELLOW,
    act,
    cell_names,
    legal,
    of,
    position,
    row_names,
)

ALMOST_FULL = {**dict.fromkeys(ROWS, FULL_ROW), GREY: of(4, "0")}


def in_turn() -> Game:
    return position(columns=["blue 1", "", of(3, "grey 1")], contracts=[1], waivers=[1])


def in_column() -> Game:
    return position(drawn="grey 1", columns=["blue 1"], contracts=[1], waivers=[1])


def in_build() -> Game:
    return position(cities=[{GREY: FULL_ROW}], taken="black 1, blue 2", contracts=[1], waivers=[1])


def in_bonus() -> Game:
    game = position(cities=[{GREY: "1 bonus"}], taken="grey 1 bonus, blue 1", waivers=[1])
    act(game, "ROW 1")
    return game


def in_target_cell() -> Game:
    game = position(cities=[{BLUE: "1, 1 bonus", GREEN: "1"}], taken="blue 1 tracks bonus, blue 1")
    act(game, "ROW 0", "TRACK_BONUS")
    return game


def in_target_row() -> Game:
    game = position(cities=[{GREY: "0, 0, 0, 1 bonus"}], taken="grey 1 bonus, blue 1")
    act(game, "ROW 1", "DISTRICT_BONUS")
    return game


def in_end() -> Game:
    game = position(columns=["blue 1"], drawn="grey 1", contracts=[3], waivers=[1])
    act(game, "COLUMN 1")
    return game


def when_over() -> Game:
    game = position(cities=[ALMOST_FULL], taken="grey 1, blue 1", contracts=[2], waivers=[1])
    act(game, "ROW 1")
    return game


# A position in each phase, its name, and exactly what is legal there.
PHASES: dict[str, tuple[Callable[[], Game], str, list[str]]] = {
    "turn": (in_turn, "turn", ["DRAW", "FINALIZE 2", "WAIVE 1"]),
    "column": (in_column, "column", ["COLUMN 0", "COLUMN 1", "COLUMN 2"]),
    "build": (in_build, "build", ["ROW 0", "ROW 2", "ROW 3", "ROW 4", "DISCARD", "DEFER"]),
    "bonus": (in_bonus, "bonus", ["DISTRICT_BONUS", "TRACK_BONUS"]),
    "cell": (in_target_cell, "target", ["CELL 0 0", "CELL 0 1", "CELL 4 0"]),
    "row": (in_target_row, "target", ["ROW 0", "ROW 2", "ROW 3", "ROW 4"]),
    "end": (in_end, "end", ["WAIVE 1", "WAIVE 2", "END_TURN"]),
    "over": (when_over, "over", []),
}
every_phase = pytest.mark.parametrize("which", list(PHASES))


# Action numbers

ACTIONS = {
    "DRAW": 0,
    **{f"FINALIZE {column}": 1 + column for column in range(3)},
    **{f"COLUMN {column}": 4 + column for column in range(3)},
    **{f"ROW {row}": 7 + row for row in range(5)},
    "DISCARD": 12,
    "DEFER": 13,
    "DISTRICT_BONUS": 14,
    "TRACK_BONUS": 15,
    **{f"CELL {row} {space}": 16 + 5 * row + space for row in range(5) for space in range(5)},
    "WAIVE 1": 41,
    "WAIVE 2": 42,
    "END_TURN": 43,
}


def test_there_are_44_actions() -> None:
    assert len(actions.NAMES) == len(ACTIONS) == 44


@pytest.mark.parametrize(("name", "number"), list(ACTIONS.items()))
def test_action_numbers(name: str, number: int) -> None:
    assert actions.name(number) == name
    assert actions.number(name) == number


# What is legal in each phase


@every_phase
def test_exactly_these_actions_are_legal(which: str) -> None:
    start, phase, names = PHASES[which]
    game = start()
    assert game.phase == phase
    assert legal(game) == names
    assert game.legal_actions() == sorted(ACTIONS[name] for name in names)
    assert game.snapshot()["legal"] == game.legal_actions()


@every_phase
def test_every_legal_action_can_be_carried_out_and_changes_the_state(which: str) -> None:
    game = PHASES[which][0]()
    for action in game.legal_actions():
        after = game.clone()
        after.step(action)
        assert after != game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_nothing_but_draw(players: int) -> None:
    """A decision with one legal action is still a decision."""
    game = Game(players, seed=3)
    assert (game.phase, legal(game)) == ("turn", ["DRAW"])


def test_turn_offers_each_column_with_more_cards_than_contracts() -> None:
    game = position(columns=["blue 1", of(2, "blue 1"), of(3, "blue 1")], contracts=[1])
    assert legal(game) == ["DRAW", "FINALIZE 1", "FINALIZE 2"]


@pytest.mark.parametrize("count", [1, 2])
def test_after_waiving_it_is_the_same_players_turn_again(count: int) -> None:
    game = position(columns=[of(2, "blue 1")], contracts=[2], waivers=[1])
    act(game, f"WAIVE {count}")
    assert (game.phase, game.to_move) == ("turn", 0)
    assert legal(game) == ["DRAW", "FINALIZE 0"]


def test_column_offers_all_three_columns_also_when_empty_or_long() -> None:
    game = position(columns=["", of(30, "blue 1")], drawn="blue 1")
    assert legal(game) == ["COLUMN 0", "COLUMN 1", "COLUMN 2"]


# BUILD and DEFER


def test_the_taken_cards_stand_in_the_order_in_which_they_were_put_in_the_column() -> None:
    game = position(deck="blue 1, grey 1, green 1, grey 2")
    act(game, "DRAW", "COLUMN 2", "DRAW", "COLUMN 0", "DRAW", "COLUMN 2", "DRAW", "COLUMN 2")
    act(game, "FINALIZE 2")
    assert game.snapshot()["taken"] == [0, 2, 3]
    assert legal(game) == ["ROW 0", "DISCARD", "DEFER"]
    act(game, "DISCARD")
    assert legal(game) == ["ROW 4", "DISCARD", "DEFER"]


def test_defer_moves_the_current_card_behind_the_others() -> None:
    game = position(taken="blue 1, grey 1, orange 1")
    act(game, "DEFER")
    assert game.snapshot()["taken"] == [1, 2, 0]
    assert legal(game) == ["ROW 1", "DISCARD", "DEFER"]


@pytest.mark.parametrize("remaining", [1, 2, 3, 4, 7])
def test_each_card_can_be_deferred_once_so_that_each_is_seen(remaining: int) -> None:
    """With n cards there are n - 1 DEFERs, after which every card has been the current one."""
    game = position(taken=of(remaining, "blue 1"))
    for number in range(remaining - 1):
        assert game.snapshot()["taken"][0] == number
        act(game, "DEFER")
    assert game.snapshot()["taken"][0] == remaining - 1
    assert "DEFER" not in legal(game)


@pytest.mark.parametrize("choice", ["ROW 0", "DISCARD"])
def test_the_defers_are_counted_anew_after_a_card_is_built_or_discarded(choice: str) -> None:
    game = position(taken=of(4, "blue 1"))
    act(game, "DEFER", "DEFER", "DEFER", choice)
    assert "DEFER" in legal(game)
    act(game, "DEFER", "DEFER")
    assert "DEFER" not in legal(game)
    act(game, choice, "DEFER")
    assert "DEFER" not in legal(game)
    act(game, choice)
    assert legal(game) == ["ROW 0", "DISCARD"]


def test_the_defers_are_counted_anew_after_the_next_taking() -> None:
    game = position(taken="blue 1, blue 1", columns=[of(3, "grey 1")])
    act(game, "DEFER", "DISCARD", "DISCARD", "FINALIZE 0", "DEFER", "DEFER")
    assert "DEFER" not in legal(game)


def test_a_card_for_a_full_row_can_only_be_discarded() -> None:
    game = position(cities=[{GREY: FULL_ROW}], taken="grey 1")
    assert (game.phase, legal(game)) == ("build", ["DISCARD"])


@pytest.mark.parametrize("bonus", [["DISTRICT_BONUS"], ["TRACK_BONUS", "CELL 3 1"]])
def test_a_bonus_interrupts_building_which_goes_on_with_the_next_card(bonus: list[str]) -> None:
    game = position(cities=[{YELLOW: "1 bonus"}], taken="yellow 1 bonus, blue 1, grey 1")
    act(game, "ROW 3", *bonus)
    assert (game.phase, game.to_move) == ("build", 0)
    assert game.snapshot()["taken"] == [2, 3]
    assert legal(game) == ["ROW 0", "DISCARD", "DEFER"]


def test_the_defers_are_counted_anew_after_a_bonus() -> None:
    game = position(cities=[{YELLOW: "1 bonus"}], taken="blue 1, yellow 1 bonus, grey 1")
    act(game, "DEFER", "ROW 3", "DISTRICT_BONUS", "DEFER")
    assert legal(game) == ["ROW 0", "DISCARD"]


# BONUS and TARGET


def test_a_single_bonus_is_still_a_decision() -> None:
    game = position(cities=[{GREY: "1 tracks bonus"}], taken="grey 1 tracks bonus")
    act(game, "ROW 1")
    assert (game.phase, legal(game)) == ("bonus", ["DISTRICT_BONUS"])


def test_a_single_target_is_still_a_decision() -> None:
    game = position(cities=[ALMOST_FULL | {GREY: "0, 0, 1 bonus"}], taken="grey 1 bonus")
    act(game, "ROW 1", "DISTRICT_BONUS")
    assert (game.phase, legal(game)) == ("target", ["ROW 1"])
    game = position(cities=[{GREY: "1 bonus"}], taken="grey 1 tracks bonus")
    act(game, "ROW 1", "TRACK_BONUS")
    assert (game.phase, legal(game)) == ("target", ["CELL 1 0"])


def test_all_25_cells_can_be_targets() -> None:
    city = {**dict.fromkeys(ROWS, FULL_ROW), BLUE: "0, 0, 0, 1 bonus"}
    game = position(cities=[city], taken="blue 1 bonus")
    act(game, "ROW 0", "DISTRICT_BONUS")
    assert legal(game) == cell_names(*((row, space) for row in ROWS for space in range(5)))


def test_all_five_rows_can_be_targets() -> None:
    game = position(cities=[{ORANGE: "1 bonus"}], taken="orange 1 bonus")
    act(game, "ROW 2", "DISTRICT_BONUS")
    assert legal(game) == row_names(ROWS)


# END


@pytest.mark.parametrize(("contracts", "waivers"), [(0, 1), (2, 0), (0, 0)])
def test_no_end_decision_without_both_a_waiver_and_a_contract(contracts: int, waivers: int) -> None:
    game = position(drawn="blue 1", contracts=[contracts], waivers=[waivers])
    act(game, "COLUMN 0")
    assert (game.phase, game.to_move) == ("turn", 1)


@pytest.mark.parametrize("contracts", [1, 2, 3])
def test_end_offers_what_can_be_waived_and_end_turn(contracts: int) -> None:
    game = position(drawn="blue 1", contracts=[contracts], waivers=[1])
    act(game, "COLUMN 0")
    assert (game.phase, game.to_move) == ("end", 0)
    assert legal(game) == [*["WAIVE 1", "WAIVE 2"][:contracts], "END_TURN"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("choice", ["WAIVE 1", "WAIVE 2", "END_TURN"])
def test_after_the_end_decision_the_turn_passes(players: int, choice: str) -> None:
    last = players - 1
    contracts = [0] * last + [2]
    waivers = [0] * last + [1]
    game = position(players, drawn="blue 1", contracts=contracts, waivers=waivers, to_move=last)
    act(game, "COLUMN 0", choice)
    assert (game.phase, game.to_move) == ("turn", 0)


def test_end_comes_after_the_last_card_of_a_column_was_discarded() -> None:
    game = position(taken="blue 1", contracts=[1], waivers=[1])
    act(game, "DISCARD")
    assert game.phase == "end"


def test_end_comes_after_a_bonus_for_the_last_card() -> None:
    game = position(cities=[{GREY: "1 bonus"}], taken="grey 1 bonus", contracts=[1], waivers=[1])
    act(game, "ROW 1", "DISTRICT_BONUS", "ROW 0")
    assert game.phase == "end"


def test_no_end_decision_when_the_last_foundation_token_ended_the_game() -> None:
    game = position(drawn=FOUNDATION, tokens=1, contracts=[2], waivers=[1])
    act(game, "COLUMN 0")
    assert game.phase == "over"
    assert game.snapshot()["waivers"] == [1, 0]


def test_no_end_decision_when_a_full_board_ended_the_game() -> None:
    game = when_over()
    assert game.snapshot()["contracts"] == [2, 0]
    assert game.snapshot()["waivers"] == [1, 0]


# OVER


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_legal_when_the_game_is_over(players: int) -> None:
    game = position(players, drawn=FOUNDATION, tokens=1, to_move=1, columns=["blue 1"])
    act(game, "COLUMN 0")
    assert game.is_over
    assert game.legal_actions() == []
    assert game.to_move == 1


# Illegal actions


def check_illegal(game: Game) -> None:
    """Try every action that is not legal; the state must stay the same, byte by byte."""
    before = game.state.tobytes()
    history = list(game.actions or [])
    for action in set(range(-1, 45)) - set(game.legal_actions()):
        with pytest.raises(IllegalAction):
            game.step(action)
        assert game.state.tobytes() == before
    assert game.actions == history


@every_phase
def test_an_illegal_action_never_changes_the_state(which: str) -> None:
    check_illegal(PHASES[which][0]())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_illegal_action_never_changes_the_state_on_the_way_through_a_game(players: int) -> None:
    game = Game(players, seed=players)
    for number in range(400):
        if game.is_over:
            break
        if number % 4 == 0:
            check_illegal(game)
        choices = game.legal_actions()
        game.step(choices[7 * number % len(choices)])
    check_illegal(game)


@every_phase
@pytest.mark.parametrize("action", [1.0, np.float32(0), "0", "DRAW", None, [0], (), 0j])
def test_an_action_that_is_no_integer_is_a_type_error(which: str, action: Any) -> None:
    game = PHASES[which][0]()
    before = game.state.tobytes()
    with pytest.raises(TypeError):
        game.step(action)
    assert game.state.tobytes() == before


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_integers_of_numpy_are_integers(kind: Callable[[int], Any]) -> None:
    game = Game(seed=1)
    game.step(kind(0))
    assert game.phase == "column"


def test_the_error_names_the_action_and_what_would_be_legal() -> None:
    with pytest.raises(IllegalAction, match=r"4 \(COLUMN 0\).*0 \(DRAW\)"):
        Game(seed=1).step(4)
    with pytest.raises(IllegalAction, match="over"):
        when_over().step(0)
    for number in (-1, 44, 10**30):
        with pytest.raises(IllegalAction, match=str(number)):
            Game(seed=1).step(number)


# How long a game can be


def test_every_defer_of_a_long_column_can_be_used() -> None:
    """The worst case of the bound: n(n - 1)/2 DEFERs, and one more decision for each card."""
    game = position(taken=of(20, "blue 1"))
    for _ in range(20 * 19 // 2 + 20):
        assert game.phase == "build"
        act(game, "DEFER" if "DEFER" in legal(game) else "DISCARD")
    assert game.phase == "turn"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("shift", [0, 3])
def test_a_game_ends_within_the_bound(players: int, shift: int) -> None:
    """Defer whenever that is possible; else choose now this, now that."""
    game = Game(players, seed=5)
    defer = actions.number("DEFER")
    for decision in range(longest_game(players, len(game.deck))):
        if game.is_over:
            break
        choices = game.legal_actions()
        game.step(defer if defer in choices else choices[(5 * decision + shift) % len(choices)])
    assert game.is_over


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_very_long_game_comes_near_the_bound(players: int) -> None:
    """All cards but the foundations lie in one column; who takes it defers whenever possible."""
    deck = Deck.load()
    game = Game(players, order=sorted(range(len(deck)), key=lambda card: deck[card].foundation))
    while not deck[game.order[-game.snapshot()["deck_left"]]].foundation:
        act(game, "DRAW", "COLUMN 0")
    act(game, "FINALIZE 0")
    while game.phase == "build":
        act(game, "DEFER" if "DEFER" in legal(game) else "DISCARD")
    while not game.is_over:
        act(game, "DRAW", "COLUMN 0")
    bound = longest_game(players, len(deck))
    assert bound / 2 < game.length <= bound
