"""What the page of a game looks like: on a phone, to weak eyes, to a screen reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import WEAK
from tests.browser.players import Open, decision, from_menu
from tests.browser.windows import PHONE
from tests.web.service import Service

TWINS = """() => [...document.querySelectorAll('[id]')].map((one) => one.id)
    .filter((id, at, all) => all.indexOf(id) !== at)"""


@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_everything_without_moving_sideways(
    service: Service, view: Open, players: int
) -> None:
    name = service.begin(*["human"] * players)
    service.play(name, 20)
    page = view(service, name, PHONE)
    decision(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.locator("#choices button").last).to_be_in_viewport()


def test_words_can_be_read_and_everything_has_a_name(service: Service, view: Open) -> None:
    name = service.begin("human", "human")
    service.play(name, 31)
    page = view(service)
    page.locator("#games li").first.wait_for()
    assert page.evaluate(WEAK) == []
    page.get_by_role("link", name="person, person").first.click()
    decision(page)
    assert page.evaluate(WEAK) == []
    from_menu(page, "New game").hover()
    assert page.evaluate(WEAK) == []
    assert page.evaluate(TWINS) == []
    for button in page.get_by_role("button").all():
        assert button.get_attribute("aria-label") or button.inner_text().strip()
    for panel in page.locator(".panel > svg").all():
        assert panel.get_attribute("aria-label")
