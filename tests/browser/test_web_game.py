"""Playing in a real browser: by clicks, by keys, on two pages, over restarts."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sf_agents.web import events
from sf_env.core import records
from tests.browser.players import (
    SLOW,
    Click,
    Open,
    decide,
    decision,
    drawn,
    from_menu,
    gone_on,
    kept,
    over,
    revision,
)
from tests.web import agents
from tests.web.service import Service, running

DEAL = 49  # in which a click on the board takes a bonus, and another one puts it on a card


def made(file: Path, seat: int) -> list[int]:
    """Return the actions that were made on a seat, as a record tells them."""
    [record] = records.load(file)
    games = records.replay(record)
    moves = zip(games, record["actions"], strict=False)  # there is one more game, the last
    return [action for game, action in moves if game.to_move == seat]


def test_a_whole_game_is_played_by_clicking_with_a_reload_on_the_way(
    service: Service, view: Open
) -> None:
    page = view(service)
    page.get_by_label("Seat 1").select_option("greedy")
    page.get_by_text("Deck and deal").click()
    page.get_by_label("Seed").fill(str(DEAL))
    page.get_by_role("button", name="Start").click()
    clicks: list[Click] = []
    while not over(page):
        clicks.append(decide(page, len(clicks)))
        if len(clicks) == 15:
            before = revision(page)
            log = page.locator("#log").inner_text()
            page.reload()
            assert revision(page) == before
            assert page.locator("#log").inner_text() == log
    kinds = [click.spot.partition("-")[0] for click in clicks]
    assert {"", "deck", "column", "cell"} < {*kinds}
    assert ("bonus", "cell") in pairwise(kinds)
    name = page.url.partition("#")[2]
    assert made(service.file(name), seat=0) == [click.action for click in clicks]
    expect(page.locator("#sentence")).to_have_text(re.compile(r"wins? with .* points"))
    state = service.game(name)
    assert [chip["points"] for chip in state["scores"]] == [
        text.strip() for text in page.locator("#scores b").all_inner_texts()
    ]
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#log li")).to_have_count(0)


def test_a_drawn_card_is_seen_before_its_column_is_chosen(service: Service, view: Open) -> None:
    page = view(service, service.start("human", "greedy"))
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
        name = service.start("human", "greedy")
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
        expect(page.locator("#notice")).to_contain_text("was restarted", timeout=SLOW)


def test_two_pages_see_the_same(service: Service, view: Open) -> None:
    name = service.start("human", "greedy", "human")
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
    page = view(service, service.start("human", "human"))
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
    menu = page.locator("#menu summary")
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Watch the replay")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(page.get_by_role("link", name="Watch the replay")).to_be_hidden()


def test_a_hint_is_what_the_same_agent_thinks_best(tmp_path: Path, view: Open) -> None:
    """It counts simulations: what depends on the clock differs from time to time."""
    with running(tmp_path, hint="mcts:simulations=40") as service:
        page = view(service, service.start("human", "human"))
        decide(page, 0)
        for number in range(3):
            before = revision(page)
            page.keyboard.press("h")
            hinted = page.locator("#choices .hinted")
            expect(hinted).to_have_count(1, timeout=SLOW)
            best = hinted.locator("span").inner_text()
            place = page.locator(".place.hinted")
            expect(place).to_have_attribute("aria-label", best)
            page.keyboard.press("t")
            rows = page.locator("#opinions tbody tr")
            labels = [label.inner_text() for label in page.locator("#choices button span").all()]
            expect(rows).to_have_count(len(labels), timeout=SLOW)
            expect(page.locator("#thinking")).to_have_text(re.compile(r"Chance to win: \d+ %"))
            opinions = [row.locator("th").inner_text() for row in rows.all()]
            assert opinions[0] == best
            assert sorted(opinions) == sorted(labels)
            page.keyboard.press("t")
            decide(page, number)
            gone_on(page, before)


def test_whose_turn_it_is_is_obvious_where_several_people_play(
    service: Service, view: Open
) -> None:
    page = view(service, service.start("human", "human"))
    whose = page.locator("#whose")
    expect(whose).to_have_text("player 0")
    decide(page, 0)
    decide(page, 1)
    expect(whose).to_have_text("player 1")
    expect(page.locator(".panel.own")).to_have_id("panel-city-1")


def test_a_record_is_saved_and_brought_back(service: Service, view: Open, tmp_path: Path) -> None:
    page = view(service, service.start("human", "greedy"))
    for number in range(4):
        decide(page, number)
    before = revision(page)
    saved = kept(page, "Save the game", tmp_path)
    from_menu(page, "New game").click()
    page.set_input_files("#upload", saved)
    assert revision(page) == before


def test_a_game_is_watched_while_it_goes_on_and_after_its_end(service: Service, view: Open) -> None:
    name = service.start("human", "builder", seed=4)
    before = service.play(name, 6)["decisions"]
    page = view(service, name)
    with page.expect_popup() as opened:
        from_menu(page, "Watch the replay").click()
    replay = opened.value
    expect(replay.locator("#decision-at")).to_have_text(f"0 / {before}")
    expect(replay.locator("#facts")).to_have_text("Not finished. Deck standard.")
    replay.keyboard.press("ArrowRight")
    expect(replay.locator("#decision-at")).to_have_text(f"1 / {before}")
    expect(page.locator("#menu [href]").first).to_be_hidden()  # the menu has closed
    service.play(name, 400)
    with page.expect_popup() as opened:
        page.locator("#choices").get_by_role("link", name="Watch the replay").click()
    expect(opened.value.locator("#facts")).to_contain_text("seed 4")
    expect(opened.value.locator("#facts")).to_contain_text("wins")


def test_a_replay_that_was_saved_needs_no_server(
    service: Service, view: Open, tmp_path: Path
) -> None:
    page = view(service, service.start("human", "greedy"))
    decide(page, 0)
    page.goto(kept(page, "Save the replay", tmp_path).as_uri())
    expect(page.locator("#title")).to_have_text("human – greedy")
    expect(page.locator("#board .panel")).to_have_count(4)


def test_why_an_agent_takes_long_is_told(
    tmp_path: Path, view: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling = [True]
    monkeypatch.setattr(events, "is_compiling", lambda: compiling[0])
    slow = "tests.web.agents:Slow"
    agents.GO_ON.clear()
    with running(tmp_path, agents=[slow]) as service:
        page = view(service, service.start("human", slow))
        decide(page, 0)
        page.locator("#choices button").first.click()
        expect(page.locator("#ready")).to_contain_text("Getting ready")
        compiling[0] = False
        expect(page.locator("#ready")).to_have_text("")
        agents.GO_ON.set()
        decision(page)


def test_a_file_that_is_no_record_is_refused_with_the_reason(
    service: Service, view: Open, tmp_path: Path
) -> None:
    name = service.start("human", "greedy")
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
        record = json.loads(service.file(service.start("human", "greedy")).read_text())
        (tmp_path / "evil.jsonl").write_text(json.dumps(record | {"agents": [evil, "human"]}))
        page = view(service, away=True)
        expect(page.locator("#games li")).to_have_count(2)
        expect(page.locator("#games")).to_contain_text(evil)
        page.get_by_role("link", name=evil).click()
        expect(page.locator("#notice")).to_contain_text("there is no agent")
        page.go_back()
        page.get_by_role("link", name="person, greedy").click()
        assert not over(page)


def test_a_game_that_is_not_there_leads_to_the_start_and_says_why(
    service: Service, view: Open
) -> None:
    page = view(service, service.start("human", "greedy"), away=True)
    decision(page)
    page.goto(service.url.partition("#")[0] + "#nothing")
    expect(page.locator("#notice")).to_contain_text("there is no game 'nothing'")
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#tools")).to_be_hidden()
    expect(page.locator("#links a")).to_have_count(0)
    assert "nothing" not in page.url
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#notice")).to_be_hidden()
    decision(page)


def test_an_address_that_is_none_leads_to_the_start(service: Service, view: Open) -> None:
    page = view(service, "%")
    expect(page.locator("#start")).to_be_visible()


def test_the_keyboard_is_not_lost_when_there_is_nothing_left_to_undo(
    service: Service, view: Open
) -> None:
    name = service.start("human", "human")
    service.play(name, 2)
    page = view(service, name)
    before = revision(page)
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    gone_on(page, before)
    expect(page.locator("#undo")).to_be_disabled()
    assert page.evaluate("document.activeElement.closest('#game') !== null")
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_be_enabled()


def test_the_signs_are_explained(service: Service, view: Open) -> None:
    page = view(service, service.start("human", "human"))
    before = revision(page)
    page.locator("#menu summary").click()
    page.get_by_role("button", name="What the symbols mean").click()
    picture = page.locator("#signs img")
    expect(picture).to_be_visible()
    assert picture.evaluate("picture => picture.complete && picture.naturalWidth") == 450
    page.keyboard.press("1")
    page.get_by_role("button", name="Close").click()
    expect(picture).to_be_hidden()
    assert revision(page) == before


def test_the_network_says_what_it_thinks(service: Service, view: Open) -> None:
    page = view(service, service.start("human", "greedy"))
    decision(page)
    decide(page, 0)
    page.locator("#think").click()
    page.locator("#adviser").select_option("network")
    expect(page.locator("#thinking")).to_contain_text("Chance to win", timeout=SLOW)
    shares = page.locator("#opinions .number").all_inner_texts()
    assert len(shares) == page.locator("#choices button").count()
    assert 98 <= sum(int(share.split()[0]) for share in shares) <= 102


def test_a_card_that_was_put_in_a_column_is_framed(service: Service, view: Open) -> None:
    name = service.start("human", "human")
    page = view(service, name)
    decision(page)
    columns = page.locator("#panel-columns svg")
    before = columns.locator("use").count()
    decide(page, 0)
    decide(page, 1)
    assert columns.locator("use").count() == before + 3  # ground, face and frame
