"""The choices in a position, and which of them somebody means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sf_env.games.san_francisco.actions import NAMES
from sf_env.games.san_francisco.engine.actions import CELL
from sf_env.games.san_francisco.engine.constants import CELLS, SPACES
from sf_env.games.san_francisco.render.telling import offer
from sf_env.games.san_francisco.view import View

MOST_SAID = 30  # letters of an answer that are said again


class Choice(NamedTuple):
    """A legal action, and what it does in words."""

    action: int
    text: str

    @property
    def cell(self) -> tuple[int, int] | None:
        """Row and space of the card that is chosen, if it is one."""
        number = self.action - CELL
        return divmod(number, SPACES) if 0 <= number < CELLS else None


def choices_of(view: View) -> list[Choice]:
    """Return the choices of whoever is to move."""
    return [Choice(action, offer(view, action)) for action in view["legal"]]


def find(answer: str, choices: Sequence[Choice]) -> Choice | str:
    """Return the choice that an answer means, or a line that says what is wrong with it.

    A choice may be given by its number in the list, by the first of its words as far as they
    are its alone, or by the name of its action.
    """
    words = " ".join(answer.lower().split())
    if words.isdecimal() and words.isascii():
        number = int(words) if len(words) < 3 else 0
        if 1 <= number <= len(choices):
            return choices[number - 1]
        return f"there is no choice {_cut(words)}: type 1 to {len(choices)}, or l for help"
    for choice in choices:
        if words == NAMES[choice.action].lower():
            return choice
    return _by_words(words, choices)


def _by_words(words: str, choices: Sequence[Choice]) -> Choice | str:
    meant = [choice for choice in choices if choice.text.lower().startswith(words)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        return f"{len(meant)} choices begin with {words!r}: type a bit more, or a number"
    said = repr(_cut(words))
    return f"{said} is none of the choices: type a number, the first words, or l for help"


def _cut(words: str) -> str:
    return words if len(words) <= MOST_SAID else f"{words[:MOST_SAID]}…"
