"""A real browser, driven by Playwright; without one, these tests fail and say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from sf_env.render.replay import show
from tests.browser.players import Open
from tests.browser.windows import NO_BROWSER, WIDE, browser_path
from tests.web.service import Service, running

SERVER_AWAY = "Failed to load resource"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser, which all tests share."""
    path = browser_path()
    if path is None:
        pytest.fail(NO_BROWSER)
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=[*FLAGS])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("games")) as one:
        yield one


@pytest.fixture
def view(browser: Browser) -> Iterator[Open]:
    """Return a function that opens a page of a server; nothing may go wrong in it."""
    context = browser.new_context()
    troubles: list[str] = []
    expected: set[str] = set()
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    context.on("dialog", lambda dialog: troubles.append(dialog.message))
    context.on("console", lambda message: troubles.append(message.text))

    def open_page(service: Service, name: str = "", size: Any = WIDE, away: bool = False) -> Page:
        page = context.new_page()
        page.set_viewport_size(size)
        if away:
            expected.add(SERVER_AWAY)
        page.goto(service.url.partition("#")[0] + (f"#{name}" if name else ""))
        return page

    yield open_page
    context.close()
    assert [one for one in troubles if not any(word in one for word in expected)] == []


@pytest.fixture
def replay(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens a page of records from disk; nothing may go wrong in it."""
    context = browser.new_context()
    troubles: list[str] = []
    strange: list[str] = []

    def open_page(records: Any, place: str = "", size: Any = WIDE, html: str = "") -> Page:
        path = tmp_path / "game.html"
        path.write_text(html or show(records).html(), encoding="utf-8")
        page = context.new_page()
        page.set_viewport_size(size)
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.on("request", lambda request: strange.append(request.url))
        page.goto(f"{path.as_uri()}{place}")
        return page

    yield open_page
    context.close()
    assert troubles == []
    assert [url for url in strange if not re.match(r"file:.*/game\.html|about:srcdoc", url)] == []
