"""Playing in a real browser: by clicks, by keys, on two pages, over restarts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.windows import PHONE, WIDE
from tests.web.service import Service, running

SLOW = 120_000.0  # milliseconds: searches may have to be compiled
SERVER_AWAY = "Failed to load resource"
TWINS = """() => [...document.querySelectorAll('[id]')].map((one) => one.id)
    .filter((id, at, all) => all.indexOf(id) !== at)"""
WEAK = r"""() => {
  const numbers = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const light = (text) => {
    const [r, g, b] = numbers(text).map((c) =>
      c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (numbers(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const own = (element) => [...element.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  return [...document.querySelectorAll('body :not(svg, svg *)')]
    .filter((element) => element.offsetParent && own(element) && !element.disabled)
    .map((element) => {
      const [low, high] = [light(getComputedStyle(element).color), light(ground(element))].sort(
        (a, b) => a - b);
      return [(high + 0.05) / (low + 0.05), element.outerHTML.slice(0, 80)];
    })
    .filter(([ratio]) => ratio < 4.5);
}"""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("games")) as one:
        yield one


@pytest.fixture
def view(browser: Browser) -> Iterator[Open]:
    """Return a function that opens a page of a server; nothing may go wrong in it."""
    context = browser.new_context()
    troubles: list[str] = []

    def open_page(service: Service, name: str = "", size: Any = WIDE, away: bool = False) -> Page:
        page = context.new_page()
        page.set_viewport_size(size)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.on(
            "console",
            lambda message: (
                None if away and SERVER_AWAY in message.text else troubles.append(message.text)
            ),
        )
        page.goto(service.url.partition("#")[0] + (f"#{name}" if name else ""))
        return page

    yield open_page
    context.close()
    assert troubles == []


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


def decide(page: Page, number: int) -> None:
    """Click what stands for a choice: a place on the board, or every third time a button."""
    before = revision(page)
    choices = page.locator("#choices button")
    good = choices.filter(has_text=re.compile(r"^\d?\s*(Take|Build)"))
    choice = (good if good.count() else choices).first
    action = choice.get_attribute("data-action")
    place = page.locator(f'.place[data-action="{action}"]')
    (place if place.count() and number % 3 else choice).click()
    gone_on(page, before)


def test_a_whole_game_is_played_by_clicking_with_a_reload_on_the_way(
    service: Service, view: Open
) -> None:
    page = view(service)
    page.get_by_label("Seat 1").select_option("greedy")
    page.get_by_role("button", name="Begin").click()
    number = 0
    while not over(page):
        decide(page, number)
        number += 1
        if number == 15:
            before = revision(page)
            log = page.locator("#log").inner_text()
            page.reload()
            assert revision(page) == before
            assert page.locator("#log").inner_text() == log
    assert number > 20
    expect(page.locator("#sentence")).to_have_text(re.compile(r"wins? with .* points"))
    state = service.game(page.url.partition("#")[2])
    assert [chip["points"] for chip in state["scores"]] == [
        text.strip() for text in page.locator("#scores b").all_inner_texts()
    ]
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#log li")).to_have_count(0)


def test_a_drawn_card_is_seen_before_its_column_is_chosen(service: Service, view: Open) -> None:
    page = view(service, service.begin("human", "greedy"))
    page.get_by_role("button", name="Draw a card").first.click()
    card = page.locator("#hand svg")
    expect(card).to_have_count(1)
    label = card.get_attribute("aria-label")
    expect(page.locator("#choices button")).to_have_count(3)
    expect(page.locator("#choices button").first).to_contain_text(f"Put {label} in column 0")
    card.evaluate("card => Promise.all(card.getAnimations().map((one) => one.finished))")
    box = card.bounding_box()
    assert box is not None
    assert box["width"] > 100


def test_a_page_goes_on_when_the_server_was_away(tmp_path: Path, view: Open) -> None:
    with running(tmp_path) as service:
        name = service.begin("human", "greedy")
        page = view(service, name, away=True)
        decide(page, 0)
        decide(page, 1)
        before = revision(page)
    expect(page.locator("#notice")).to_contain_text("does not answer", timeout=SLOW)
    with running(tmp_path, port=service.address[1]) as service:
        expect(page.locator("#notice")).to_be_hidden(timeout=SLOW)
        assert revision(page) == before
        decide(page, 2)
        assert service.game(name)["revision"] == revision(page)
    with running(tmp_path, port=service.address[1], token="another"):  # noqa: S106
        expect(page.locator("#notice")).to_contain_text("started anew", timeout=SLOW)


def test_two_pages_see_the_same(service: Service, view: Open) -> None:
    name = service.begin("human", "greedy", "human")
    one, other = view(service, name), view(service, name)
    for number in range(6):
        page, beside = (one, other) if number % 2 else (other, one)
        before = revision(page)
        decide(page, number)
        gone_on(beside, before)
        assert revision(one) == revision(other)
        assert one.locator("#tiles").inner_html() == other.locator("#tiles").inner_html()
        assert drawn(one) == drawn(other)
    assert one.locator("#log").inner_text() == other.locator("#log").inner_text()


def test_everything_can_be_done_with_keys(service: Service, view: Open) -> None:
    page = view(service, service.begin("human", "human"))
    start = revision(page)
    page.keyboard.press("1")
    gone_on(page, start)
    drawn = revision(page)
    page.locator(".place").last.focus()
    page.keyboard.press("Enter")
    gone_on(page, drawn)
    placed = revision(page)
    expect(page.locator("#choices button").first).to_be_focused()
    page.keyboard.press("u")
    gone_on(page, placed)
    assert revision(page) == drawn
    page.keyboard.press("9")
    page.keyboard.press("Control+1")
    assert revision(page) == drawn


def test_what_an_agent_thinks_and_a_hint_are_shown(service: Service, view: Open) -> None:
    name = service.begin("human", "greedy")
    page = view(service, name)
    decide(page, 0)
    page.keyboard.press("t")
    rows = page.locator("#opinions tbody tr")
    expect(rows).to_have_count(3, timeout=SLOW)
    expect(page.locator("#thinking")).to_have_text(re.compile(r"Chance to win: \d+ %"))
    labels = [label.inner_text() for label in page.locator("#choices button span").all()]
    assert sorted(row.locator("th").inner_text() for row in rows.all()) == sorted(labels)
    page.keyboard.press("h")
    expect(page.locator("#choices .hinted")).to_have_count(1, timeout=SLOW)
    expect(page.locator(".place.hinted")).to_have_count(1)


def test_whose_turn_it_is_is_obvious_where_several_people_play(
    service: Service, view: Open
) -> None:
    page = view(service, service.begin("human", "human"))
    whose = page.locator("#whose")
    expect(whose).to_have_text("player 0")
    decide(page, 0)
    decide(page, 1)
    expect(whose).to_have_text("player 1")
    expect(page.locator(".panel.own")).to_have_id("panel-city-1")


def test_a_record_is_saved_and_brought_back(service: Service, view: Open, tmp_path: Path) -> None:
    page = view(service, service.begin("human", "greedy"))
    for number in range(4):
        decide(page, number)
    before = revision(page)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save").click()
    saved = tmp_path / saving.value.suggested_filename
    saving.value.save_as(saved)
    page.get_by_role("link", name="New game").click()
    page.set_input_files("#upload", saved)
    assert revision(page) == before


def test_a_file_that_is_no_record_is_refused_with_the_reason(
    service: Service, view: Open, tmp_path: Path
) -> None:
    name = service.begin("human", "greedy")
    service.play(name, 8)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(service.file(name).read_bytes().replace(b'"players": 2', b'"players": 7'))
    page = view(service, away=True)
    page.locator("#games li").first.wait_for()
    page.set_input_files("#upload", bad)
    expect(page.locator("#notice")).to_contain_text("bad.jsonl: record: 'players' is 7")


def test_games_of_the_folder_are_listed_and_nothing_in_them_runs(
    tmp_path: Path, view: Open
) -> None:
    evil = "<img src=x onerror=alert(1)>"
    with running(tmp_path) as service:
        record = json.loads(service.file(service.begin("human", "greedy")).read_text())
        (tmp_path / "evil.jsonl").write_text(json.dumps(record | {"agents": [evil, "human"]}))
        page = view(service, away=True)
        expect(page.locator("#games li")).to_have_count(2)
        expect(page.locator("#games")).to_contain_text(evil)
        page.get_by_role("link", name=evil).click()
        expect(page.locator("#notice")).to_contain_text("no agent is called")
        page.go_back()
        page.get_by_role("link", name="person, greedy").click()
        assert not over(page)


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
    assert page.evaluate(TWINS) == []
    for button in page.get_by_role("button").all():
        assert button.get_attribute("aria-label") or button.inner_text().strip()
    for panel in page.locator(".panel > svg").all():
        assert panel.get_attribute("aria-label")
