"""The replay page of a game with secrets in a real browser: from whose seat it is shown."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sf_env.render.story import story
from sf_env.ticket_to_ride import Game
from tests.browser.contrast import WEAK
from tests.browser.players import Open
from tests.browser.windows import PHONE
from tests.games.san_francisco.render.games import EVIL, played
from tests.games.ticket_to_ride.render.games import finished, thought_about
from tests.render.hiding import HIDING, dealt
from tests.toy import DRAW

MAP_WORDS = """() => {
  const found = [...document.querySelectorAll('.panel[data-name="map"] use')][0];
  const ground = document.querySelector(found.getAttribute("href"));
  return [...ground.querySelectorAll("text")].map((text) => {
    const box = text.getBBox();
    return [text.textContent, box.x, box.y + 0.2 * box.height, box.width, 0.65 * box.height];
  });
}"""


def hands(page: Page) -> list[str]:
    """Return the words of all panels of players."""
    panels = page.locator('.panel[data-name^="player-"]').all()
    return [str(panel.get_attribute("aria-label")) for panel in panels]


def test_a_game_without_secrets_has_no_switch(replay: Open) -> None:
    page = replay(played())
    expect(page.locator("#seat")).to_be_hidden()
    page.keyboard.press("s")
    page.keyboard.press("?")
    expect(page.locator("#keys dd.seats")).to_be_hidden()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_switch_shows_what_each_seat_knew(replay: Open, players: int) -> None:
    record = finished(players)
    at = 40
    page = replay(record, f"#at={at}")
    offers = page.locator("#seat option").all_inner_texts()
    names = record["agents"]
    assert offers == ["everything", *(f"what {name} knew" for name in names)]
    assert not any("unknown" in text for text in hands(page))
    for seat in range(players):
        page.select_option("#seat", str(seat))
        [*_, moment] = [one for one in story(record, seat=seat) if one.number <= at]
        expect(page.locator("#said")).to_have_text(f"{moment.text}.")
        expect(page.locator("#decision-at")).to_have_text(re.compile(f"^{at} /"))
        shown = [panel.label for panel in moment.look.panels(moment.view)][3:]
        assert hands(page) == shown
        choices = page.locator("#choices-list tr")
        expect(choices).to_have_count(len(moment.view["legal"]))
    page.select_option("#seat", "")
    assert not any("unknown" in text for text in hands(page))


def test_keys_and_the_address_choose_the_seat(replay: Open) -> None:
    record = finished(3)
    page = replay(record, "#at=30&seat=1")
    expect(page.locator("#seat")).to_have_value("1")
    assert "seed" not in page.locator("#facts").inner_text()
    page.keyboard.press("s")
    expect(page.locator("#seat")).to_have_value("2")
    expect(page).to_have_url(re.compile("#game=1&at=30&seat=2$"))
    page.keyboard.press("s")
    expect(page.locator("#seat")).to_have_value("")
    expect(page.locator("#facts")).to_contain_text("seed 2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#decision-at")).to_have_text(re.compile("^31 /"))
    page.keyboard.press("?")
    expect(page.locator("#keys dd.seats")).to_be_visible()


def test_games_with_and_without_a_seat_share_a_page(replay: Open) -> None:
    page = replay([finished(3), finished(2)], "#seat=2")
    expect(page.locator("#seat")).to_have_value("2")
    page.keyboard.press("n")
    expect(page.locator("#seat")).to_have_value("")
    assert page.locator("#seat option").count() == 3


def test_a_hidden_choice_is_not_marked_as_played(replay: Open) -> None:
    page = replay(dealt((1, 3), (0, DRAW, 1), HIDING), "#at=1")
    expect(page.locator(".tag")).to_have_count(1)
    page.select_option("#seat", "0")
    expect(page.locator("#choices-list tr")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_have_text("player 1 chooses something.")


def test_thoughts_are_shown_to_those_who_had_them(replay: Open) -> None:
    page = replay(thought_about(), "#at=30")
    mover = 0 if "Ann:" in page.locator("#choices-title").inner_text() else 1
    expect(page.locator("#advice")).to_be_visible()
    page.select_option("#seat", str(1 - mover))
    expect(page.locator("#advice")).to_be_hidden()
    page.select_option("#seat", str(mover))
    expect(page.locator("#advice")).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [360, 700, 1080, 1280, 1920])
def test_no_width_scrolls_sideways(replay: Open, players: int, width: int) -> None:
    page = replay(
        finished(players) | {"agents": ["mcts:simulations=2000,exploration=1.25"] * players},
        "#at=40&seat=0",
        {"width": width, "height": 900},
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("#play")).to_be_in_viewport()


def test_it_fits_a_phone(replay: Open) -> None:
    page = replay(finished(4), "#at=40", PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    box = page.locator("#seat").bounding_box()
    assert box
    assert box["height"] >= 40
    players = page.locator('.panel[data-name^="player-"]')
    assert sum(players.nth(seat).is_visible() for seat in range(4)) == 1
    page.click("#tabs .tab.seat-3")
    expect(players.nth(3)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read(replay: Open, scheme: Any) -> None:
    page = replay(thought_about(), "#seat=0")
    page.emulate_media(color_scheme=scheme)
    for at in (0, 20, 60):
        page.locator("#decision").fill(str(at))
        assert page.evaluate(WEAK) == []


@pytest.mark.parametrize("name", ["san_francisco", *(f"generate:{seed}" for seed in range(5))])
def test_names_on_the_map_do_not_overlap_in_a_browser(replay: Open, name: str) -> None:
    page = replay(Game(2, seed=1, map=name).record())
    words = page.evaluate(MAP_WORDS)
    assert len(words) > 15
    for (one, x, y, width, height), (other, a, b, wide, high) in combinations(words, 2):
        apart = x > a + wide or a > x + width or y > b + high or b > y + height
        assert apart, (one, other)
    for text, x, y, width, height in words:
        assert x > 0, text
        assert y > 0, text
        assert x + width < 700, text
        assert y + height < 600, text


def test_a_claimed_route_is_framed_along_its_spaces(replay: Open) -> None:
    record = finished(2)
    at = next(m.number for m in story(record) if any(e.kind == "route" for e in m.events))
    page = replay(record, f"#at={at}")
    expect(page.locator("polygon.happened.route")).to_have_count(1)
    expect(page.locator(".chip.route")).to_be_visible()


def test_names_of_players_run_nothing_in_the_switch(replay: Open) -> None:
    page = replay(finished(2) | {"agents": [EVIL, "<b>"]})
    page.select_option("#seat", "0")
    assert page.title() != "evil"
