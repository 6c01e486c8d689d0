"""Actions in words, before and after they are chosen, events, and how a game ended."""

from __future__ import annotations

from typing import Any

import pytest

from sf_env.games.ticket_to_ride.render.look import LOOK, compare
from sf_env.games.ticket_to_ride.render.seen import view_of
from sf_env.games.ticket_to_ride.render.telling import offer, tell, to_do
from sf_env.render.look import HIDDEN, Event
from sf_env.ticket_to_ride import Game, actions
from tests.games.playthrough import GAMES, golden_game
from tests.games.ticket_to_ride.late import nearly_empty, with_two_trams_to_come
from tests.games.ticket_to_ride.positions import act, board, claim, position

NAMES = ["planner", "you", "Ann", "Bob"]
ROUTES = ("F-G 3 black", "A-B 2 grey 1", "G-H 1 red")


def said(game: Game, name: str, seat: int | None = None) -> str:
    return offer(view_of(game.state, None, seat), actions.number(name))


def done(game: Game, name: str, seat: int | None = None) -> tuple[str, list[Event]]:
    """Carry out an action; return what is said of it from a seat, and its events."""
    names, action = NAMES[: game.players], actions.number(name)
    shown = game.rules.shows_action(action, game.to_move, seat)
    before = view_of(game.state, names, seat)
    game.step(action)
    after = view_of(game.state, names, seat)
    compare(before, after)
    return tell(before, action if shown else HIDDEN, after), list(LOOK.events(before, after))


def told(game: Game, name: str, seat: int | None = None) -> str:
    return done(game, name, seat)[0]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def begun(**more: Any) -> Game:
    """Return a game in which seat 0 can claim all routes."""
    chart = board(*ROUTES, tickets=["F-G 3", "F-H 4"])
    return position(chart, **{"hands": ["3 black, red, ferry, ferry", "2 blue"]} | more)


def test_cards_are_drawn_or_taken() -> None:
    game = begun(deck="orange, green")
    assert said(game, "DRAW") == "draw a card, 31 in the deck"
    assert said(game, "TAKE 3") == "take a pink card"
    assert said(game, "TAKE 5") == "take an orange card"
    assert told(game.clone(), "DRAW") == "planner draws a card: orange"
    assert told(game.clone(), "DRAW", 0) == "planner draws a card: orange"
    assert told(game.clone(), "DRAW", 1) == "planner draws a card"
    assert told(game, "TAKE 3", 1) == "planner takes a pink card"


def test_a_route_is_chosen_then_paid_for() -> None:
    game = begun()
    assert said(game, "CLAIM 0") == "choose to claim F – G (3 black): 4 points"
    assert told(game, "CLAIM 0") == "planner chooses to claim F – G (3 black)"
    assert to_do(view_of(game.state)) == "choose a colour for F – G (3 black)"
    assert said(game, "COLOUR 2") == "pay with black cards"
    assert told(game, "COLOUR 2") == "planner pays with black cards"
    assert said(game, "PAY 0") == "pay 3 black cards"
    assert said(game, "PAY 1") == "pay 2 black cards and 1 ferry"
    text, events = done(game, "PAY 1", 1)
    assert text == "planner claims F – G (3 black) with 2 black cards and 1 ferry"
    assert [(event.text, event.spots) for event in events] == [
        ("planner gets 4 points", ("route-0",))
    ]


def test_a_route_is_paid_for_with_ferries_alone() -> None:
    game = begun()
    act(game, "CLAIM 1")
    assert said(game, "COLOUR ferry") == "pay with ferries alone"
    text, events = done(game, "COLOUR ferry")
    assert text == "planner claims A – B (2 grey, 1 ferry) with 2 ferries"
    assert kinds(events) == ["route"]
    assert to_do(view_of(game.state)) == "choose a token"
    assert said(game, "TOKEN 1") == "take the token of kind 1 at B"
    text, events = done(game, "TOKEN 1")
    assert text == "planner takes the token of kind 1 at B"
    assert [(event.kind, event.spots) for event in events] == [("token", ("place-1",))]


def test_tickets_are_drawn_and_kept_in_secret() -> None:
    game = begun(keep="KEEP BOTH")
    assert said(game, "TICKETS") == "draw tickets, 54 in their deck"
    other, own = game.clone(), game.clone()
    assert told(own, "TICKETS", 0).startswith("planner draws tickets: ")
    assert told(other, "TICKETS", 1) == "planner draws tickets"
    offered = own.snapshot()["offer"]
    name = own.map.ticket_name(offered[1])
    assert said(own, "KEEP 1") == f"keep {name}, 12 spaces to go"
    assert said(own, "KEEP BOTH").startswith("keep both tickets: ")
    assert told(own.clone(), "KEEP 1", 0) == f"planner keeps {name}"
    assert told(other.clone(), "KEEP 1", 1) == "planner keeps one ticket"
    assert told(other.clone(), "KEEP 0", 1) == "planner keeps one ticket"
    assert told(other, "KEEP BOTH", 1) == "planner keeps both tickets"


def test_others_are_told_of_a_completed_ticket_only_at_the_end() -> None:
    game = begun(keep="KEEP 0", tickets=[0, 5, *range(6, 60), 1, 2, 3, 4])
    act(game, "CLAIM 0", "COLOUR 2")
    _, events = done(game.clone(), "PAY 0", 0)
    assert [(e.text, e.spots) for e in events if e.kind == "ticket"] == [
        ("planner completes F – G (3)", ("place-5", "place-6"))
    ]
    assert kinds(done(game.clone(), "PAY 0", 1)[1]) == ["route"]


def test_piles_are_put_on_the_map() -> None:
    for players, what in ((2, "the token"), (3, "the pile")):
        game = golden_game("ticket_to_ride", f"{'two' if players == 2 else 'three'}_players", 0)
        while game.phase == "keep_first":
            game.step(game.legal_actions()[0])
        assert said(game, "PLACE 6") == f"put {what} of kind 5 on Chinatown"
        assert to_do(view_of(game.state)) == f"put {what} of kind 5 on the map"
        act(game, "PLACE 6")
        assert said(game, "PLACE 7") == f"put {what} of kind 6 on Union Square"


def test_a_row_of_ferries_and_a_new_deck_are_events() -> None:
    game = position(hands=["2 blue"], face_up="2 ferry, 3 red", deck="ferry, 5 green")
    _, events = done(game, "TAKE 4")
    assert [(event.kind, event.seat, event.text) for event in events] == [
        ("cards", -1, "three ferries were face up: 5 cards are discarded")
    ]
    act(game, "DRAW")
    assert done(game, "TICKETS")[1] == []
    game = nearly_empty("F-G 3 blue", deck="3 orange", later="3 blue")
    claim(game, 0, "blue")
    act(game, "DRAW", "DRAW", "TICKETS", "KEEP 0")
    _, events = done(game, "DRAW", 0)
    assert [event.text for event in events] == ["the discards are shuffled and become the deck"]


def test_the_end_is_told_when_it_is_near_and_when_it_comes() -> None:
    game = with_two_trams_to_come()
    texts = []
    while not game.is_over:
        name = actions.name(game.legal_actions()[-1])
        texts += [(e.kind, e.text) for e in done(game, name, 0)[1]]
    assert [text for kind, text in texts if kind == "last"] == [
        "planner's trams run out: 2 left, everybody has one more turn"
    ]
    [end] = [text for kind, text in texts if kind == "end"]
    assert end.startswith("The game ends: everybody has had the last turn. ")
    assert " win" in end


@pytest.mark.parametrize("name", GAMES["ticket_to_ride"])
def test_no_two_choices_sound_alike_and_events_have_signs(name: str) -> None:
    game = golden_game("ticket_to_ride", name, 0)
    while not game.is_over:
        view = view_of(game.state)
        texts = {offer(view, action) for action in game.legal_actions()}
        assert len(texts) == len(game.legal_actions()), texts
        legal = game.legal_actions()
        action = actions.name(legal[(7 * game.length) % len(legal)])
        assert {event.kind for event in done(game, action)[1]} <= LOOK.signs.keys()
