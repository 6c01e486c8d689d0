"""What has happened, in words: since a player's last choice, and no more than is known."""

from __future__ import annotations

import sf_env
from sf_agents.playing.sitting import Sitting
from sf_agents.playing.story import news, step_of, story
from sf_env import Game
from sf_env.actions import number
from tests.positions import BLUE, GREEN, act, position


def played(seats: list[str], decisions: int, seed: int = 4) -> Sitting:
    """Return a game in which people took their last choices."""
    sitting = Sitting(Game(len(seats), seed=seed), seats)
    for _ in range(decisions):
        if sitting.waits_for_human:
            sitting.act(sitting.game.legal_actions()[-1])
        else:
            sitting.act_for_agent()
    return sitting


def told(game: Game, name: str, seats: tuple[str, str] = ("human", "greedy")) -> str:
    """Return what is said of an action."""
    sitting = Sitting(Game(2, seed=1), seats)
    after = game.clone()
    act(after, name)
    return step_of(sitting, game, after, number(name)).text


def test_every_decision_is_told_once() -> None:
    sitting = played(["human", "greedy"], 60)
    steps = story(sitting)
    assert [step.action for step in steps] == sitting.game.actions
    assert all(step.text.startswith(("you ", "greedy ")) for step in steps)


def test_a_drawn_card_is_named_once_it_is_seen() -> None:
    assert told(position(deck="blue 3"), "DRAW") == "you draw a card: blue 3, the only choice"
    game = position(deck="blue 3", to_move=1, columns=["grey 1"])
    assert told(game, "DRAW") == "greedy draws a card: blue 3"


def test_what_building_brings_is_told() -> None:
    game = position(cities=[{BLUE: "4, 0 foundation"}], taken="blue 3, black 0")
    assert told(game, "ROW 0").endswith("(1 skyscraper, the medal)")
    game = position(cities=[{GREEN: "1, 1, 1, 1"}], taken="green 1 tracks, green 1")
    assert told(game, "ROW 4").endswith("(1 tram, first to fill the green row)")


def test_the_end_of_the_game_is_told() -> None:
    game = position(drawn="black 0 foundation", tokens=1, to_move=1)
    text = "greedy puts black 0 foundation in column 2 (which ends the game)"
    assert told(game, "COLUMN 2") == text


def test_news_begin_with_ones_own_last_choice() -> None:
    sitting = played(["human", "greedy"], 30)
    while not (sitting.waits_for_human and len(sitting.game.legal_actions()) > 1):
        sitting.act_for_agent() if not sitting.waits_for_human else sitting.act(0)
    sitting.act(sitting.game.legal_actions()[0])
    mine = story(sitting)[-1].text
    assert news(sitting, 0).turns == [mine]
    while not sitting.waits_for_human:
        sitting.act_for_agent()
    first, *others = news(sitting, 0).turns
    assert first.startswith(mine)
    assert all(turn.startswith("greedy ") for turn in others)


def test_one_turn_is_one_line_with_the_name_only_once() -> None:
    sitting = played(["human", "greedy", "greedy"], 120)
    for turn in news(sitting, 0).turns:
        assert sum(turn.count(name) for name in ("you ", "greedy (1) ", "greedy (2) ")) == 1


def test_everybody_has_news_of_their_own() -> None:
    sitting = played(["human", "human", "greedy"], 41)
    assert news(sitting, 0) != news(sitting, 1)


def test_cards_that_were_built_lately_are_known() -> None:
    sitting = played(["human", "greedy"], 100)
    cells = frozenset().union(*(step.cells for step in story(sitting)))
    cities = sitting.game.snapshot()["cities"]
    assert {(seat, row, space) for seat, row, space in cells} == {
        (seat, row, space)
        for seat, city in enumerate(cities)
        for row, cards in enumerate(city)
        for space, card in enumerate(cards)
        if card >= 0
    }
    assert news(sitting, 0).cells <= cells


def test_the_beginning_has_no_news() -> None:
    assert news(Sitting(sf_env.Game(2, seed=1), ["human", "greedy"]), 0).turns == []
