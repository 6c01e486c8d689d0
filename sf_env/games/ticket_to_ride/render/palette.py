"""Colours of the map and the cards. Kinds of cards also have signs, and seats shapes of trams."""

from __future__ import annotations

from typing import NamedTuple

WATER = "#dbe8ee"
SHALLOWS = ("#d5e4ec", "#cfe0e9")  # water along the coast, the outer one first
COAST = "#9fbccb"
LAND = "#f7f2e4"
TRAIL = "#b9ac90"  # the line under the spaces of a route on land
SEAWAY = "#7f9fb2"  # and of one over water
COIN = "#e9b949"
COIN_EDGE = "#8a5f0b"
TICKET = "#f4ead2"
TICKET_EDGE = "#b39a63"
BACK = "#4a6a93"  # of cards
BACK_EDGE = "#39506e"
DONE = "#2c7a36"  # a completed ticket


class Shades(NamedTuple):
    """The shades of one kind of cards, or of grey routes."""

    fill: str
    edge: str
    sign: str


BY_KIND = (
    Shades("#4f93cc", "#1d5580", "#ffffff"),
    Shades("#4d9d58", "#23612d", "#ffffff"),
    Shades("#4a4c55", "#17181c", "#ffffff"),
    Shades("#e79bc2", "#96386a", "#4d1030"),
    Shades("#d2554f", "#842420", "#ffffff"),
    Shades("#f0a04b", "#93530c", "#4a2700"),
    Shades("#e9e4d6", "#6d6a60", "#2f6f8f"),  # ferries
)
GREY = Shades("#cfcfca", "#77777a", "#2f6f8f")

SEATS = ("#0b62a4", "#c2410c", "#1a7f4e", "#7c3aa6")  # those of the lines in charts
CLOSED = "#ece6d6"  # a route that nobody may claim any more
CLOSED_EDGE = "#c2b99f"
