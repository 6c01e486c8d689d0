"""What may be done once a game is over: another one, taking the last choice back, leaving."""

from __future__ import annotations

from enum import Enum, auto


class Ending(Enum):
    """How somebody leaves a game."""

    LEFT = auto()  # before its end
    OVER = auto()
    AGAIN = auto()  # after its end, to play another one


KEYS = {"n": "new game", "u": "undo", "q": "quit"}
HELP = "the game is over: n plays another one, u takes your last choice back, q leaves"
