"""Names, points and counts as people write them.

Players are spoken of in the third person, "planner takes"; the reader is "you", "you take".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

YOU = "you"  # the name of the reader
UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


def points_text(points: float, plus: bool = False) -> str:
    """Return points with halves as ½ and a real minus sign."""
    whole, half = divmod(round(2 * abs(points)), 2)
    digits = f"{whole or '' if half else whole}{'½' if half else ''}"
    return f"{'−' if points < 0 else '+' if plus and points > 0 else ''}{digits}"


def score_text(points: float) -> str:
    """Return points with their unit, as "1 point" or "−2½ points"."""
    return f"{points_text(points)} {point_word(points)}"


def point_word(points: float) -> str:
    """Return the unit of points: one, or several."""
    return "point" if 0 < points <= 1 else "points"


def count_text(number: int, noun: str) -> str:
    """Return a number with what it counts, as "1 tram" or "3 trams"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def does(name: str, verb: str) -> str:
    """Return who does something, as "planner takes" or "you take"."""
    return f"{name} {verb}{'' if name == YOU else 's'}"


def whose(name: str) -> str:
    """Return whose something is, as "planner's" or "your"."""
    return "your" if name == YOU else f"{name}'s"


def together(names: Sequence[str]) -> str:
    """Return several names, as "planner, greedy and you"."""
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + [*names[-1:]])


def begun(text: str) -> str:
    """Return a text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def cut(text: str, letters: int) -> str:
    """Return a text with at most this many letters; a longer one ends with an ellipsis."""
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def seat_names(names: Sequence[str] | None, players: int) -> list[str]:
    """Return a name for each seat that can be shown; players have numbers if they have no names."""
    if names is None:
        return [f"player {seat}" for seat in range(players)]
    if len(names) != players:
        raise ValueError(f"{len(names)} names for {players} players; give one for each seat")
    return [printable(name) for name in names]


def printable(name: str) -> str:
    """Return a name without what cannot be shown; names come from anywhere."""
    return "".join(letter if letter.isprintable() else UNPRINTABLE for letter in name)


def plain(text: Any, limit: int) -> str:
    """Return a text from a record in a form that can be shown, "" if it is something else."""
    if not isinstance(text, str):  # records come from anywhere
        return ""
    return printable(cut(text, limit))
