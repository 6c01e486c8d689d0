"""Colours of the terminal: districts look different, however few colours there are."""

from __future__ import annotations

from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.theme import Theme

from sf_agents.san_francisco.theatre.colours import MANY, style_of, styles

SYSTEMS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "standard": ColorSystem.STANDARD,
}
STEP = 10  # from one grey to the next


def ground(name: str, system: Any) -> Color:
    """Return the colour behind a letter with a style, as a terminal with these colours has it.

    It is never that of the letter itself.
    """
    console = Console(color_system=system, force_terminal=True, legacy_windows=False)
    console.push_theme(Theme(styles(console.color_system)))
    style = console.get_style(style_of(name))
    assert style.color is not None
    assert style.bgcolor is not None
    letter, behind = (one.downgrade(SYSTEMS[system]) for one in (style.color, style.bgcolor))
    assert letter != behind
    return behind._replace(name="")


@pytest.mark.parametrize("system", SYSTEMS)
def test_districts_and_trams_look_different(system: str) -> None:
    looks = {ground(name, system) for name in MANY}
    assert len(looks) == len(MANY)


def test_many_colours_look_nearly_the_same_with_256() -> None:
    for name in MANY:
        many, fewer = (ground(name, system).get_truecolor() for system in ("truecolor", "256"))
        assert max(abs(one - other) for one, other in zip(many, fewer, strict=True)) <= STEP
