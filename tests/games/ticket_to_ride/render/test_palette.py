"""Colours: words and signs stand out from what is under them, kinds of cards from each other."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageColor

from sf_env.games.ticket_to_ride.render import palette
from sf_env.games.ticket_to_ride.render.look import style
from sf_env.games.ticket_to_ride.render.palette import BY_KIND, GREY, SEATS
from sf_env.render import palette as shared
from tests.render.colours import SIGNS, WORDS, contrast

IMAGES = Path(__file__).parents[4] / "docs/images"
COLOURED = BY_KIND[:6]


@pytest.mark.parametrize("ground", [palette.LAND, palette.WATER, *palette.SHALLOWS])
def test_names_can_be_read_on_land_and_water(ground: str) -> None:
    assert contrast(shared.INK, ground) >= WORDS


@pytest.mark.parametrize("ground", [palette.COIN, palette.TICKET])
def test_numbers_can_be_read_on_tokens_and_tickets(ground: str) -> None:
    assert contrast(shared.INK, ground) >= WORDS


@pytest.mark.parametrize("shades", [*BY_KIND, GREY])
def test_signs_and_edges_stand_out_from_their_cards(shades: palette.Shades) -> None:
    assert contrast(shades.sign, shades.fill) >= SIGNS
    for ground in (palette.LAND, palette.WATER, shared.SHEET):
        assert contrast(shades.edge, ground) >= SIGNS


@pytest.mark.parametrize("seat", range(4))
def test_trams_stand_out_with_their_lights(seat: int) -> None:
    assert contrast(SEATS[seat], shared.WHITE) >= WORDS


def test_colours_of_cards_are_told_apart() -> None:
    fills = [ImageColor.getrgb(shades.fill) for shades in (*COLOURED, GREY)]
    for one, other in combinations(fills, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 40


def test_trams_have_the_colours_of_lines_in_charts() -> None:
    css = (files("sf_env.render") / "page/page.css").read_text("utf-8")
    light = dict(re.findall(r"--seat-(\d): (#\w+);", css.partition("@media")[0]))
    assert tuple(light[str(seat)] for seat in range(4)) == SEATS


def test_the_page_has_the_colours_of_the_pictures() -> None:
    marks = dict(re.findall(r"\.happened\.(\w+) \{ stroke: (#\w+)", style()))
    assert marks == {
        "route": shared.ACCENT,
        "ticket": palette.DONE,
        "token": palette.COIN_EDGE,
    }


@pytest.mark.parametrize("name", ["map_board", "map_symbols", "map_replay"])
def test_pictures_of_the_documents_have_these_colours(name: str) -> None:
    """scripts/pictures.py makes them again where a change is meant."""
    image = Image.open(IMAGES / f"{name}.png").convert("RGB")
    found = {colour for _, colour in image.getcolors(image.width * image.height) or []}
    shown = [shared.PAPER, shared.INK, palette.COIN, *(shades.fill for shades in (*BY_KIND, GREY))]
    shown += [] if name == "map_symbols" else [shared.SHEET, palette.LAND, palette.WATER, SEATS[0]]
    assert [colour for colour in shown if ImageColor.getrgb(colour) not in found] == []
