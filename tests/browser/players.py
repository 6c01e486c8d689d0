"""What somebody who plays in the browser does, and waits for."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page

SLOW = 120_000.0  # milliseconds: searches may have to be compiled
Open = Callable[..., Page]


class Click(NamedTuple):
    """What was chosen, and where on the board; the spot of a button is ""."""

    action: int
    spot: str


def decision(page: Page) -> Locator:
    """Return the panel of the decision once it is a person's, or the game is over."""
    panel = page.locator("#decision:not([data-waits=agent])")
    panel.wait_for(timeout=SLOW)
    return panel


def revision(page: Page) -> str:
    return str(decision(page).get_attribute("data-revision"))


def gone_on(page: Page, before: str) -> None:
    """Wait until the page shows another position than before, and a person's turn."""
    page.locator(f'#decision:not([data-revision="{before}"])').wait_for(timeout=SLOW)
    decision(page)


def drawn(page: Page) -> list[str]:
    """Return all panels as they are drawn."""
    return [panel.inner_html() for panel in page.locator(".panel > svg").all()]


def over(page: Page) -> bool:
    return decision(page).get_attribute("data-waits") == ""


def decide(page: Page, number: int) -> Click:
    """Click what stands for a choice: a place on the board, or every third time a button."""
    before = revision(page)
    choices = page.locator("#choices button")
    good = choices.filter(has_text=re.compile(r"^\d?\s*(Take|Build)"))
    choice = (good if good.count() else choices).first
    action = choice.get_attribute("data-action")
    place = page.locator(f'.place[data-action="{action}"]')
    clicked = place if place.count() and number % 3 else choice
    click = Click(int(action or ""), clicked.get_attribute("data-spot") or "")
    clicked.click()
    gone_on(page, before)
    return click


def from_menu(page: Page, name: str) -> Locator:
    """Return an entry of the menu, which is opened."""
    page.locator("#menu summary").click()
    return page.locator("#menu").get_by_role("link", name=name)


def kept(page: Page, name: str, folder: Path) -> Path:
    """Return the file that an entry of the menu gives."""
    entry = from_menu(page, name)
    with page.expect_download() as saving:
        entry.click()
    saved = folder / saving.value.suggested_filename
    saving.value.save_as(saved)
    return saved
