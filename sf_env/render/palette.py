"""Colours that pictures and pages of all games share; page.css has the same ones."""

from __future__ import annotations

INK = "#22262e"
FAINT_INK = "#5d6570"
PAPER = "#f4f1ea"
SHEET = "#fffdf8"
WASH = "#efeae0"  # where cards may lie
RULE = "#d5cfc2"
ACCENT = "#b3261e"  # whose decision it is
WHITE = "#ffffff"
