"""Games with secrets in real browsers: two people at two screens, or in turn at one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sf_env.core import records
from tests.browser.contrast import WEAK
from tests.browser.players import SLOW, Open, decision, over, revision
from tests.browser.windows import PHONE, WIDE
from tests.web.service import Service, running

CHANGED = """before => document.querySelector('#decision').dataset.revision !== before
  || document.querySelector('#doors').checkVisibility()"""
Visit = Callable[..., Page]
# A point inside of a place that is cut to an outline: the middle of one of its spaces.
INSIDE = """place => {
  const edges = place.style.clipPath.match(/-?[0-9.]+(?=%)/g);
  if (!edges) return null;
  const corners = edges.map(Number), half = corners.length / 2, at = 2 * Math.floor(half / 4);
  const box = place.getBoundingClientRect(), opposite = corners.length - 2 - at;
  return {
    x: (box.width * (corners[at] + corners[opposite])) / 200,
    y: (box.height * (corners[at + 1] + corners[opposite + 1])) / 200,
  };
}"""


@pytest.fixture(scope="module")
def tickets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    options = {"game": "ticket_to_ride", "others": ["san_francisco"]}
    with running(tmp_path_factory.mktemp("tickets"), **options) as one:
        yield one


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Return a function that opens an address in a browser of its own, as on another machine."""
    troubles: list[str] = []
    contexts = []

    def open_page(service: Service, key: str, size: Any = WIDE) -> Page:
        context = browser.new_context(viewport=size)
        contexts.append(context)
        context.on("weberror", lambda error: troubles.append(str(error.error)))
        context.on("console", lambda message: troubles.append(message.text))
        page = context.new_page()
        page.goto(f"http://{service.address[0]}:{service.address[1]}/{key}/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def decide(page: Page) -> str:
    """Claim a route or pay for one if that is possible, else do what comes first.

    Click on the board or a card if it is there, and return the spot.
    """
    before = revision(page)
    choices = page.locator("#choices button")
    wanted = choices.filter(has_text=re.compile("claim|Pay"))
    chosen = (wanted if wanted.count() else choices).first
    action = str(chosen.get_attribute("data-action"))
    place = page.locator(f'.place[data-action="{action}"]').first
    spot = place.get_attribute("data-spot") if place.count() else None
    if spot:
        place.scroll_into_view_if_needed()
        place.click(position=place.evaluate(INSIDE))
    else:
        chosen.click()
    page.locator(f'#decision:not([data-revision="{before}"])').wait_for(timeout=SLOW)
    return spot or ""


def test_two_people_play_a_whole_game_in_two_browsers_by_clicks(
    tickets: Service, visit: Visit
) -> None:
    name = tickets.start("human", "human", seed=5)
    pages = [visit(tickets, tickets.seat(name, seat).key) for seat in (0, 1)]
    for page in pages:
        expect(page).to_have_url(re.compile(f"#{name}$"))
    spots, decisions = set(), 0
    while not over(pages[0]):
        moving = pages[0].locator("#decision").get_attribute("data-waits") == "human"
        page, other = pages if moving else reversed(pages)
        decision_of = page.locator('#decision[data-waits="human"]')
        decision_of.wait_for(timeout=SLOW)
        spots.add(decide(page).partition("-")[0])
        decisions += 1
        made = page.locator("#log li").last.get_attribute("value")
        expect(other.locator("#log li").last).to_have_attribute("value", str(made))
        if decisions == 20:
            before = page.locator("#board").inner_text(), page.locator("#log").inner_text()
            page.reload()
            page.locator("#log li").first.wait_for()
            assert (
                page.locator("#board").inner_text(),
                page.locator("#log").inner_text(),
            ) == before
    assert spots >= {"route", "hand", "pay", "deck", "offer", "place"}
    [record] = records.load(tickets.file(name))
    assert len(record["actions"]) == decisions
    for page in pages:
        expect(page.locator("#sentence")).to_have_text(re.compile("win"))
    pages[0].get_by_role("button", name="Play again").click()
    expect(pages[0]).not_to_have_url(re.compile(name))
    pages[1].get_by_role("button", name="Play again").click()
    expect(pages[1]).not_to_have_url(re.compile(name))
    following = {page.url.partition("#")[2] for page in pages}
    assert len(following) == 1
    expect(pages[1].locator("#sentence")).to_have_text("Waiting for player 0")


def test_two_people_share_a_screen_that_hides_the_table_between_them(
    tickets: Service, view: Open
) -> None:
    page = view(tickets)
    page.get_by_label("Seat 1").select_option("human")
    page.get_by_role("button", name="Start").click()
    addresses = page.locator("#addresses-list a")
    expect(addresses).to_have_count(2)
    keys = [str(one.get_attribute("href")).split("/")[-2] for one in addresses.all()]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Everybody plays at this screen").click()
    for number in range(6):
        seat = number % 2
        expect(page.locator("#doors-title")).to_have_text(f"Pass the screen to player {seat}")
        expect(page.locator("#game")).to_be_hidden()
        hidden = page.content()
        assert "spaces to go" not in hidden
        assert "<use" not in hidden
        page.keyboard.press("1")  # a key that was meant for the last decision
        asked.clear()
        page.get_by_role("button", name=f"I am player {seat}").click()
        expect(page.locator("#whose")).to_have_text(f"player {seat}")
        while page.locator('#decision[data-waits="human"]').is_visible():
            before = page.locator("#decision").get_attribute("data-revision")
            page.locator("#choices button").first.click()
            page.wait_for_function(CHANGED, arg=before)
        assert any(keys[seat] in url for url in asked)
        assert not any(keys[1 - seat] in url for url in asked)  # until the other one is there
    page.reload()
    expect(page.locator("#doors-title")).to_have_text("Pass the screen to player 0")
    page.get_by_role("button", name="Player 1: look at my table").click()
    expect(page.locator("#sentence")).to_have_text("Waiting for player 0")
    expect(page.locator("#choices button")).to_have_count(0)
    page.get_by_role("button", name="Hide the table").click()
    expect(page.locator("#doors-title")).to_be_visible()
    expect(page.locator("#game")).to_be_hidden()


def test_a_person_alone_needs_no_other_address(tickets: Service, view: Open) -> None:
    page = view(tickets, tickets.start("human", "random", seed=5))
    decision(page)
    expect(page.locator("#doors")).to_be_hidden()
    expect(page.locator("#whose")).to_be_hidden()
    before = revision(page)
    page.locator("#choices button").first.click()
    page.locator(f'#decision:not([data-revision="{before}"])').wait_for(timeout=SLOW)
    decision(page)
    page.keyboard.press("u")
    expect(page.locator("#decision")).to_have_attribute("data-revision", before)
    page.reload()
    assert revision(page) == before
    page.locator("#menu summary").click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Watch the replay").click()
    expect(opened.value.locator("#facts")).to_contain_text("Not finished")
    expect(page.get_by_role("link", name="Save the game")).to_have_count(0)
    page.locator("#menu summary").click()
    page.get_by_role("link", name="New game").click()
    expect(page.locator("#start")).to_be_visible()


def test_the_way_of_a_ticket_lights_up_while_it_is_pointed_at(tickets: Service, view: Open) -> None:
    page = view(tickets, tickets.start("human", "random", seed=5))
    decision(page)
    expect(page.locator("#hand .place")).to_have_count(2)
    for number, choice in enumerate(page.locator("#choices button").all()):
        action = choice.get_attribute("data-action")
        lit = page.locator(f'.light.meant[data-about="{action}"]')
        expect(lit).to_have_count(0)
        choice.hover()
        expect(lit).not_to_have_count(0)
        if number < 2:
            page.locator("#sentence").hover()
            expect(lit).to_have_count(0)
            page.locator("#hand .place").nth(number).hover()
            expect(lit).not_to_have_count(0)
            page.locator("#sentence").hover()
            choice.focus()
            page.keyboard.press("Shift")
            expect(lit).not_to_have_count(0)
            page.locator("#sentence").focus()


def test_everything_can_be_done_with_keys(tickets: Service, view: Open) -> None:
    page = view(tickets, tickets.start("human", "random", seed=5))
    for _ in range(6):
        decision(page)
        before = revision(page)
        expect(page.locator("#choices button").first).to_contain_text("1")
        page.keyboard.press("1")
        page.locator(f'#decision:not([data-revision="{before}"])').wait_for(timeout=SLOW)
    for panel in page.locator(".panel > svg:not(.frames)").all():
        assert panel.get_attribute("aria-label")


def test_both_games_are_on_the_start_page(tickets: Service, view: Open) -> None:
    page = view(tickets)
    expect(page).to_have_title("Ticket to Ride: San Francisco")
    expect(page.get_by_label("Seat 1")).to_have_value("planner")
    page.get_by_role("radio", name="San Francisco", exact=True).check()
    expect(page).to_have_title("San Francisco")
    page.get_by_text("Deck and deal").click()
    page.get_by_role("radio", name="3").check()
    page.get_by_label("Seat 1").select_option("random")
    page.get_by_role("button", name="Start").click()
    decision(page)
    expect(page.locator("#game-name")).to_have_text("San Francisco")
    expect(page.locator(".panel.of-seat")).to_have_count(3)
    expect(page.locator(".place").first).to_be_visible()
    page.goto(tickets.url.partition("#")[0])
    expect(page.locator("#games li").first).to_contain_text("San Francisco")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_words_can_be_read_and_nothing_is_cut_off(tickets: Service, view: Open, size: Any) -> None:
    name = tickets.start("human", "human", seed=5)
    page = view(tickets, name, size)
    page.get_by_role("button", name="Everybody plays at this screen").wait_for()
    assert page.evaluate(WEAK) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name="Everybody plays at this screen").click()
    assert page.evaluate(WEAK) == []
    page.get_by_role("button", name="I am player 0").click()
    decision(page)
    assert page.evaluate(WEAK) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size["width"]
    expect(page.locator("#hand .place").first).to_be_in_viewport()


def test_an_address_that_opens_nothing_says_so(
    tickets: Service, tmp_path: Path, view: Open
) -> None:
    page = view(tickets, away=True)
    name = tickets.start("human", "human")
    key = tickets.seat(name, 0).key
    start = f"http://{tickets.address[0]}:{tickets.address[1]}"
    page.goto(f"{start}/{key}/#another")
    expect(page.locator("#notice")).to_contain_text("there is no game 'another' here")
    page.goto(f"{start}/{key[:-1]}/")
    expect(page.locator("body")).to_contain_text("token missing")
