"""The browser that pages are looked at with, and sizes of its windows."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = "there is no browser: install Chromium (Debian: apt-get install chromium)"


def browser_path() -> str | None:
    """Return where the browser is, if there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)
