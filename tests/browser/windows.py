"""Sizes of windows that pages are looked at in."""

from __future__ import annotations

from playwright.sync_api import ViewportSize

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
