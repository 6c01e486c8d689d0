"""Colours: words and signs stand out from what they stand on, districts from each other."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from sf_env.games.san_francisco.engine.constants import COLOUR_NAMES
from sf_env.games.san_francisco.render import cards, icons, palette
from sf_env.games.san_francisco.render.look import style
from sf_env.games.san_francisco.render.palette import BY_COLOUR, STREET
from sf_env.render import palette as shared
from sf_env.render.palette import SHEET
from sf_env.render.shapes import Box, Outline
from tests.render.colours import SIGNS, WORDS, contrast

IMAGES = Path(__file__).parents[4] / "docs/images"
COLOURS = tuple(BY_COLOUR)
DISTRICTS = COLOUR_NAMES[:5]  # black cards have none
GROUNDS = (shared.PAPER, SHEET, shared.WASH, *(BY_COLOUR[colour].light for colour in DISTRICTS))


@pytest.mark.parametrize("ground", [*GROUNDS, *(BY_COLOUR[colour].card for colour in COLOURS)])
def test_words_can_be_read(ground: str) -> None:
    assert contrast(shared.INK, ground) >= WORDS


@pytest.mark.parametrize("ground", [shared.PAPER, SHEET, shared.WASH])
def test_words_that_stand_back_can_be_read_too(ground: str) -> None:
    assert contrast(shared.FAINT_INK, ground) >= WORDS


@pytest.mark.parametrize("colour", COLOURS)
def test_signs_stand_out_from_their_cards(colour: str) -> None:
    shades = BY_COLOUR[colour]
    for ground in (shades.card, shades.light, SHEET, shared.PAPER):
        assert contrast(shades.strong, ground) >= SIGNS


def test_tracks_and_lines_of_trams_stand_out_on_every_card() -> None:
    """They bring their own ground along, so whatever the card is does not matter."""
    across, down, *lines = icons.rails(70, 70, 35, 56)
    street, line = cards.link(across=True).shapes
    assert isinstance(across, Box)
    assert isinstance(down, Box)
    assert isinstance(street, Outline)
    assert isinstance(line, Outline)
    assert across.fill == down.fill == street.line == STREET
    assert street.thick > line.thick
    inks = {one.line for one in (line, *lines) if isinstance(one, Outline) and one.line}
    assert inks == {palette.RAIL, palette.SLEEPER, palette.TRAM}
    assert all(contrast(ink, STREET) >= SIGNS for ink in inks)


@pytest.mark.parametrize("shade", ["light", "card", "strong"])
def test_colours_of_districts_are_told_apart(shade: str) -> None:
    shades = [ImageColor.getrgb(getattr(BY_COLOUR[colour], shade)) for colour in COLOURS]
    for one, other in combinations(shades, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 8


def test_black_cards_are_not_taken_for_grey_ones() -> None:
    black, grey = BY_COLOUR["black"], BY_COLOUR["grey"]
    assert contrast(black.card, grey.card) > 1.4
    assert contrast(black.strong, grey.strong) > 2


@pytest.mark.parametrize("name", ["board", "symbols", "replay", "game"])
def test_pictures_of_the_documents_have_these_colours(name: str) -> None:
    """scripts/pictures.py makes them anew where a change is meant."""
    image = Image.open(IMAGES / f"{name}.png").convert("RGB")
    found = {colour for _, colour in image.getcolors(image.width * image.height) or []}
    shown = [shared.PAPER, shared.INK, STREET, *(BY_COLOUR[colour].card for colour in COLOURS)]
    shown += [] if name == "symbols" else [SHEET, shared.WASH, palette.TRAM]
    assert [colour for colour in shown if ImageColor.getrgb(colour) not in found] == []


def test_the_page_has_the_colours_of_the_pictures() -> None:
    css = (files("sf_env.render") / "page/page.css").read_text("utf-8")
    light = dict(re.findall(r"--([a-z]+): (#\w+);", css.partition("@media")[0]))
    assert light == {
        "paper": shared.PAPER,
        "sheet": SHEET,
        "light": SHEET,
        "ink": shared.INK,
        "faint": shared.FAINT_INK,
        "rule": shared.RULE,
        "accent": shared.ACCENT,
        "wash": shared.WASH,
    }
    marks = dict(re.findall(r"\.happened\.(\w+) \{ stroke: (#\w+)", style()))
    assert marks == {
        "tram": palette.TRAM,
        "skyscraper": palette.WATER,
        "district": palette.LEAF,
    }
