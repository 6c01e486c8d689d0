"""Colours of cards and trams, distinct on terminals with few of them as well.

With 256 colours or more they are among the 240 that look the same everywhere; with 16 they are
those that the terminal has by name. Without colours, names and signs distinguish the districts.
"""

from __future__ import annotations

MANY = {
    "blue": "#000000 on #afd7ff",
    "grey": "#000000 on #c6c6c6",
    "orange": "#000000 on #ffaf5f",
    "yellow": "#000000 on #ffff87",
    "green": "#000000 on #87d787",
    "black": "#ffffff on #6c6c6c",
    "tram": "bold #ffffff on #af0000",
}
SIXTEEN = {
    "blue": "bright_white on blue",
    "grey": "black on white",
    "orange": "black on yellow",
    "yellow": "black on bright_yellow",
    "green": "black on green",
    "black": "bright_white on bright_black",
    "tram": "bold bright_white on red",
}
FEW = ("standard", "windows")  # as rich calls terminals with 16 colours


def style_of(name: str) -> str:
    """Return the name of the style for a colour of the game, or for a tram."""
    return f"game.{name}"


def styles(color_system: str | None) -> dict[str, str]:
    """Return the styles by name, as far as a terminal has colours."""
    chosen = SIXTEEN if color_system in FEW else MANY
    return {style_of(name): style for name, style in chosen.items()}
