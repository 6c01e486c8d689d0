"""The errors that a user of the package can cause; all of them are a ``ValueError``."""

from __future__ import annotations

import traceback
from pathlib import Path
from reprlib import Repr
from typing import Any

# What a game raises for data of a caller that it cannot read, for instance an order.
MISFITS = (TypeError, ValueError, LookupError)
LONGEST = 80  # letters of a value that an error repeats
LONGEST_REASON = 300


class _Short(Repr):
    """Cuts what is long; integers of thousands of digits, which Python does not write, too."""

    def repr_int(self, number: int, level: int) -> str:
        """Return an integer, or how long it is."""
        if number.bit_length() > 4 * LONGEST:
            return f"an integer of {number.bit_length():,} bits..."
        return super().repr_int(number, level)


SHORT = _Short()
SHORT.maxlevel = 2
SHORT.maxstring = SHORT.maxlong = SHORT.maxother = LONGEST


def shown(value: Any) -> str:
    """Return a value for an error message, shortened, because a file may hold anything."""
    text = SHORT.repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def reason(error: Exception) -> str:
    """Return the message of an error; that of a KeyError is its key only."""
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def raised(error: BaseException) -> str:
    """Return what the code of somebody else raised, in one line, and where."""
    frames = [(one.filename, one.lineno) for one in traceback.extract_tb(error.__traceback__)]
    text = " ".join(str(error).split())[:LONGEST_REASON]
    if isinstance(error, SyntaxError) and error.filename:
        frames, text = [(error.filename, error.lineno)], error.msg
    frames = [frame for frame in frames if not frame[0].startswith("<frozen")]  # of an import
    place = f" ({Path(frames[-1][0]).name}:{frames[-1][1]})" if frames else ""
    return f"raised {type(error).__name__}: {text}{place}"


class Error(ValueError):
    """Any error that the caller can correct."""


class DeckError(Error):
    """A deck file that cannot be read, or a deck that breaks the rules of decks."""


class MapError(Error):
    """A map file that cannot be read, or a map that breaks the rules of maps."""


class RecordError(Error):
    """A record that is damaged, or that does not fit the game."""


class IllegalAction(Error):
    """An action that is not legal in this state; the state was not changed."""


class UnknownAgent(Error):
    """An unknown agent, or an unknown or wrong parameter of an agent."""
