"""What has happened, in words: since a player's last choice, and no more than is known."""

from __future__ import annotations

from sf_agents.playing.history import History, News, Step, news
from sf_agents.playing.session import Session
from sf_agents.playing.theatre import theatre_of
from sf_env import Game
from sf_env.games.san_francisco.actions import number
from tests.games.san_francisco.positions import BLUE, GREEN, act, position


def played(seats: list[str], decisions: int, seed: int = 4) -> Session:
    """Return a game in which people took their last choices."""
    session = Session(Game(len(seats), seed=seed), seats)
    for _ in range(decisions):
        go_on(session)
    return session


def go_on(session: Session) -> None:
    """Make one decision, people the last one that they may."""
    if session.waits_for_human:
        session.act(session.game.legal_actions()[-1])
    else:
        session.act_for_agent()


def story(session: Session) -> list[Step]:
    return History(session).steps


def news_for(session: Session, seat: int) -> News:
    return news(story(session), seat)


def told(game: Game, name: str) -> str:
    """Return what is said of an action in a game of a person and an agent."""
    theatre = theatre_of(game.rules)
    before = theatre.begin(game, ["you", "greedy"], None)
    only_choice = game.to_move == 0 and len(game.legal_actions()) == 1
    changed = game.clone()
    act(changed, name)
    after = theatre.follow(before, number(name), changed)
    return theatre.deed(before, number(name), after, only_choice).text


def test_every_decision_is_told_once() -> None:
    session = played(["human", "greedy"], 60)
    steps = story(session)
    assert [step.action for step in steps] == session.game.actions
    assert all(step.text.startswith(("you ", "greedy ")) for step in steps)


def test_a_drawn_card_is_named_once_it_is_seen() -> None:
    assert told(position(deck="blue 3"), "DRAW") == "you draw a card: blue 3, the only choice"
    game = position(deck="blue 3", to_move=1, columns=["grey 1"])
    assert told(game, "DRAW") == "greedy draws a card: blue 3"


def test_what_building_brings_is_told() -> None:
    game = position(cities=[{BLUE: "4, 0 foundation"}], taken="blue 3, black 0")
    assert told(game, "ROW 0") == "you build blue 3 (erect a skyscraper, take the medal)"
    cities = [{}, {GREEN: "1, 1, 1, 1"}]
    game = position(cities=cities, taken="green 1 tracks, green 1", to_move=1)
    assert told(game, "ROW 4").endswith("(gets 1 tram, fills the green row first)")


def test_what_concerns_everybody_is_told() -> None:
    game = position(columns=["blue 1"], contracts=[0, 1])
    text = "you take column 0 and a contract: blue 1 (every player discards a contract)"
    assert told(game, "FINALIZE 0") == text


def test_the_end_of_the_game_is_told_with_its_reason() -> None:
    game = position(drawn="black 0 foundation", tokens=1, to_move=1)
    why = "the game ends: the last foundation token is taken"
    assert told(game, "COLUMN 2") == f"greedy puts black 0 foundation in column 2 ({why})"
    full = dict.fromkeys((1, 2, 3, 4), "1, 1, 1, 1, 1") | {BLUE: "1, 1, 1, 1"}
    assert told(position(cities=[full], taken="blue 1"), "ROW 0").endswith(
        "the game ends: your city is full)"
    )


def test_news_begin_with_ones_own_last_choice() -> None:
    session = played(["human", "greedy"], 30)
    while not (session.waits_for_human and len(session.game.legal_actions()) > 1):
        session.act_for_agent() if not session.waits_for_human else session.act(0)
    session.act(session.game.legal_actions()[0])
    mine = story(session)[-1].text
    assert news_for(session, 0).turns == [mine]
    while not session.waits_for_human:
        session.act_for_agent()
    first, *others = news_for(session, 0).turns
    assert first.startswith(mine)
    assert all(turn.startswith("greedy ") for turn in others)


def test_one_turn_is_one_line_with_the_name_only_once() -> None:
    session = played(["human", "greedy", "greedy"], 120)
    for turn in news_for(session, 0).turns:
        assert sum(turn.count(name) for name in ("you ", "greedy (1) ", "greedy (2) ")) == 1


def test_everybody_has_news_of_their_own() -> None:
    session = played(["human", "human", "greedy"], 41)
    assert news_for(session, 0) != news_for(session, 1)


def test_cards_that_were_built_lately_are_known() -> None:
    session = played(["human", "greedy"], 100)
    cells = {step.mark for step in story(session)} - {None}
    cities = session.game.snapshot()["cities"]
    assert cells == {
        (seat, row, space)
        for seat, city in enumerate(cities)
        for row, cards in enumerate(city)
        for space, card in enumerate(cards)
        if card >= 0
    }
    assert news_for(session, 0).marks <= cells


def test_the_beginning_has_no_news() -> None:
    assert news_for(Session(Game(2, seed=1), ["human", "greedy"]), 0).turns == []


def test_a_history_follows_the_game_forward_and_back() -> None:
    session = played(["human", "greedy"], 20)
    history = History(session)
    for change in (*[lambda: go_on(session)] * 40, session.undo, session.undo):
        change()
        history.update()
        assert history.steps == story(session)
        assert history.view == History(session).view
    assert history.view.view["legal"] == session.game.legal_actions()


def test_one_more_decision_is_added_to_those_before() -> None:
    session = played(["human", "greedy"], 20)
    history = History(session)
    steps = history.steps
    for _ in range(5):
        go_on(session)
        history.update()
    assert history.steps is steps
    assert len(steps) == 25
