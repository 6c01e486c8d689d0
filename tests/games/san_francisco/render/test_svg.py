"""Boards as SVG: documents that are whole, that stand beside each other, and that run nothing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import sf_env
from sf_env.core.batch import SHOWN
from sf_env.games.san_francisco.render.scene import panels, scene
from sf_env.games.san_francisco.view import view_of
from sf_env.render.svg import Tiles, panel_svg, svg
from tests.games.san_francisco.render.boards import BOARDS, everything
from tests.toy import MATCHES

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "g", "defs", "use", "title", "text", "rect", "circle", "polygon", "polyline"}
EVIL = ["<script>alert(1)</script>", "\"' onload='x' \"><img src=x>", "&lt;b&gt;", "]]>\x00\x1b"]


def tree(text: str) -> ElementTree.Element:
    """Return the elements of a document, which it is only if it is well-formed."""
    return ElementTree.fromstring(text)  # noqa: S314  our own


def ids(text: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', text)


def references(text: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', text))


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_a_whole_document(name: str) -> None:
    text = svg(scene(BOARDS[name]().state))
    assert {element.tag.removeprefix(SVG) for element in tree(text).iter()} <= ALLOWED
    assert references(text) <= set(ids(text))
    assert len(ids(text)) == len(set(ids(text)))
    assert "\0" not in text
    assert len(text) < 150_000


def test_boards_in_one_document_do_not_share_names() -> None:
    one, other = (svg(scene(BOARDS[name]().state)) for name in ("everything", "token"))
    assert set(ids(one)).isdisjoint(ids(other))


def test_names_run_nothing() -> None:
    text = svg(scene(sf_env.Game(4, seed=1).state, EVIL))
    for element in tree(text).iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        assert not any(name.startswith("on") for name in element.attrib)
    shown = {element.text for element in tree(text).iter(f"{SVG}text")}
    assert EVIL[0] in shown
    assert EVIL[2] in shown


def test_parts_of_the_table_say_what_they_are() -> None:
    labels = [
        group.get("aria-label") for group in tree(svg(scene(everything().state))).iter(f"{SVG}g")
    ]
    told = [label for label in labels if label]
    assert told[0].startswith("column 0: blue 1, grey 0 plaza, black 2; column 1: green 0 depot")
    city = told[2].split("; ")
    assert city[:2] == ["city of player 0, 14½ points", "1 contract"]
    assert city[4].startswith("orange district 3: orange, value 0, depot, tram – orange, value 2")
    assert "yellow district 0: yellow, value 0, foundation, 1 of 5 around it – black" in city[5]
    assert told[3].split("; ")[2] == "blue district 0: empty"


def test_cards_say_what_they_are() -> None:
    titles = [title.text for title in tree(svg(scene(everything().state))).iter(f"{SVG}title")]
    assert "yellow, value 0, foundation, 1 of 5 around it" in titles
    assert "grey, value 0, tracks, foundation, tram, skyscraper" in titles


def test_a_width_can_be_asked_for() -> None:
    root = tree(svg(scene(sf_env.Game(2, seed=1).state), 400))
    assert root.get("width") == "400"
    assert root.get("viewBox") == "0 0 936 738"


def test_a_panel_by_itself_refers_to_tiles_that_are_defined_once() -> None:
    tiles = Tiles("t")
    parts = [panel_svg(panel, tiles) for panel in panels(view_of(everything().state))]
    defined = {f"t{number}" for number in range(len(tiles.fragments()))}
    assert set().union(*map(references, parts)) == defined
    assert set(ids(tiles.definitions())) == defined
    for part in parts:
        tree(part)


def test_games_show_themselves_in_notebooks() -> None:
    game = sf_env.Game(3, seed=2)
    assert game._repr_html_() == svg(scene(game.state))


@pytest.mark.parametrize(("games", "rest"), [(1, ""), (SHOWN, ""), (SHOWN + 3, "and 3 games more")])
def test_batches_show_their_first_games(games: int, rest: str) -> None:
    batch = sf_env.Batch(games, seed=1)
    rng = np.random.default_rng(0)
    for _ in range(40):  # before that, boards are alike, and so may be their names
        batch.step(sf_env.sample_legal(batch.legal, rng))
    text = batch._repr_html_()
    assert text is not None
    assert text.count("<svg ") == min(games, SHOWN)
    assert rest in text
    tree(f"<div>{text}</div>")
    assert len(ids(text)) == len(set(ids(text)))


def test_a_game_without_drawings_shows_none() -> None:
    assert sf_env.Batch(2, game=MATCHES)._repr_html_() is None
