"""The console that a game is shown on: colours where there can be, letters that there are."""

from __future__ import annotations

import os
from typing import Any, TextIO

from rich.console import Console

# What stands for the letters that some terminals lack.
POOR = str.maketrans(
    {
        "½": ".5",
        "×": "x",
        "−": "-",
        "–": "-",
        "…": "...",
        "·": ".",
        "•": "-",
        "═": "=",
        "⌂": "D",
        "◎": "P",
        "≈": "~",
        "★": "*",
        "♜": "S",
        "▶": ">",
        "▲": "^",
        "▼": "v",
        "✓": "#",
        "‣": ">",
        "─": "-",
        "━": "-",
    }
)
RICH = "".join(chr(letter) for letter in POOR)


class PoorStream:
    """A stream that writes letters it can show for those it cannot."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text in letters that every terminal has."""
        plain = text.translate(POOR)
        encoding = self._stream.encoding or "ascii"
        return self._stream.write(plain.encode(encoding, "replace").decode(encoding))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def new_console(stream: TextIO, plain: bool = False) -> Console:
    """Return a console; without colours if plain, if NO_COLOR is set, and where there are none."""
    plain = plain or bool(os.environ.get("NO_COLOR"))
    file: Any = stream if _shows_all(stream) else PoorStream(stream)
    return Console(
        file=file,
        highlight=False,
        markup=False,
        emoji=False,
        color_system=None if plain else "auto",
        force_terminal=False if plain else None,
        legacy_windows=False,
    )


def _shows_all(stream: TextIO) -> bool:
    """Whether the stream takes every letter, and its terminal has it: Linux's own does not."""
    if os.environ.get("TERM") == "linux":
        return False
    try:
        RICH.encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
