"""What an agent thought of the decisions in a record: read with care, it may be damaged.

``record["analysis"]`` has an entry for each action: null, or ``{"agent": name, "chance": p,
"choices": [[action, share, chance or null], ...]}``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sf_env.render.story import NAME_LIMIT
from sf_env.render.words import plain

ROUNDING = 1e-6  # by which sums of parts may miss 0 and 1

Choice = tuple[int, float, float | None]


class Thought(NamedTuple):
    """An agent's view of one decision: its chance to win, and of each action share and chance."""

    agent: str
    chance: float
    choices: tuple[Choice, ...]


def thoughts(record: dict[str, Any], actions: int) -> tuple[list[Thought | None], int]:
    """Return what there is for each decision, and how many entries are damaged and left out.

    ``actions`` is how many actions the game has.
    """
    length = len(record["actions"])
    entries = record.get("analysis")
    if entries is None:
        return [None] * length, 0
    if not isinstance(entries, list) or len(entries) != length:
        return [None] * length, length
    found = [_thought(entry, actions) for entry in entries]
    damaged = sum(
        entry is not None and thought is None for entry, thought in zip(entries, found, strict=True)
    )
    return found, damaged


def _thought(entry: Any, actions: int) -> Thought | None:
    """Return what an entry says, None if it is damaged; an action has one choice at most."""
    if not isinstance(entry, dict) or not isinstance(entry.get("choices"), list):
        return None
    chance = _part(entry.get("chance"))
    choices = [_choice(choice, actions) for choice in entry["choices"][: actions + 1]]
    kept = tuple(choice for choice in choices if choice is not None)
    chosen = {action for action, _, _ in kept}
    if chance is None or not choices or len(chosen) < len(choices):
        return None
    return Thought(plain(entry.get("agent"), NAME_LIMIT) or "an agent", chance, kept)


def _choice(choice: Any, actions: int) -> Choice | None:
    if not isinstance(choice, list) or len(choice) != 3:
        return None
    action, share, chance = choice[0], _part(choice[1]), _part(choice[2])
    if type(action) is not int or not 0 <= action < actions or share is None:
        return None
    return None if chance is None and choice[2] is not None else (action, share, chance)


def _part(value: Any) -> float | None:
    """Return a number from 0 to 1, or None if it is anything else."""
    if type(value) not in (int, float) or not -ROUNDING <= value <= 1 + ROUNDING:
        return None
    return min(max(float(value), 0.0), 1.0)
