"""Who does something: others in the third person, whoever is spoken to as "you"."""

from __future__ import annotations

from collections.abc import Sequence

YOU = "you"  # the name of whoever is spoken to


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
