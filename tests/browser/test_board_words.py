"""Words on boards, in the letters of a browser: each stands on one ground and touches nothing."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from sf_env.games.san_francisco.render.legend import legend_svg
from sf_env.games.san_francisco.render.scene import scene
from sf_env.render.svg import svg
from tests.games.san_francisco.render.boards import BOARDS, NAMES

FINER = 3  # pixels of the screen for one of a drawing
ROOM = 1  # pixels of a drawing that letters keep from whatever is not their ground


def board(name: str) -> str:
    game = BOARDS[name]()
    return svg(scene(game.state, NAMES[: game.players]))


DRAWINGS: dict[str, Callable[[], str]] = {
    **{name: lambda name=name: board(name) for name in BOARDS},  # type: ignore[misc]
    "legend": legend_svg,
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1420, "height": 1250}, device_scale_factor=FINER
    )
    yield context.new_page()
    context.close()


def photograph(page: Page) -> np.ndarray:
    """Return what the page shows, (height, width, 3)."""
    return np.array(Image.open(io.BytesIO(page.screenshot())).convert("RGB")).astype(int)


def edges(picture: np.ndarray) -> np.ndarray:
    """Return where a pixel has another colour than the one before it or above it."""
    found = np.zeros(picture.shape[:2], bool)
    for axis in (0, 1):
        found |= (np.diff(picture, axis=axis, prepend=picture.take([0], axis)) != 0).any(axis=2)
    return found


def grown(mask: np.ndarray, by: int) -> np.ndarray:
    """Return a mask with all pixels around it."""
    for axis in (0, 1):
        mask = np.logical_or.reduce([np.roll(mask, step, axis) for step in range(-by, by + 1)])
    return mask


@pytest.mark.parametrize("name", DRAWINGS)
def test_words_touch_nothing(page: Page, name: str) -> None:
    page.set_content(f"<body style='margin:0'>{DRAWINGS[name]()}")
    with_words = photograph(page)
    page.add_style_tag(content="text { visibility: hidden }")
    without = photograph(page)
    words = (with_words != without).any(axis=2)
    assert words.mean() > 0.001
    touched = words & grown(edges(without), ROOM * FINER)
    places = np.argwhere(touched) // FINER
    assert [tuple(place) for place in np.unique(places, axis=0)[:5].tolist()] == []
