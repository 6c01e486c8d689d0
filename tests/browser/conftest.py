"""A real browser, driven by Playwright; without one, these tests fail and say so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
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
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail("there is no browser: install Chromium (Debian: apt-get install chromium)")
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=[*FLAGS])
        yield chromium
        chromium.close()
