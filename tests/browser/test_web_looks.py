"""What the page of a game looks like: on a phone, to weak eyes, to a screen reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import WEAK
from tests.browser.players import SLOW, Open, decide, decision, from_menu
from tests.browser.windows import PHONE, WIDE
from tests.web import agents
from tests.web.service import Service, running

TWINS = """() => [...document.querySelectorAll('[id]')].map((one) => one.id)
    .filter((id, at, all) => all.indexOf(id) !== at)"""


@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_everything_without_moving_sideways(
    service: Service, view: Open, players: int
) -> None:
    name = service.start(*["human"] * players)
    service.play(name, 20)
    page = view(service, name, PHONE)
    decision(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name("San Francisco")
    expect(page.locator("#choices button").last).to_be_in_viewport()


def test_words_can_be_read_and_everything_has_a_name(service: Service, view: Open) -> None:
    name = service.start("human", "human")
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


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_words_can_be_read_whatever_happens(tmp_path: Path, view: Open, size: Any) -> None:
    slow, pondering = (f"tests.web.agents:{name}" for name in ("Slow", "Pondering"))
    agents.GO_ON.set()
    with running(tmp_path, agents=[slow], hint=pondering) as service:
        page = view(service, "nothing", size, away=True)
        expect(page.locator("#notice")).to_contain_text("there is no game")
        assert page.evaluate(WEAK) == []
        name = service.start("human", slow)
        page.goto(f"{service.url}#{name}")
        decide(page, 0)
        page.locator("#think").click()
        expect(page.locator("#opinions")).to_be_visible()
        page.locator("#hint").click()
        expect(page.locator("#choices .hinted")).to_be_visible()
        assert page.evaluate(WEAK) == []
        agents.GO_ON.clear()
        page.locator("#choices button").first.click()
        expect(page.locator("#sentence")).to_contain_text("is thinking")
        assert page.evaluate(WEAK) == []
        agents.GO_ON.set()
        service.play(name, 400)
        expect(page.get_by_role("button", name="Play again")).to_be_visible(timeout=SLOW)
        assert page.evaluate(WEAK) == []
