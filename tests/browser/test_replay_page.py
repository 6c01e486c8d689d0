"""The replay page in a real browser: it moves, it fits, and nothing of a record runs in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from PIL import ImageColor
from playwright.sync_api import Page, expect

from sf_env.games.san_francisco.render.telling import offer
from sf_env.render.palette import SHEET
from sf_env.render.replay import show
from sf_env.render.story import story
from sf_env.render.words import points_text
from tests.browser.contrast import WEAK
from tests.browser.windows import PHONE, WIDE
from tests.games.playthrough import golden_game
from tests.games.san_francisco.render.games import EVIL, played, thought_about

Open = Callable[..., Page]


def place(page: Page) -> int:
    """Return how many decisions have been made in the position that the page shows."""
    told = page.locator("#decision-at").inner_text()
    return int(told.split(" / ")[0])


def test_the_page_opens_from_disk_and_shows_the_board(replay: Open) -> None:
    page = replay(played(2, agents=["Ann", "Bob"]))
    expect(page).to_have_title("Ann – Bob: San Francisco")
    expect(page.locator("#board .panel")).to_have_count(4)
    expect(page.locator("#said")).to_have_text("The game begins, 2 players.")
    assert page.locator("#board use").count() > 100
    city = page.locator('.panel[data-name="city-1"]')
    expect(city).to_have_attribute("aria-label", re.compile("^city of Bob, .*; green district 0: "))
    box = city.bounding_box()
    assert box
    assert box["width"] > 300


def test_keys_move_by_decision_and_by_turn(replay: Open) -> None:
    record = played()
    moments = list(story(record))
    starts = [m.number for m in moments if m.number == 0 or moments[m.number - 1].turn != m.turn]
    page = replay(record)
    for key, expected in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", starts[1]),
        ("Shift+ArrowRight", starts[2]),
        ("Shift+ArrowLeft", starts[1]),
        ("End", len(record["actions"])),
        ("ArrowRight", len(record["actions"])),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        assert place(page) == expected, key
        expect(page.locator("#said")).to_have_text(f"{moments[expected].text}.")


def test_buttons_and_sliders_move(replay: Open) -> None:
    record = played()
    moments = list(story(record))
    page = replay(record)
    page.click("#last")
    assert place(page) == len(record["actions"])
    expect(page.locator("#after")).to_be_disabled()
    page.click("#before")
    assert place(page) == len(record["actions"]) - 1
    page.locator("#decision").fill("30")
    assert place(page) == 30
    expect(page.locator("#where")).to_contain_text(f"Turn {moments[30].turn} of")
    page.locator("#turn").fill("10")
    assert place(page) == next(moment.number for moment in moments if moment.turn == 10)
    page.click("#turn-after")
    assert place(page) == next(moment.number for moment in moments if moment.turn == 11)
    page.click("#first")
    assert place(page) == 0


def test_the_game_plays_and_pauses(replay: Open) -> None:
    page = replay(played())
    page.select_option("#speed", "decision 8")
    page.click("#title")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#decision-at")).to_have_text(re.compile(r"^[4-9] /"))
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    stopped = place(page)
    page.wait_for_timeout(400)
    assert place(page) == stopped
    page.keyboard.press("End")
    page.click("#play")
    expect(page.locator("#decision-at")).to_have_text(re.compile(r"^[0-9] /"))


def test_what_happened_is_marked(replay: Open) -> None:
    record = played()
    at = next(m.number for m in story(record) if any(e.kind == "tram" for e in m.events))
    page = replay(record, f"#at={at}")
    expect(page.locator(".chip.tram")).to_be_visible()
    assert page.locator("rect.happened.tram").count() >= 1
    page.keyboard.press("Home")
    expect(page.locator(".happened")).to_have_count(0)


def test_a_click_on_the_chart_leads_there_and_pointing_tells_the_parts(replay: Open) -> None:
    record = played()
    page = replay(record)
    chart = page.locator("#plot svg")
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] / 2, "y": 40})
    assert abs(place(page) - len(record["actions"]) / 2) < 0.15 * len(record["actions"])
    expect(page.locator("#tip")).to_be_visible()
    expect(page.locator("#tip")).to_contain_text("district")
    chart.click(position={"x": box["width"] - 2, "y": 40})
    assert place(page) == len(record["actions"])


def test_the_chart_shows_the_points_of_each_kind(replay: Open) -> None:
    record = played()
    page = replay(record)
    chart = page.locator("#plot svg")
    for part, name in (("total", "total"), ("trams", "trams"), ("completed", "completion")):
        page.select_option("#measure", part)
        points = [points_text(score[name]) for score in record["scores"]]
        told = f"at the end player 0 {points[0]}, player 1 {points[1]}"
        expect(chart).to_have_attribute("aria-label", re.compile(f"{told}$"))
        assert chart.locator("path.curve").count() == 2
    expect(page.locator("#chart-title")).to_have_text("Points over time: completed")


@pytest.mark.parametrize(
    ("low", "high", "step"), [(0, 5, 1), (0, 12, 2), (-3, 30, 5), (0, 75, 10), (0, 320, 50)]
)
def test_the_chart_has_eight_lines_at_most(replay: Open, low: int, high: int, step: int) -> None:
    page = replay(played(2))
    labels = page.evaluate(
        """([low, high]) => {
            const chart = { measure: "total", low, high, width: 300, y: () => 0, text: String };
            const nodes = Chart.prototype.grid.call(chart);
            return nodes.map((node) => Number(node.textContent)).filter((_, at) => at % 2);
        }""",
        [low, high],
    )
    assert len(labels) <= 8
    assert {b - a for a, b in pairwise(labels)} == {step}


def test_the_points_are_those_of_the_position(replay: Open) -> None:
    record = played()
    page = replay(record, f"#at={len(record['actions'])}")
    shown = page.locator("#points-list tr.total .measure span").all_inner_texts()
    totals = [score["total"] for score in record["scores"]]
    assert [float(text.replace("½", ".5").replace("−", "-")) for text in shown] == totals


def test_the_choices_are_the_legal_actions_with_the_played_one_marked(replay: Open) -> None:
    record = played()
    moments = list(story(record))
    at = next(moment.number for moment in moments if len(moment.view["legal"]) > 3)
    page = replay(record, f"#at={at}")
    names = page.locator("#choices-list .name").all_inner_texts()
    seen = moments[at].view
    assert names == seen["actions"]
    offers = page.locator("#choices-list .offer").all_inner_texts()
    assert offers == [offer(seen, action) for action in seen["legal"]]
    expect(page.locator("#choices-list .played")).to_have_count(1)
    page.click("#choices-list .played button")
    assert place(page) == at + 1


def test_pointing_at_a_choice_shows_what_it_is_about(replay: Open) -> None:
    page = replay(played(), "#at=1")
    page.hover("#choices-list tr:nth-child(2)")
    expect(page.locator('.panel[data-name="columns"] rect.pointed')).to_have_count(1)
    page.hover("#title")
    expect(page.locator(".pointed")).to_have_count(0)


def test_an_analysis_shows_shares_and_chances(replay: Open) -> None:
    record = thought_about()
    at = next(number for number, entry in enumerate(record["analysis"]) if entry is not None)
    page = replay(record, f"#at={at}")
    expect(page.locator("#advice")).to_contain_text("oracle")
    first = page.locator("#choices-list tr").first
    expect(first.locator(".share")).to_have_text("75 %")
    expect(first.locator(".wins")).to_have_text("60 %")
    page.select_option("#measure", "chance to win")
    expect(page.locator("#chart-title")).to_have_text("Chance to win over time")
    assert page.locator("#plot path.curve").count() == 2


def test_a_damaged_analysis_is_noted(replay: Open) -> None:
    page = replay(played(2, analysis=[1, 2, 3]))
    expect(page.locator("#notes")).to_contain_text("damaged")
    expect(page.locator("#notes")).to_be_visible()
    expect(page.locator("#measure option[value=chance]")).to_have_count(0)


def test_several_games_are_chosen_and_the_address_keeps_the_place(replay: Open) -> None:
    page = replay([played(2), played(3), played(4)], "#game=2&at=57")
    assert place(page) == 57
    expect(page.locator("#board .panel")).to_have_count(5)
    page.keyboard.press("n")
    expect(page.locator("#board .panel")).to_have_count(6)
    expect(page.locator("#game-after")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/game.html#game=3&at=1")
    page.reload()
    assert place(page) == 1
    page.select_option("#game", "0")
    expect(page.locator("#board .panel")).to_have_count(4)
    page.evaluate("location.hash = '#game=3&at=9'")
    expect(page.locator("#board .panel")).to_have_count(6)
    page.goto(page.url.split("#")[0] + "#game=x&at=-1")
    expect(page.locator("#board .panel")).to_have_count(4)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_names_and_agents_are_only_text(replay: Open, size: Any) -> None:
    record = thought_about(agents=[EVIL, '"><svg onload=alert(2)>'], forfeit={"reason": EVIL})
    for entry in filter(None, record["analysis"]):
        entry["agent"] = EVIL
    page = replay([record, record], "#game=1&at=9", size)
    page.keyboard.press("End")
    page.click("#help")
    page.keyboard.press("Escape")
    page.wait_for_timeout(200)
    assert page.title().startswith("</script><script>")
    assert EVIL[:30] in (page.locator("#title").text_content() or "")
    assert page.locator("img, iframe, body script:not([type])").count() == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_phone_shows_one_city_at_a_time_and_scrolls_down_only(replay: Open, players: int) -> None:
    agents = ["mcts:simulations=2000,exploration=1.25", *["greedy"] * (players - 1)]
    page = replay([played(players, agents=agents)] * 2, "#at=40", PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    cities = page.locator('.panel[data-name^="city-"]')
    assert sum(cities.nth(seat).is_visible() for seat in range(players)) == 1
    page.click(f"#tabs .tab.seat-{players - 1}")
    expect(cities.nth(players - 1)).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cities.nth(players - 1)).to_be_visible()
    expect(page.locator("#play")).to_be_in_viewport()
    for key in page.locator("footer .key:visible").all():
        box = key.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [360, 700, 1080, 1280, 1920])
def test_no_width_scrolls_sideways(replay: Open, players: int, width: int) -> None:
    page = replay(played(players), "#at=100", {"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("#play")).to_be_in_viewport()


def test_the_keys_are_explained(replay: Open) -> None:
    page = replay(played())
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert place(page) == 0
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_a_notebook_may_hold_several(replay: Open) -> None:
    frames = "".join(show(played(players))._repr_html_() for players in (2, 4))
    page = replay([], html=f"<!doctype html><title>notebook</title>{frames}")
    first, second = (page.frame_locator(f"iframe >> nth={number}") for number in (0, 1))
    first.locator("#after").click()
    expect(first.locator("#decision-at")).to_contain_text("1 /")
    expect(second.locator("#decision-at")).to_contain_text("0 /")
    expect(second.locator("#board .panel")).to_have_count(6)


def test_keys_and_signs_are_explained(replay: Open) -> None:
    page = replay(played(), size=PHONE)
    page.click("#help")
    signs = page.locator("#keys svg").first
    expect(signs).to_be_visible()
    expect(signs.get_by_role("img")).to_have_attribute("aria-label", re.compile("its skyscraper"))
    box = signs.bounding_box()
    assert box
    assert box["width"] <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read(replay: Open, scheme: Any) -> None:
    record = thought_about()
    page = replay(record)
    page.emulate_media(color_scheme=scheme)
    for at in (0, 1, len(record["actions"])):
        page.locator("#decision").fill(str(at))
        assert place(page) == at
        assert page.evaluate(WEAK) == []
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert page.evaluate(WEAK) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_signs_lie_on_light_ground_at_any_time_of_day(replay: Open, scheme: Any) -> None:
    """They are drawn for light cards."""
    record = played()
    signs = {"skyscraper", "medal", "district"}
    happened = [event.kind for moment in story(record) for event in moment.events]
    at = next(m.number for m in story(record) if signs & {event.kind for event in m.events})
    page = replay(record, f"#at={at}")
    page.emulate_media(color_scheme=scheme)
    light = ImageColor.getrgb(SHEET)
    icons = page.locator(".chip .icon").all()
    grounds = page.locator("#plot .ground").all()
    assert icons
    assert len(grounds) == sum(kind in signs for kind in happened)
    for node, part in [(one, "backgroundColor") for one in icons] + [(g, "fill") for g in grounds]:
        colour = node.evaluate(f"node => getComputedStyle(node).{part}")
        assert ImageColor.getrgb(colour) == light


@pytest.mark.parametrize("name", ["two_players", "three_players", "four_players"])
def test_signs_in_the_chart_have_room_beside_each_other(replay: Open, name: str) -> None:
    page = replay(golden_game("san_francisco", name, 1000).record(), size=PHONE)
    chart = page.locator("#plot svg").evaluate("svg => svg.viewBox.baseVal.width")
    lanes: dict[float, list[float]] = {}
    for ground in page.locator("#plot .ground").all():
        x, y, width = (float(ground.get_attribute(name) or 0) for name in ("x", "y", "width"))
        lanes.setdefault(y, []).append(x)
        assert 0 <= x <= chart - width
    for places in map(sorted, lanes.values()):
        assert all(after - before > width - 0.01 for before, after in pairwise(places))
