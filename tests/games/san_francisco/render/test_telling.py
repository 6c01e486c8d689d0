"""Actions in words, before and after they are chosen; how a game ended."""

from __future__ import annotations

import pytest

from sf_env import Game, actions
from sf_env.games.san_francisco.render.telling import offer, result, tell, to_do, verdict
from sf_env.games.san_francisco.view import view_of
from tests.games.san_francisco.positions import BLUE, GREY, ended, position
from tests.games.san_francisco.render.boards import everything, token

PLUS2_TO_PLACE = {BLUE: "1 bonus, 2 coast"}


def said(game: Game, name: str) -> str:
    return offer(view_of(game.state), actions.number(name))


def told(game: Game, name: str, names: tuple[str, str] = ("planner", "you")) -> str:
    """Return what is said of an action once it is done."""
    after, action = game.clone(), actions.number(name)
    after.step(action)
    return tell(view_of(game.state, names), action, view_of(after.state, names))


def test_a_turn_begins_with_a_card_or_a_column() -> None:
    game = position(columns=["blue 2 coast, black 1"])
    assert said(game, "DRAW") == "draw a card"
    assert said(game, "FINALIZE 0") == "take column 0: blue 2 coast, black 1"


def test_a_drawn_card_joins_others_or_none() -> None:
    game = position(columns=["blue 2 coast, black 1"], drawn="green 3")
    assert said(game, "COLUMN 0") == "put green 3 in column 0, next to blue 2 coast, black 1"
    assert said(game, "COLUMN 1") == "put green 3 in column 1, which is empty"


def test_taken_cards_are_built_discarded_or_kept_for_later() -> None:
    game = position(taken="grey 0 plaza, black 1")
    assert said(game, "ROW 1") == "build grey 0 plaza"
    assert said(position(taken="black 1"), "ROW 1") == "build black 1 in the grey row"
    assert said(game, "DISCARD") == "discard grey 0 plaza"
    assert said(game, "DEFER") == "keep grey 0 plaza for later, after black 1"
    many = position(taken="grey 0 plaza, black 1, blue 2, blue 3")
    assert said(many, "DEFER") == "keep grey 0 plaza for later, after the 3 other cards"


def test_a_bonus_is_named_and_so_is_the_card_that_gets_it() -> None:
    game = position(cities=[PLUS2_TO_PLACE], taken="blue 2 bonus")
    game.step(actions.number("ROW 0"))
    assert said(game, "DISTRICT_BONUS") == "take the bonus: +2 for a card"
    assert said(game, "TRACK_BONUS") == "take the bonus: tracks for a card"
    tracks = game.clone()
    tracks.step(actions.number("TRACK_BONUS"))
    assert said(tracks, "CELL 0 1") == "lay tracks on blue 2 coast, second in the blue row"
    game.step(actions.number("DISTRICT_BONUS"))
    assert to_do(view_of(game.state)) == "place the bonus: +2"
    assert said(game, "CELL 0 1") == "put +2 on blue 2 coast, second in the blue row"


def test_a_bonus_card_is_built_in_a_row() -> None:
    game = position(cities=[{GREY: "1 bonus"}], taken="grey 2 bonus")
    game.step(actions.number("ROW 1"))
    game.step(actions.number("DISTRICT_BONUS"))
    assert said(game, "ROW 4") == "build the wild card in the green row"


def test_a_waiver_is_used_or_kept() -> None:
    game = position(waivers=[1], contracts=[2, 0], drawn="blue 1")
    game.step(actions.number("COLUMN 0"))
    assert said(game, "WAIVE 2") == "use the waiver to discard 2 contracts"
    assert said(game, "END_TURN") == "end the turn, keeping the waiver"


def test_others_act_in_the_third_person_and_you_in_the_second() -> None:
    game = position(drawn="green 3")
    assert told(game, "COLUMN 1") == "planner puts green 3 in column 1"
    assert told(game, "COLUMN 1", ("you", "planner")) == "you put green 3 in column 1"


def test_what_came_with_a_decision_is_told_once_it_is_done() -> None:
    game = position(columns=["blue 2 coast, black 1"], deck="grey 0 plaza")
    assert told(game, "DRAW") == "planner draws a card: grey 0 plaza"
    taken = "planner takes column 0 and a contract: blue 2 coast, black 1"
    assert told(game, "FINALIZE 0") == taken
    game = position(taken="grey 0 plaza, black 1")
    assert told(game, "DEFER") == "planner keeps grey 0 plaza for later"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_two_choices_sound_alike(players: int) -> None:
    for seed in range(5):
        game = Game(players, seed=seed)
        while not game.is_over:
            legal, seen = game.legal_actions(), view_of(game.state)
            texts = {offer(seen, action) for action in legal}
            assert len(texts) == len(legal)
            game.step(legal[(7 * game.length + seed) % len(legal)])


@pytest.mark.parametrize("game", [everything(), token()])
def test_the_board_as_text_has_letters_that_every_terminal_has(game: Game) -> None:
    assert str(game).isascii()
    assert "1.5 points" in str(game)


def test_the_winners_are_named() -> None:
    view = view_of(ended().state, ["you", "<script>"])
    assert verdict(view | {"winners": [0]}).startswith("you win with ")
    assert verdict(view | {"winners": [1]}).startswith("<script> wins with ")
    assert verdict(view | {"winners": [0, 1]}).startswith("you and <script> win together with ")


def test_all_points_are_told_the_most_first() -> None:
    view = view_of(ended(3).state, ["Ann", "Bob", "you"])
    view["scores"] = [{"total": points} for points in (4, 12.5, -1)]
    assert result(view | {"winners": [1]}) == "Bob wins, 12½ to 4 to −1"
    assert result(view | {"winners": [0, 1, 2]}).startswith("Ann, Bob and you win together, ")
