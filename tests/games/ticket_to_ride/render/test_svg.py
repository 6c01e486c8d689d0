"""Boards as SVG: whole documents that run nothing, and say what they show."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sf_env.games.ticket_to_ride.render.scene import scene
from sf_env.render.svg import svg
from sf_env.ticket_to_ride import Batch, Game
from tests.games.ticket_to_ride.positions import board, claim, position
from tests.games.ticket_to_ride.render.boards import BOARDS, strange

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "defs", "use", "title", "text", "rect", "circle", "polygon", "polyline"}
EVIL = "<script>alert(1)</script>"


def tree(text: str) -> ElementTree.Element:
    """Return the elements of a document, which it is only if it is well-formed."""
    return ElementTree.fromstring(text)  # noqa: S314  our own


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_a_whole_document(name: str) -> None:
    game, seat = BOARDS[name]()
    text = svg(scene(game.state, None, seat))
    assert {element.tag.removeprefix(SVG) for element in tree(text).iter()} <= ALLOWED
    ids = re.findall(r' id="([^"]+)"', text)
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert len(ids) == len(set(ids))
    assert len(text) < 150_000


def test_names_of_players_and_places_run_nothing() -> None:
    points = [(90 * number, number * number * 9) for number in range(10)]
    game = Game(2, seed=1, map=strange(points, EVIL + "{}"))
    text = svg(scene(game.state, [EVIL, "b"]))
    assert {element.tag.removeprefix(SVG) for element in tree(text).iter()} <= ALLOWED
    assert "<script" not in text


def labels(game: Game, seat: int | None = None) -> list[str]:
    text = svg(scene(game.state, ["Ann", "Bob"], seat))
    found = [group.get("aria-label") for group in tree(text).iter(f"{SVG}g")]
    return [label for label in found if label]


def test_parts_of_the_table_say_what_they_show() -> None:
    chart = board("F-G 3 black", tickets=["F-G 3", "F-H 4"])
    game = position(chart, hands=["3 black, ferry"], keep="KEEP 0")
    claim(game, 0, "black")
    shown, decision, cards, ann, bob = labels(game)
    assert shown.split("; ") == [
        "routes of Ann: F – G (3 black)",
        "routes of Bob: none",
        "tokens: 2 of kind 0 at A, 2 of kind 1 at B, 2 of kind 2 at C, 2 of kind 3 at D, "
        "2 of kind 4 at E, 1 of kind 5 at K, 1 of kind 6 at L",
    ]
    assert decision == "Bob: draw cards or tickets, or claim a route"
    assert cards.split("; ")[:2] == ["face up: 2 pink, 2 red, 1 orange", "33 cards in the deck"]
    assert ann == (
        "Ann, 7 points; 17 trams left; hand: 1 ferry; tokens: none; ticket F – G (3), completed"
    )
    assert "ticket A – B (1), 12 spaces to go" in bob
    hidden = "Bob, 0 points; 20 trams left; hand: 2 unknown; tokens: none; 2 tickets"
    assert labels(game, 0)[4] == hidden


def test_games_and_batches_show_themselves_in_notebooks() -> None:
    game = Game(3, seed=2)
    assert game._repr_html_() == svg(scene(game.state))
    text = Batch(2, seed=1)._repr_html_()
    assert text is not None
    assert text.count("<svg ") == 2
