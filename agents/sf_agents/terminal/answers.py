"""What somebody types: which of the choices it means, or which key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sf_agents.playing.theatre import Choice

MOST_REPEATED = 30  # letters of an answer


def find(answer: str, choices: Sequence[Choice]) -> Choice | str:
    """Return the choice that an answer means, or a line that says what is wrong with it.

    A choice is given by its number in the list, by its first words as far as no other choice
    begins with them, or by the name of its action.
    """
    words = " ".join(answer.lower().split())
    if words.isdecimal() and words.isascii():
        number = int(words) if len(words) < 4 else 0
        if 1 <= number <= len(choices):
            return choices[number - 1]
        return f"there is no choice {_cut(words)}: type 1 to {len(choices)}, or l for help"
    for choice in choices:
        if words == choice.name.lower():
            return choice
    return _by_words(words, choices)


def _by_words(words: str, choices: Sequence[Choice]) -> Choice | str:
    meant = [choice for choice in choices if choice.text.lower().startswith(words)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        return f"{len(meant)} choices begin with {words!r}: type a bit more, or a number"
    repeated = repr(_cut(words))
    return f"{repeated} is not a choice: type a number, the first words, or l for help"


def _cut(words: str) -> str:
    return words if len(words) <= MOST_REPEATED else f"{words[:MOST_REPEATED]}…"


def key_of(answer: str, keys: Mapping[str, str]) -> str | None:
    """Return the key that an answer is, typed as the key itself or as its name."""
    word = answer.lower()
    if word in ("?", "help"):
        return "l"
    return next((key for key, name in keys.items() if word in (key, name, *name.split()[:1])), None)
