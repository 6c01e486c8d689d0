"""A game without drawings in a real browser: its text, and a button for each action."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.contrast import WEAK
from tests.browser.players import Open, decision, gone_on, over, revision
from tests.browser.windows import PHONE
from tests.toy import MATCHES
from tests.web.service import running


def test_a_game_is_played_by_its_text_and_the_names_of_its_actions(
    tmp_path: Path, view: Open
) -> None:
    with running(tmp_path, game=MATCHES) as service:
        page = view(service, size=PHONE)
        expect(page).to_have_title("Matches")
        expect(page.get_by_label("Seat 1")).to_have_value("random")
        page.get_by_role("radio", name="3").check()
        page.get_by_text("Box and deal").click()
        page.get_by_label("Seed").fill("3")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#board pre")).to_have_text("9 matches; taken: 0, 0, 0; hands: 1, ?, ?")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate(WEAK) == []
        for tool in ("hint", "think", "advice-keys", "show-signs"):
            expect(page.locator(f"#{tool}")).to_be_hidden()
        while not over(page):
            before = revision(page)
            page.locator("#choices button", has_text="TAKE 1").click()
            gone_on(page, before)
        decision(page)
        expect(page.locator("#board pre")).not_to_contain_text("?")
        page.get_by_role("button", name="Play again").click()
        expect(page.locator("#log li")).to_have_count(0)
