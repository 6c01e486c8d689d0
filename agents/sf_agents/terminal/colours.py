"""Colours of cards and trams, told apart on terminals with few of them as well.

With 256 colours or more they are among the 240 that look the same everywhere; with 16 they are
those that the terminal has by name. Names and signs tell districts apart where there are none.
"""

from __future__ import annotations

from rich.console import Console
from rich.theme import Theme

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
    """Return the style of what has a colour of the game, or of a tram."""
    return f"game.{name}"


def give_colours(console: Console) -> None:
    """Let a console know the styles, as far as its terminal has colours."""
    chosen = SIXTEEN if console.color_system in FEW else MANY
    styles = {style_of(name): style for name, style in chosen.items()}
    console.push_theme(Theme(styles))
